// Tells what was pressed and which forms were sent, in order.
const tell = (press) => window[BINDING]?.({ ...press, path: general(location.pathname) })?.catch(() => {});
window.addEventListener("click", (event) => {
  const element = event.isTrusted ? pressed(event) : null;
  if (element) tell({ type: "click", ...described(element), said: nameOf(element).trim().replace(/\s+/g, " ").slice(0, 60) });
}, true);
window.addEventListener("submit", (event) => {
  const by = event.submitter;
  tell({ type: "submit", role: by ? roleOf(by) : "form", ...sent(event), said: by ? nameOf(by).trim().replace(/\s+/g, " ").slice(0, 60) : "" });
}, true);
