// How elements are read: what they are, what they are called, what they say. Spaces do not count.
const compact = (text) => (text ?? "").replace(/\s+/g, "");
// Numbers in addresses differ from run to run, as those of new records do.
const general = (address) => address.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/gi, "#");

const ROLES = [
  ["a[href], area[href]", "link"], ["button, input[type=submit], input[type=button], input[type=reset], input[type=image]", "button"],
  ["h1, h2, h3, h4, h5, h6", "heading"], ["td", "cell"], ["th[scope=row]", "rowheader"], ["th", "columnheader"], ["tr", "row"],
  ["table", "table"], ["li", "listitem"], ["ul, ol", "list"], ["p", "paragraph"], ["option", "option"], ["dt", "term"],
  ["dd", "definition"], ["article", "article"], ["output", "status"], ["img", "img"], ["strong", "strong"], ["em", "emphasis"],
  ["time", "time"], ["dialog", "dialog"], ["select[multiple], select[size]:not([size='1'])", "listbox"], ["select", "combobox"],
  ["input[type=checkbox]", "checkbox"], ["input[type=radio]", "radio"], ["input[type=number]", "spinbutton"],
  ["input[type=range]", "slider"], ["input[type=search]", "searchbox"], ["textarea, input", "textbox"], ["nav", "navigation"],
  ["main", "main"], ["fieldset, details", "group"], ["progress", "progressbar"], ["meter", "meter"], ["iframe", "iframe"],
];
const roleOf = (element) =>
  element.getAttribute("role")?.trim().split(/\s+/)[0].replace("gridcell", "cell").replace("image", "img") ||
  ROLES.find(([selector]) => element.matches(selector))?.[1] || "generic";

const nameOf = (element) => {
  const referred = (element.getAttribute("aria-labelledby") ?? "").split(/\s+/).filter(Boolean)
    .map((id) => element.getRootNode().getElementById?.(id)?.textContent ?? "").join(" ");
  const labels = [...(element.labels ?? [])].map((label) => {
    const copy = label.cloneNode(true);
    copy.querySelectorAll("input, select, textarea, button").forEach((field) => field.remove());
    return copy.textContent;
  }).join(" ");
  const written = element.matches("input[type=submit], input[type=button], input[type=reset]") ? element.value : "";
  return referred.trim() || element.getAttribute("aria-label") || labels.trim() || element.getAttribute("alt") || written ||
    (element.matches("input, select, textarea") ? "" : element.textContent.trim()) ||
    element.getAttribute("title") || element.getAttribute("placeholder") || "";
};

// What a click presses: the control around the place, or the place itself.
const PRESSED = "a[href], button, input[type=submit], input[type=button], input[type=image], summary, [role=button], [role=link], [role=menuitem], [role=tab], [role=option]";
const NO_PRESS = "input, select, textarea, option, label, html, body";
const pressed = (event) => {
  const place = event.composedPath()[0];
  if (!(place instanceof Element)) return null;
  const control = event.composedPath().find((each) => each instanceof Element && each.matches(PRESSED));
  return control ?? (place.closest(NO_PRESS) ? null : place);
};
const described = (element) => ({ role: roleOf(element), label: compact(nameOf(element)).slice(0, 200) });
const sent = (event) => {
  const form = event.target, by = event.submitter;
  const action = by?.getAttribute("formaction") ?? form.getAttribute("action") ?? "";
  return {
    action: general(new URL(action, document.baseURI).pathname),
    method: (by?.getAttribute("formmethod") ?? form.getAttribute("method") ?? "get").toLowerCase(),
    label: by ? compact(nameOf(by)).slice(0, 200) : "",
  };
};
