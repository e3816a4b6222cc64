// Looks where secrets are, and until it is asked again looks anew after each change that the page makes: `stirred` is whether one
// stood elsewhere meanwhile. `look` is the function of camera.js.
(look, given) => {
  const { watched, ...found } = look(given);
  const last = webagentMemory.get(document);
  last?.observer.disconnect();
  webagentMemory.delete(document);
  if (given.again) return { ...found, stirred: Boolean(last?.stirred) };
  const told = ({ boxes, barred }) => JSON.stringify([boxes, barred]);
  const first = told(found);
  const watch = { stirred: false };
  watch.observer = new MutationObserver(() => {
    try { watch.stirred = told(look(given)) !== first; } catch { watch.stirred = true; }
    if (watch.stirred) watch.observer.disconnect();
  });
  for (const root of watched) watch.observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
  webagentMemory.set(document, watch);
  return found;
}
