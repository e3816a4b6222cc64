// Makes what tells how a colour looks through filters and blend modes, and which part of a box a mask leaves.
// What cannot be worked out from a style alone (a picture as a mask, a filter of SVG) counts as letting everything through.
(() => {
  const CALL = /([\w-]+)\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/g;
  const COLOUR = /(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([^()]*\)/;
  const LIGHT = [0.213, 0.715, 0.072];
  const TURN = [[-0.213, -0.715, 0.928], [0.143, 0.14, -0.283], [-0.787, 0.715, 0.072]];
  const SEPIA = [[0.393, 0.769, 0.189], [0.349, 0.686, 0.168], [0.272, 0.534, 0.131]];
  const GRADIENT = /^(?:-webkit-)?(?:repeating-)?(?:(?:linear|radial|conic)-)?gradient\(/;
  const GRID = 12;                                        // points to a side that a text is tried at

  // A colour as its red, green, blue and alpha, each 0 to 255; null for what is none.
  const known = new Map();
  let canvas = null;
  const drawn = (colour) => {
    if (!CSS.supports('color', colour)) return null;
    canvas ||= new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const channels = (colour) => {
    if (known.has(colour)) return known.get(colour);
    const found = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(colour);
    const read = found ? [+found[1], +found[2], +found[3], found[4] === undefined ? 255 : found[4] * 255] : drawn(colour);
    known.set(colour, read);
    return read;
  };
  const near = (a, b, far) => a.slice(0, 3).every((part, i) => Math.abs(part - b[i]) <= far);
  const mixed = (over, under, share) => under.map((part, i) => over[i] * share + part * (1 - share));
  // The parts of a list, a comma within brackets being no end of one.
  const parts = (list) => list.match(/(?:[^,()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+/g)?.map((each) => each.trim()) || [];
  const bounded = (colour) => colour.map((part) => Math.min(255, Math.max(0, part)));
  const times = (matrix) => (c) => matrix.map((row) => row[0] * c[0] + row[1] * c[1] + row[2] * c[2]);
  const between = (a, make) => times([0, 1, 2].map((i) => [0, 1, 2].map((j) => (i === j ? a : 0) + make(i, j))));
  const saturate = (s) => between(s, (i, j) => (1 - s) * LIGHT[j]);
  const hue = (turn) => between(Math.cos(turn), (i, j) => (1 - Math.cos(turn)) * LIGHT[j] + Math.sin(turn) * TURN[i][j]);

  const FILTERS = {
    brightness: (a) => (c) => c.map((part) => part * a),
    contrast: (a) => (c) => c.map((part) => (part - 127.5) * a + 127.5),
    invert: (a) => (c) => c.map((part) => part * (1 - 2 * Math.min(a, 1)) + 255 * Math.min(a, 1)),
    grayscale: (a) => saturate(1 - Math.min(a, 1)),
    saturate,
    sepia: (a) => between(1 - Math.min(a, 1), (i, j) => Math.min(a, 1) * SEPIA[i][j]),
    'hue-rotate': (_, text) => hue(parseFloat(text) * Math.PI / 180),
  };
  // What a filter does: to colours, to what is opaque, by how many pixels it blurs, and the colours of its shadows.
  const filtered = (filter) => {
    const found = { colours: [], opacity: 1, blur: 0, shadows: [] };
    for (const [, name, text] of filter === 'none' ? [] : filter.matchAll(CALL)) {
      const amount = parseFloat(text) / (text.endsWith('%') ? 100 : 1);
      if (FILTERS[name]) {
        const change = FILTERS[name](amount, text);
        found.colours.push((c) => bounded(change(c)));
      } else if (name === 'opacity') found.opacity *= Math.min(amount, 1);
      else if (name === 'blur') found.blur += amount;
      else if (name === 'drop-shadow') found.shadows.push(COLOUR.exec(text)?.[0] || '');
    }
    return found;
  };
  const through = (colours, c) => colours.reduce((now, change) => change(now), c.slice(0, 3));

  const hard = (b, s) => s <= 0.5 ? 2 * b * s : b + (2 * s - 1) - b * (2 * s - 1);
  const kept = (b) => b;
  const BLENDS = {
    multiply: (b, s) => b * s, screen: (b, s) => b + s - b * s, darken: Math.min, lighten: Math.max,
    difference: (b, s) => Math.abs(b - s), exclusion: (b, s) => b + s - 2 * b * s, 'plus-lighter': (b, s) => Math.min(1, b + s),
    'color-dodge': (b, s) => !b ? 0 : s >= 1 ? 1 : Math.min(1, b / (1 - s)),
    'color-burn': (b, s) => b >= 1 ? 1 : s <= 0 ? 0 : 1 - Math.min(1, (1 - b) / s),
    'hard-light': hard, overlay: (b, s) => hard(s, b),
    'soft-light': (b, s) => s <= 0.5 ? b - (1 - 2 * s) * b * (1 - b) : b + (2 * s - 1) * (Math.sqrt(b) - b),
    // As light as what is behind.
    hue: kept, saturation: kept, color: kept,
  };
  const blended = (mode, ground) => {
    const blend = BLENDS[mode];
    return (c) => blend ? c.map((part, i) => 255 * blend(ground[i] / 255, part / 255)) : c;
  };

  // A length of a style, of what `whole` is the 100% of; null for a word.
  const length = (text, whole) => {
    const terms = [...text.matchAll(/([+-]?)\s*([\d.]+)(%|px)/g)];
    return terms.length ? terms.reduce((sum, [, sign, n, unit]) => sum + (sign === '-' ? -1 : 1) * n * (unit === '%' ? whole / 100 : 1), 0) : null;
  };
  const strength = (colour, luminance) => {
    const said = channels(colour);
    const alpha = said ? said[3] / 255 : 1;
    return alpha * (luminance && said ? LIGHT.reduce((sum, share, i) => sum + share * said[i] / 255, 0) : 1);
  };
  // How opaque a gradient is at a point of its tile.
  const gradient = (text, luminance, width, height) => {
    const said = parts(text.slice(text.indexOf('(') + 1, -1));
    const stops = said.filter((each) => COLOUR.test(each)).flatMap((each) => {
      const colour = COLOUR.exec(each)[0], rest = each.replace(colour, '').match(/calc\([^()]*\)|\S+/g) || [''];
      return rest.map((place) => ({ place, alpha: strength(colour, luminance) }));
    });
    const most = Math.max(...stops.map((each) => each.alpha));
    const way = COLOUR.test(said[0]) ? 'to bottom' : { '90deg': 'to right', '180deg': 'to bottom', '270deg': 'to left', '0deg': 'to top' }[said[0]] || said[0];
    const side = /^to (right|left|top|bottom)$/.exec(way)?.[1];
    if (!text.startsWith('linear') || !side) return () => most;
    const across = side === 'right' || side === 'left', whole = across ? width : height;
    stops.forEach((stop, i) => { stop.at = length(stop.place, whole) ?? (i === 0 ? 0 : i === stops.length - 1 ? whole : null); });
    stops.forEach((stop, i) => {
      if (stop.at === null) {
        const next = stops.findIndex((each, k) => k > i && each.at !== null), from = stops[i - 1].at;
        stop.at = from + (stops[next].at - from) / (next - i + 1);
      }
      if (i) stop.at = Math.max(stop.at, stops[i - 1].at);
    });
    return (x, y) => {
      const along = side === 'right' ? x : side === 'left' ? width - x : side === 'top' ? height - y : y;
      const after = stops.findIndex((each) => each.at > along);
      if (after < 1) return stops[after < 0 ? stops.length - 1 : 0].alpha;
      const a = stops[after - 1], b = stops[after];
      return a.alpha + (b.alpha - a.alpha) * (along - a.at) / (b.at - a.at);
    };
  };
  const layer = (style, i, image, box) => {
    const said = (name) => { const all = parts(style[name]); return all[i % all.length] || ''; };
    if (!GRADIENT.test(image)) return () => 1;
    const [wide, tall = 'auto'] = said('maskSize').split(/ (?![^(]*\))/), [left, top = '0px'] = said('maskPosition').split(/ (?![^(]*\))/);
    const width = length(wide, box.width) ?? box.width, height = length(tall, box.height) ?? box.height;
    if (width <= 0 || height <= 0) return () => 0;
    const [sideways, down = sideways] = said('maskRepeat').split(' ').map((each) => each === 'repeat-x' ? 'repeat' : each);
    const [x0, y0] = [length(left, box.width - width) ?? 0, length(top, box.height - height) ?? 0];
    const rows = said('maskRepeat') === 'repeat-x' ? 'no-repeat' : down, columns = said('maskRepeat') === 'repeat-y' ? 'no-repeat' : sideways;
    const alpha = gradient(image, said('maskMode') === 'luminance', width, height);
    const into = (at, size, repeat) => repeat === 'no-repeat' ? at : ((at % size) + size) % size;
    return (x, y) => {
      const u = into(x - x0, width, columns), v = into(y - y0, height, rows);
      return u < 0 || v < 0 || u > width || v > height ? 0 : alpha(u, v);
    };
  };
  // Tells how opaque a mask leaves a point of the viewport.
  const mask = (style, box) => {
    const layers = parts(style.maskImage).map((image, i) => layer(style, i, image, box));
    const how = style.maskComposite;
    const joined = (all) => /subtract|exclude/.test(how) && all.length > 1 ? Math.max(0, all[0] - Math.min(...all.slice(1))) :
      /intersect/.test(how) ? Math.min(...all) : Math.max(...all);
    return (x, y) => x < box.left || y < box.top || x > box.right || y > box.bottom ? 0 :
      joined(layers.map((each) => each(x - box.left, y - box.top)));
  };
  // Whether masks leave next to nothing of a text. What is scrolled may come to stand anywhere in them.
  const erased = (masks, box) => masks.some(({ alpha, area, moves }) => {
    const { left, top, width, height } = moves ? area : box;
    let shown = 0;
    for (let i = 0; i < GRID; i++) {
      for (let k = 0; k < GRID; k++) if (alpha(left + width * (i + 0.5) / GRID, top + height * (k + 0.5) / GRID) >= 0.1) shown++;
    }
    return shown < GRID * GRID / 8;
  });
  return { channels, near, mixed, filtered, through, blended, mask, erased };
})()
