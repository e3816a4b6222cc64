// Looks where secrets are, and until it is asked again looks anew after each change that the page makes: `stirred` is whether one
// stood elsewhere meanwhile. `look` is the function of camera.js.
(look, given) => {
  const LONGEST = 20000;                                  // ms; nobody asks again where a picture failed
  const { watched, ...found } = look(given);
  if (typeof webagentMemory !== 'object') return {};      // the page replaced what it is handed over by
  const last = webagentMemory.get(document);
  last?.end();
  webagentMemory.delete(document);
  // In a document that has come since, nobody looked.
  if (given.again) return { ...found, stirred: last ? last.stirred : watched.length > 0 };
  if (!watched.length) return found;
  const told = ({ boxes, barred }) => JSON.stringify([boxes, barred]);
  const first = told(found), start = performance.now();
  const check = () => {
    try { watch.stirred ||= performance.now() - start > LONGEST || told(look(given)) !== first; } catch { watch.stirred = true; }
    if (watch.stirred) watch.end();
  };
  const observer = new MutationObserver(check);
  for (const root of watched) observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
  // What changes no document: values of fields, and animations.
  const values = () => watched.flatMap((root) => [...root.querySelectorAll('input, textarea')].map((el) => el.value)).join('\n');
  const filled = values();
  let frame = 0;
  const each = () => {
    frame = requestAnimationFrame(each);
    if (values() !== filled || watched.some((root) => root.getAnimations().length) || performance.now() - start > LONGEST) check();
  };
  frame = requestAnimationFrame(each);
  const watch = { stirred: false, end: () => { observer.disconnect(); cancelAnimationFrame(frame); } };
  webagentMemory.set(document, watch);
  return found;
}
