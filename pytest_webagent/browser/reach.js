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
  const enough = first ? 1 : PARTS.length ** 2;
  const seen = { left: view[0], top: view[1], right: view[2], bottom: view[3] };

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
  const common = (a, b) => ({
    left: Math.max(a.left, b.left), top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom),
  });
  const inside = (a, b) => a.left >= b.left && a.top >= b.top && a.right <= b.right && a.bottom <= b.bottom;
  // What of a box is left in all that may cut it off: what scrolls or hides what does not fit.
  const cut = (el, box) => {
    let part = box;
    for (let e = up(el); e && e !== document.body && e !== document.documentElement; e = up(e)) {
      const style = getComputedStyle(e);
      if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
      const around = boundingBox.call(e);
      if (!inside(part, around)) part = common(part, around);
    }
    return part;
  };
  const samples = ({ left, top, right, bottom }) => left < right && top < bottom ?
    PARTS.flatMap((down) => PARTS.map((across) => [left + (right - left) * across, top + (bottom - top) * down])) : [];
  const pointsIn = (el, boxes) => {
    const points = [];
    for (const box of boxes) {
      for (const [x, y] of samples(box)) {
        if (reaches(el, x, y)) points.push([x, y]);
        if (points.length >= enough) return points;
      }
    }
    return points;
  };
  const pointsOf = (el) => {
    const { width, height } = boundingBox.call(el);
    // What is ticked, and a control that cannot be seen itself, is also clicked on its label, wherever that stands.
    const labelled = width <= 1 || height <= 1 || /^(?:checkbox|radio)$/.test(el.type);
    for (const each of [el, ...((labelled && el.labels) || [])]) {
      const boxes = [...clientRects.call(each)].slice(0, MOST_RECTS).map((r) => common(r, seen));
      const points = pointsIn(el, boxes);
      if (points.length) return points;
      // Most of a large thing in a small pane is out of sight, and with it perhaps every point that was tried.
      const more = pointsIn(el, boxes.map((box) => cut(each, box)).filter((box) => !boxes.includes(box)));
      if (more.length) return more;
    }
    return [];
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
