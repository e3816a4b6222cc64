// Makes what tells whether a person can see an element: by its box, style and colours, and by all that it stands in.
// A walk starts with `begin()` and hands each element's `inner` on to what is drawn inside of it. It only reads.
(() => {
  const rootStyle = getComputedStyle(document.documentElement);
  const across = rootStyle.direction === 'rtl' ? -Infinity : -scrollX;
  const ownText = (el) => {
    let text = '';
    for (let n = el.firstChild; n; n = n.nextSibling) if (n.nodeType === 3) text += n.data;
    return text.trim();
  };
  const drawn = (el) => {
    const range = document.createRange();
    range.selectNodeContents(el);
    return [...range.getClientRects()].some((r) => r.width > 1 && r.height > 1);
  };
  const overlaps = (r, c) =>
    Math.min(r.right, c.right) - Math.max(r.left, c.left) > 1 && Math.min(r.bottom, c.bottom) - Math.max(r.top, c.top) > 1;
  const cut = (a, r) => a ? {
    left: Math.max(a.left, r.left), top: Math.max(a.top, r.top),
    right: Math.min(a.right, r.right), bottom: Math.min(a.bottom, r.bottom),
  } : r;

  // A colour as its red, green, blue and alpha, each 0 to 255; null for one that is not written so.
  const channels = (colour) => {
    const found = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(colour);
    return found && [+found[1], +found[2], +found[3], found[4] === undefined ? 255 : found[4] * 255];
  };
  const FAINT = 12;                                       // how far apart two colours are at most that look the same
  const ink = (style, opacity) => {
    const colour = channels(style.webkitTextFillColor) || channels(style.color);
    return colour && [...colour.slice(0, 3), colour[3] * opacity];
  };
  const faint = (style, c) => {
    const colour = ink(style, c.opacity * parseFloat(style.opacity));
    if (!colour) return style.color === c.ground;
    // Text that is transparent over a background cut to its shape is what the background is seen through.
    if (colour[3] < 26) return style.backgroundClip !== 'text' && style.textShadow === 'none';
    const ground = c.ground && channels(c.ground);
    return Boolean(ground) && style.textShadow === 'none' && colour.slice(0, 3).every((part, i) => Math.abs(part - ground[i]) <= FAINT);
  };
  const NO_SHAPE = /^(?:inset\((?:50|[6-9]\d|100)%|circle\(0|ellipse\(0|polygon\([^,)]*(?:, 0(?:px|%)? 0(?:px|%)?)+\))/;

  const unseen = (el, style, r, c, text) => {
    if (c.hidden) return true;
    if (parseFloat(style.opacity) * c.opacity < 0.1) return true;
    if (/opacity\(0(?:\.0\d*)?%?\)/.test(style.filter)) return true;
    if (!r.width && !r.height) return Boolean(text) && style.display !== 'contents' && !drawn(el);
    const clipped = style.position === 'absolute' || style.position === 'fixed' ? style.clip : 'auto';
    if (clipped !== 'auto' && /^rect\((?:0px|1px)[, ]+(?:0px|1px)[, ]+(?:0px|1px)[, ]+(?:0px|1px)\)$/.test(clipped)) return true;
    if (style.clipPath !== 'none' && NO_SHAPE.test(style.clipPath)) return true;
    // What is laid out only once it comes near has no size before.
    if (text && (r.width <= 1 || r.height <= 1) && style.contentVisibility !== 'auto') return true;
    if (text && (parseFloat(style.fontSize) <= 4 || faint(style, c))) return true;
    if (text && parseFloat(style.textIndent) <= -Math.max(r.width, 400)) return true;
    // What takes no room itself may hold what stands elsewhere, such as a body of positioned elements.
    if (!r.width || !r.height) return false;
    if (c.hard && !overlaps(r, c.hard)) return true;
    return r.right <= c.x || r.bottom <= c.y || (c.fixed && (r.left >= innerWidth || r.top >= innerHeight));
  };
  // A native control made transparent under a drawn one is still what a person sees and clicks.
  const drawnElsewhere = (el, r) =>
    (el.localName === 'input' || el.localName === 'select') && ((r.width > 1 && r.height > 1) || [...(el.labels || [])].some((l) => {
      const box = l.getBoundingClientRect();
      return box.width > 1 && box.height > 1;
    }));

  const context = (el, style, r, c) => {
    const inner = { ...c, hidden: false, deep: false, opacity: c.opacity * parseFloat(style.opacity), pointer: style.cursor === 'pointer' };
    const positioned = style.position !== 'static';
    if (positioned) inner.ground = null;
    if (style.backgroundImage !== 'none') inner.ground = null;
    else if (!/^rgba\(.*, 0(?:\.\d+)?\)$/.test(style.backgroundColor)) inner.ground = style.backgroundColor;
    const root = el === document.body || el === document.documentElement;
    if (!root && (style.overflowX !== 'visible' || style.overflowY !== 'visible') && r.width + r.height > 0) {
      const scrolls = /auto|scroll/.test(style.overflowX + style.overflowY);
      const deep = scrolls && el.scrollHeight > el.clientHeight + 2 && /auto|scroll/.test(style.overflowY);
      const wide = scrolls && el.scrollWidth > el.clientWidth + 2 && /auto|scroll/.test(style.overflowX);
      inner.view = cut(c.view, r);
      if (deep || wide) {
        inner.hard = null;
        const backwards = style.direction === 'rtl' || /reverse/.test(style.flexDirection);
        inner.x = backwards ? -Infinity : r.left - el.scrollLeft;
        inner.y = backwards ? -Infinity : r.top - el.scrollTop;
        inner.deep = deep;
      } else {
        inner.hard = cut(c.hard, r);
      }
    }
    if (positioned || style.transform !== 'none') inner.outer = { hard: inner.hard, view: inner.view };
    return inner;
  };
  const escape = (style, c) => {
    if (style.position === 'fixed') return { ...c, hard: null, view: null, x: 0, y: 0, fixed: true };
    if (style.position === 'absolute') return { ...c, ...c.outer };
    return c;
  };

  // What is behind everything: null where it is not known, as behind a frame, or in the colours of a dark scheme.
  const canvas = () => {
    if (rootStyle.backgroundImage !== 'none') return null;
    if (!rootStyle.backgroundColor.startsWith('rgba(')) return rootStyle.backgroundColor;
    const plain = window === parent && /, 0\)$/.test(rootStyle.backgroundColor) && !/dark/.test(rootStyle.colorScheme);
    return plain && !document.querySelector('meta[name="color-scheme" i]') ? 'rgb(255, 255, 255)' : null;
  };
  const begin = () => ({
    hidden: false, deep: false, opacity: 1, pointer: false, ground: canvas(), hard: null, view: null, x: across,
    y: -scrollY, outer: { hard: null, view: null }, fixed: false,
  });
  // `c` is what the element stands in, `inner` what its content stands in; `inner.hidden` tells that it cannot be seen,
  // `inner.deep` that it scrolls up and down. `text` is its own text, as `ownText` gives it.
  const look = (el, style, r, text, given) => {
    const c = escape(style, given);
    const inner = context(el, style, r, c);
    // The text of what has a shadow root is drawn by a slot, in the style that it has there.
    const own = el.shadowRoot ? '' : text;
    inner.hidden = unseen(el, style, r, { ...c, ground: inner.ground }, own) && (c.hidden || !drawnElsewhere(el, r));
    return { c, inner };
  };
  // What is drawn inside of an element, in order: what stands in its shadow root or slot, else its own content.
  const children = (el) => {
    const assigned = el.localName === 'slot' ? el.assignedNodes() : [];
    return assigned.length ? assigned : [...(el.shadowRoot || el).childNodes];
  };
  return { begin, look, drawnElsewhere, overlaps, ownText, children };
})()
