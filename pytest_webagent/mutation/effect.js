// Carries out one mutation of a page, TASK, as soon as what it is about is there, and whenever it comes again.
const MOST = 200; // A page that undoes every change at once must not keep us busy for ever.
let acts = 0;
const changed = () => { acts += 1; if (acts <= 20) window[BINDING]?.()?.catch(() => {}); };

const isHere = () => {
  if (!TASK.path) return true;
  try { return general(window.top.location.pathname) === TASK.path; } catch { return true; /* a frame of another site */ }
};

const UNSEEN = "script, style, noscript, template, head, [aria-hidden=true]";
const roots = [document];
function* textsOf(node) {
  for (const child of node.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) yield child;
    else if (child.nodeType === Node.ELEMENT_NODE && !child.matches(UNSEEN)) {
      if (child.matches("option") || child.checkVisibility({ visibilityProperty: true })) yield* textsOf(child);
    }
  }
}
const says = (element) => compact([...textsOf(element)].map((text) => text.data).join(""));
const held = (field) => field.matches("select") ? [...field.selectedOptions].map((each) => each.textContent).join(",") : field.value ?? "";
const around = (element) => element.parentElement ?? element.getRootNode().host ?? null;
const hasWords = (whole, words) => words.every((word) => whole.includes(word));

// Elements that say exactly what is wanted, and the innermost of those that say it among other things.
const saying = (node, exact, inner) => {
  let deeper = false;
  for (const child of node.children) {
    if (child.matches(UNSEEN) || !compact(child.textContent).includes(TASK.words)) continue;
    deeper = true;
    if (says(child) === TASK.words) exact.push(child);
    if (!saying(child, exact, inner) && says(child).includes(TASK.words)) inner.push(child);
  }
  return deeper;
};
const named = (root) => [...root.querySelectorAll("input, select, textarea, button, summary, img, option, [role], [aria-label], a[href]")].filter(
  (element) => roleOf(element) === TASK.role && (TASK.field
    ? compact(held(element)) === TASK.words && (!TASK.label || compact(nameOf(element)) === TASK.label)
    : (TASK.label && compact(nameOf(element)) === TASK.label) || (TASK.words && compact(nameOf(element)) === TASK.words)));
// With what controls and pictures are called, which a text that was seen may contain.
const everything = (element) => compact(element.textContent + [...element.querySelectorAll("[aria-label], [alt], [title], input")]
  .flatMap((each) => ["aria-label", "alt", "title", "value"].map((name) => each.getAttribute(name) ?? "")).join(" "));
const ofItsRole = (root) => {
  const fitting = [...root.querySelectorAll("*")].filter(
    (element) => roleOf(element) === TASK.role && hasWords(everything(element), TASK.tokens));
  const least = Math.min(...fitting.map((element) => element.textContent.length));
  return fitting.filter((element) => element.textContent.length === least);
};
const candidates = () => {
  if (TASK.role === "title") return compact(document.title) === TASK.words ? [...document.querySelectorAll("head > title")] : [];
  const exact = [], inner = [];
  if (TASK.words && !TASK.field) for (const root of roots) saying(root === document ? document.documentElement ?? document : root, exact, inner);
  const called = roots.flatMap(named);
  const ways = [exact.filter((element) => roleOf(element) === TASK.role), called];
  if (!TASK.field) ways.push(exact, TASK.tokens.length > 1 ? roots.flatMap(ofItsRole) : [], inner);
  const found = ways.find((way) => way.length) ?? [];
  return found.filter((element) => !found.some((other) => other !== element && element.contains(other)));
};
// Of several, those that stand in what the cited one stood in.
const nearest = (found) => {
  if (found.length < 2 || !TASK.holder.length) return found;
  const sizes = found.map((element) => {
    for (let above = around(element); above; above = around(above)) {
      if (hasWords(compact(above.textContent), TASK.holder)) return compact(above.textContent).length;
    }
    return Infinity;
  });
  const least = Math.min(...sizes);
  return found.filter((_, at) => sizes[at] === least);
};

const written = new WeakMap();
const rewritten = (element) => {
  if (TASK.field || element.matches("input, textarea, select")) return rewrittenField(element);
  const places = [];
  for (const node of element.matches("title") ? element.childNodes : textsOf(element)) {
    for (let at = 0; at < node.data.length; at += 1) {
      const sign = node.data[at];
      if (!/\s/.test(sign)) places.push({ node, at, sign });
    }
  }
  const whole = places.map((place) => place.sign).join("");
  const digit = (at, step) => {
    const [here, next] = [places[at], places[at + step]];
    return next && here.node === next.node && next.at === here.at + step && /\d/.test(here.sign) && /\d/.test(next.sign);
  };
  const starts = [];
  for (let at = whole.indexOf(TASK.piece); at >= 0; at = whole.indexOf(TASK.piece, at + 1)) starts.push(at);
  const alone = starts.filter((at) => !digit(at, -1) && !digit(at + TASK.piece.length - 1, 1));
  const start = [...alone, ...starts][0];
  if (start === undefined) return ["aria-label", "alt", "title", "value"].some((name) => rewrittenAttribute(element, name));
  const spans = new Map();
  for (const { node, at } of places.slice(start, start + TASK.piece.length)) {
    const span = spans.get(node) ?? [at, at];
    spans.set(node, [span[0], at]);
  }
  // What was written may contain what it stands for.
  if ([...spans.keys()].some((node) => written.get(node) === node.data)) return false;
  let put = TASK.replacement;
  for (const [node, [from, to]] of spans) {
    node.data = node.data.slice(0, from) + put + node.data.slice(to + 1);
    written.set(node, node.data);
    put = "";
  }
  return true;
};
const spaced = (piece) => new RegExp([...piece].map((sign) => sign.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")).join("\\s*"));
const rewrittenAttribute = (element, name) => {
  const old = element.getAttribute(name);
  if (!old || !spaced(TASK.piece).test(old)) return false;
  element.setAttribute(name, old.replace(spaced(TASK.piece), () => TASK.replacement));
  return true;
};
const rewrittenField = (field) => {
  const target = field.matches("select") ? field.selectedOptions[0] : field;
  const name = field.matches("select") ? "textContent" : "value";
  const old = target?.[name];
  if (!old || !spaced(TASK.piece).test(old)) return rewrittenAttribute(field, "aria-label");
  target[name] = old.replace(spaced(TASK.piece), () => TASK.replacement);
  return true;
};

// The element goes; of a cell only what is in it, so that the other columns stay what they are.
const removed = (element) => {
  if (!element.matches("td, th")) return element.remove() ?? true;
  if (!element.childNodes.length) return false;
  element.replaceChildren();
  return true;
};

const STATES = {
  checked: ["checked", "aria-checked"], disabled: ["disabled", "aria-disabled"], selected: ["selected", "aria-selected"],
  expanded: ["open", "aria-expanded"], pressed: ["", "aria-pressed"], invalid: ["", "aria-invalid"], required: ["required", "aria-required"],
  readonly: ["readOnly", "aria-readonly"],
};
const flipped = (element) => {
  const [property, attribute] = STATES[TASK.state] ?? [];
  if (!attribute) return false;
  if (property && property in element) {
    if (element[property] === TASK.value) return false;
    element[property] = TASK.value;
    return true;
  }
  if ((element.getAttribute(attribute) === "true") === TASK.value) return false;
  element.setAttribute(attribute, String(TASK.value));
  return true;
};

// What is said to be gone is there: as one more of its kind, or as a text of its own.
let shown = null;
const appeared = () => {
  const present = compact(document.body.textContent).toLowerCase();
  if (shown?.isConnected || present.includes(compact(TASK.text).toLowerCase())) return false;
  const kin = [...document.querySelectorAll("body *")].filter((each) => roleOf(each) === TASK.role && (each.matches("option") || each.checkVisibility()));
  const near = kin.filter((each) => TASK.holder.length && hasWords(compact(around(each)?.textContent), TASK.holder));
  const like = (near.length ? near : kin).at(-1);
  shown = like ? like.cloneNode(true) : document.createElement("div");
  if (like) {
    const [first] = [...shown.querySelectorAll("a, span, strong, p, td, th, h2, h3, *")].filter((each) => !each.children.length && each.textContent.trim());
    (first ?? shown).textContent = TASK.text;
    like.after(shown);
  } else {
    if (TASK.role && !["text", "generic"].includes(TASK.role)) shown.setAttribute("role", TASK.role);
    shown.textContent = TASK.text;
    (document.querySelector("main") ?? document.body).append(shown);
  }
  return true;
};

const chosen = new WeakSet(), seen = new WeakSet();
const DOES = { remove: removed, rewrite: rewritten, flip: flipped };
const work = () => {
  if (acts >= MOST || !document.body || !isHere()) return;
  if (TASK.does === "appear") { if (appeared()) changed(); return; }
  const found = candidates();
  const unknown = found.filter((element) => !seen.has(element));
  // Those that are passed over now stay so, also when they are the only ones left that say it.
  unknown.forEach((element) => seen.add(element));
  const fresh = nearest(unknown);
  (fresh.length === TASK.of ? [fresh[TASK.nth]] : fresh).forEach((element) => chosen.add(element));
  for (const element of found) if (chosen.has(element) && DOES[TASK.does](element)) changed();
};
const EVERYTHING = { childList: true, subtree: true, characterData: true, attributes: true };
const observer = new MutationObserver(work);
const start = () => {
  for (const element of document.querySelectorAll("*")) if (element.shadowRoot && !roots.includes(element.shadowRoot)) watch(element.shadowRoot);
  observer.observe(document, EVERYTHING);
  // What a field holds and whether it is ticked changes without a change of the document.
  for (const type of ["input", "change", "click"]) window.addEventListener(type, () => setTimeout(work), true);
  work();
};
const watch = (root) => { roots.push(root); observer.observe(root, EVERYTHING); };

if (TASK.does === "swallow") {
  const stop = (event) => { event.preventDefault(); event.stopImmediatePropagation(); changed(); };
  const fits = (found) => ["role", "label", "action", "method"].every((name) => found[name] === undefined || found[name] === TASK[name]);
  window.addEventListener(TASK.type, (event) => {
    if (general(location.pathname) !== TASK.path) return;
    const found = TASK.type === "submit" ? sent(event) : (pressed(event) && described(pressed(event)));
    if (found && fits(found)) stop(event);
  }, true);
} else if (TASK.does === "dialog") {
  for (const kind of ["alert", "confirm", "prompt"]) {
    const own = window[kind];
    window[kind] = (message, ...more) => {
      const other = String(message).replace(spaced(TASK.piece), () => TASK.replacement);
      if (other !== String(message)) changed();
      return own.call(window, other, ...more);
    };
  }
} else {
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (init) {
    const root = attach.call(this, init);
    if (init.mode === "open") watch(root);
    return root;
  };
  if (document.body) start(); else document.addEventListener("DOMContentLoaded", start);
}
