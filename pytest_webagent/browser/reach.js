// Tells at which points of one frame a click would reach each of the wanted elements, by hit tests. It only reads.
// It is given {view, wanted, inner, first}:
//   view    the part of the frame that can be seen: [left, top, right, bottom]
//   wanted  [number, box, role] of the elements, in document order; the box is the key by which it is found, "x,y,w,h"
//   inner   [number, window, box, points] of elements in the frames within: the child window (-1: not known) and the box
//           of the iframe, and the points at which they are reached there, in the coordinates of this frame
//   first   whether one point of each element is enough
// The answer is a text, a line per element that is reached: its number and its points, "number x,y;x,y".
({ view, wanted, inner, first }) => {
  const SELECTORS = {
    link: 'a,area', button: 'button,input,summary', checkbox: 'input', radio: 'input', switch: 'input', option: 'option',
    textbox: 'input,textarea,[contenteditable]', searchbox: 'input', spinbutton: 'input', slider: 'input',
    combobox: 'input,select', listbox: 'select', canvas: 'canvas', video: 'video', embed: 'embed', object: 'object',
    iframe: 'iframe,frame',
  };
  const PARTS = [1 / 2, 1 / 6, 5 / 6];
  const MOST_ELEMENTS = 50000, MOST_RECTS = 8, DEEPEST = 64;
  const [left, top, right, bottom] = view;

  // A form's own properties may be hidden behind fields of the same names: the methods are taken from where they are made.
  const boundingBox = Element.prototype.getBoundingClientRect;
  const clientRects = Element.prototype.getClientRects;
  const boxOf = (el) => {
    const r = boundingBox.call(el);
    return Math.round(r.x) + ',' + Math.round(r.y) + ',' + Math.round(r.width) + ',' + Math.round(r.height);
  };
  const up = (el) => el.assignedSlot || el.parentElement || (el.getRootNode().host ?? null);
  const clickable = (el) => el.localName === 'label' || el.isContentEditable || typeof el.onclick === 'function' ||
    el.hasAttribute('onclick') || el.hasAttribute('tabindex') || getComputedStyle(el).cursor === 'pointer';
  const fits = (el, role) => (el.getAttribute('role') || '').trim().split(/\s+/)[0].toLowerCase() === role ||
    (role in SELECTORS ? el.matches(SELECTORS[role]) : clickable(el));

  const byBox = new Map();
  for (const [, box] of wanted) byBox.set(box, []);
  let budget = byBox.size ? MOST_ELEMENTS : 0;
  const collect = (root) => {
    for (const el of root.querySelectorAll('*')) {
      if (budget-- <= 0) return;
      byBox.get(boxOf(el))?.push(el);
      if (el.shadowRoot) collect(el.shadowRoot);
    }
  };
  collect(document);
  // Elements with the same box are told apart by what they are, and then by their order.
  const found = ([, box, role]) => {
    const same = byBox.get(box);
    const at = same.findIndex((el) => fits(el, role));
    return same.splice(Math.max(at, 0), 1)[0] ?? null;
  };

  const at = (root, x, y) => (root === document ? Document : ShadowRoot).prototype.elementFromPoint.call(root, x, y);
  const hitAt = (x, y) => {
    let hit = at(document, x, y);
    for (let depth = 0; hit?.shadowRoot && depth < DEEPEST; depth++) {
      const within = at(hit.shadowRoot, x, y);
      if (!within || within === hit) break;
      hit = within;
    }
    return hit;
  };
  const reaches = (el, x, y) => {
    for (let e = hitAt(x, y); e; e = up(e)) if (e === el || (e.localName === 'label' && e.control === el)) return true;
    return false;
  };
  const samples = (el) => {
    const points = [];
    for (const r of [...clientRects.call(el)].slice(0, MOST_RECTS)) {
      const x = Math.max(r.left, left), y = Math.max(r.top, top);
      const width = Math.min(r.right, right) - x, height = Math.min(r.bottom, bottom) - y;
      if (width > 0 && height > 0) for (const a of PARTS) for (const b of PARTS) points.push([x + width * b, y + height * a]);
    }
    return points;
  };
  const pointsOf = (el) => {
    const points = [];
    const { width, height } = boundingBox.call(el);
    // What is ticked, and a control that cannot be seen itself, is also clicked on its label, wherever that stands.
    const labelled = width <= 1 || height <= 1 || /^(?:checkbox|radio)$/.test(el.type);
    for (const each of [el, ...((labelled && el.labels) || [])]) {
      for (const [x, y] of samples(each)) {
        if (reaches(el, x, y)) points.push([x, y]);
        if (first && points.length) return points;
      }
      if (points.length) return points;
    }
    return points;
  };

  const lines = [];
  const tell = (number, points) => { if (points.length) lines.push(number + ' ' + points.map((p) => p[0] + ',' + p[1]).join(';')); };
  for (const each of wanted) {
    const el = found(each);
    if (el) tell(each[0], pointsOf(el));
  }
  for (const [number, index, box, points] of inner) {
    tell(number, points.filter(([x, y]) => {
      const hit = hitAt(x, y);
      return hit && (index < 0 ? boxOf(hit) === box && hit.matches('iframe,frame') : hit.contentWindow === window[index]);
    }));
  }
  return lines.join('\n');
}
