// Makes what tells whether a person can see an element: by its box, style and colours, and by all that it stands in.
// A walk starts with `begin()` and hands each element's `inner` on to what is drawn inside of it. It only reads.
(() => {
  const veils = VEILS;                                    // put in place by page_facts.py
  const { channels, near } = veils;
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

  const FAINT = 12;                                       // how far apart two colours are at most that look the same
  const ink = (style, opacity) => {
    const colour = channels(style.webkitTextFillColor) || channels(style.color);
    return colour && [...colour.slice(0, 3), colour[3] * opacity];
  };
  // What is drawn around letters shows their shape, if it is told from the ground.
  const outlined = (style, c, dropped) => {
    const shadows = style.textShadow === 'none' ? dropped : [...dropped, ...(style.textShadow.match(/[\w-]+\([^()]*\)/g) || [''])];
    const around = parseFloat(style.webkitTextStrokeWidth) > 0 ? [...shadows, style.webkitTextStrokeColor] : shadows;
    return around.some((each) => {
      const colour = channels(each);
      return !colour || (colour[3] >= 26 && !(c.ground?.shown && near(veils.through(c.colours, colour), c.ground.shown, FAINT)));
    });
  };
  const faint = (style, c) => {
    const colour = ink(style, c.opacity);
    if (!colour) return style.color === c.ground?.said && !c.colours.length;
    // Text that is transparent over a background cut to its shape is what the background is seen through.
    if (colour[3] < 26) return style.backgroundClip !== 'text' && !outlined(style, c, []);
    const ground = c.ground?.shown;
    return Boolean(ground) && near(veils.through(c.colours, colour), ground, FAINT) && !outlined(style, c, c.shadows);
  };
  // Where the own text of an element is drawn.
  const lines = (el, r) => {
    const range = document.createRange();
    range.selectNodeContents(el);
    const box = range.getBoundingClientRect();
    return box.width && box.height ? box : r;
  };
  const NO_SHAPE = /^(?:inset\((?:50|[6-9]\d|100)%|circle\(0|ellipse\(0|polygon\([^,)]*(?:, 0(?:px|%)? 0(?:px|%)?)+\))/;

  // Text too small, in a box too low for a line, or blurred, in the colour of its ground, or taken away by a mask.
  const unreadable = (el, style, r, c) => {
    const size = parseFloat(style.fontSize);
    if (size <= 4 || c.room < size * 0.4 || c.blur > size * 0.3) return true;
    if (parseFloat(style.textIndent) <= -Math.max(r.width, 400)) return true;
    return faint(style, c) || (c.masks.length > 0 && veils.erased(c.masks, lines(el, r)));
  };
  const unseen = (el, style, r, c, inner, text) => {
    if (c.hidden) return true;
    if (inner.opacity < 0.1) return true;
    if (!r.width && !r.height) return Boolean(text) && style.display !== 'contents' && !drawn(el);
    const clipped = style.position === 'absolute' || style.position === 'fixed' ? style.clip : 'auto';
    if (clipped !== 'auto' && /^rect\((?:0px|1px)[, ]+(?:0px|1px)[, ]+(?:0px|1px)[, ]+(?:0px|1px)\)$/.test(clipped)) return true;
    if (style.clipPath !== 'none' && NO_SHAPE.test(style.clipPath)) return true;
    // What is laid out only once it comes near has no size before.
    if (text && (r.width <= 1 || r.height <= 1) && style.contentVisibility !== 'auto') return true;
    if (text && unreadable(el, style, r, inner)) return true;
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

  // What a person reads in a field that is written in. A button may be a picture, whatever it is called; a password is never told.
  const CHOICE = /^(?:checkbox|radio|file|range|color|image|hidden|button|submit|reset|password)$/;
  const written = (el) => (el.localName === 'input' && !CHOICE.test(el.type)) || el.localName === 'textarea' ? el.value : '';

  // A transparent field may lie over what draws its value: a code in boxes, an editor that colours its text.
  const copied = (el, value, opacity) => {
    const said = (text) => text.replace(/\s/g, ''), around = el.parentElement;
    return (ink(getComputedStyle(el), opacity)?.[3] ?? 255) < 26 &&
      [around, around?.parentElement].some((each) => each && said(each.innerText).includes(said(value)));
  };

  const onGround = (said, ground, colours) => {
    if (said === 'rgba(0, 0, 0, 0)') return ground;
    const own = channels(said);
    if (!own) return { said, shown: null };
    const shown = veils.through(colours, own);
    if (own[3] >= 255) return { said, shown };
    return own[3] && ground ? ground.shown && { said: '', shown: veils.mixed(shown, ground.shown, own[3] / 255) } : ground;
  };
  // What filters, blend modes and masks of an element do to what it holds, and to its ground.
  const veil = (el, style, r, inner, c) => {
    const { filter, mixBlendMode, maskImage } = style;
    if (filter !== 'none') {
      const does = veils.filtered(filter);
      inner.opacity *= does.opacity;
      inner.blur += does.blur;
      if (does.shadows.length) inner.shadows = [...c.shadows, ...does.shadows];
      if (does.colours.length) inner.colours = [...does.colours, ...c.colours];
      if (filter.includes('url(')) inner.ground = null;
    }
    if (mixBlendMode !== 'normal' && !c.apart) {
      if (c.ground?.shown && !c.colours.length) inner.colours = [...inner.colours, veils.blended(mixBlendMode, c.ground.shown)];
      else inner.ground = null;
    }
    if (inner.ground && style.backdropFilter !== 'none') {
      const behind = veils.filtered(style.backdropFilter).colours;
      inner.ground = inner.ground.shown && { said: '', shown: veils.through(behind, inner.ground.shown) };
    }
    if (maskImage !== 'none') inner.masks = [...c.masks, { alpha: veils.mask(style, r), area: r, moves: false }];
    // What makes a layer of its own blends with nothing behind that.
    inner.apart = c.apart || filter !== 'none' || mixBlendMode !== 'normal' || maskImage !== 'none' || style.opacity !== '1' ||
      style.transform !== 'none' || style.isolation === 'isolate';
  };

  const context = (el, style, r, c) => {
    const inner = { ...c, hidden: false, deep: false, opacity: c.opacity * parseFloat(style.opacity), pointer: style.cursor === 'pointer' };
    const positioned = style.position !== 'static';
    if (positioned) inner.ground = null;
    veil(el, style, r, inner, c);
    if (style.backgroundImage !== 'none') inner.ground = null;
    else {
      // What is behind everything is not drawn by the body, though it may say its colour.
      const behind = el === document.body && /, 0\)$/.test(rootStyle.backgroundColor);
      const ground = onGround(style.backgroundColor, inner.ground, behind ? c.colours : inner.colours);
      if (ground !== inner.ground) inner.apart = false;
      inner.ground = ground;
    }
    const root = el === document.body || el === document.documentElement;
    if (!root && (style.overflowX !== 'visible' || style.overflowY !== 'visible') && r.width + r.height > 0) {
      const scrolls = /auto|scroll/.test(style.overflowX + style.overflowY);
      const deep = scrolls && el.scrollHeight > el.clientHeight + 2 && /auto|scroll/.test(style.overflowY);
      const wide = scrolls && el.scrollWidth > el.clientWidth + 2 && /auto|scroll/.test(style.overflowX);
      inner.view = cut(c.view, r);
      inner.room = Math.min(c.room, el.clientHeight || r.height, 2 * (el.clientWidth || r.width));
      if (deep || wide) {
        inner.hard = null;
        const backwards = style.direction === 'rtl' || /reverse/.test(style.flexDirection);
        inner.x = backwards ? -Infinity : r.left - el.scrollLeft;
        inner.y = backwards ? -Infinity : r.top - el.scrollTop;
        inner.deep = deep;
        inner.masks = inner.masks.map((each) => ({ ...each, moves: true }));
      } else {
        inner.hard = cut(c.hard, r);
      }
    }
    if (positioned || style.transform !== 'none') inner.outer = { hard: inner.hard, view: inner.view, room: inner.room };
    return inner;
  };
  const escape = (style, c) => {
    if (style.position === 'fixed') return { ...c, hard: null, view: null, room: Infinity, x: 0, y: 0, fixed: true };
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
  const begin = () => {
    const filter = veils.filtered(rootStyle.filter), colour = canvas();
    // The white of a page that says no colour is drawn apart from it: nothing blends with it.
    const apart = /, 0\)$/.test(rootStyle.backgroundColor);
    return {
      hidden: false, deep: false, opacity: parseFloat(rootStyle.opacity) * filter.opacity, pointer: false, hard: null, view: null,
      room: Infinity, ground: colour && onGround(colour, null, apart ? [] : filter.colours), colours: filter.colours, blur: filter.blur, shadows: [],
      masks: [], apart, x: across, y: -scrollY, outer: { hard: null, view: null, room: Infinity }, fixed: false,
    };
  };
  // `c` is what the element stands in, `inner` what its content stands in; `inner.hidden` tells that it cannot be seen,
  // `inner.deep` that it scrolls up and down. `text` is its own text, as `ownText` gives it.
  const look = (el, style, r, text, given) => {
    const c = escape(style, given);
    const inner = context(el, style, r, c);
    // The text of what has a shadow root is drawn by a slot, in the style that it has there.
    const value = written(el), own = el.shadowRoot ? '' : value || text;
    inner.hidden = unseen(el, style, r, c, inner, own) && (c.hidden || !drawnElsewhere(el, r) || (Boolean(value) && !copied(el, value, inner.opacity)));
    return { c, inner };
  };
  // What is drawn inside of an element, in order: what stands in its shadow root or slot, else its own content.
  const children = (el) => {
    const assigned = el.localName === 'slot' ? el.assignedNodes() : [];
    return assigned.length ? assigned : [...(el.shadowRoot || el).childNodes];
  };
  return { begin, look, drawnElsewhere, overlaps, ownText, children };
})()
