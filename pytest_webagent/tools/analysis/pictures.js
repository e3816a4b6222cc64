// Finds the pictures of one frame that a person can see by scrolling. It only reads. What it gives is
// { pictures: facts of the first of them, elements: where each is drawn, sources: their addresses in full, total: how many there
// are, frames: frames within }.
() => {
  const sight = SIGHT;                                    // put in place by pictures.py
  const SKIPPED = new Set(['script', 'style', 'template', 'noscript', 'head', 'meta', 'link', 'title', 'base']);
  // A drawing or a background smaller than this is an icon; an image smaller than the second is there to count visitors.
  const ICON = 32, PIXEL = 3, MOST = 1000, LONGEST_CAPTION = 200, LONGEST_TEXT = 5000, HIGHEST = 4;
  const pictures = [], elements = [], sources = [], frames = [];
  let total = 0;
  const line = (text) => String(text || '').replace(/\s+/g, ' ').trim();

  const byId = (el, name) => line((el.getAttribute(name) || '').split(/\s+/).filter(Boolean)
    .map((id) => el.getRootNode().getElementById?.(id)?.innerText || '').join(' '));
  const nearby = (el) => {
    let outer = el.parentElement;
    for (let steps = 0; outer && outer !== document.body && steps < HIGHEST; outer = outer.parentElement, steps++) {
      if (outer.textContent.length > LONGEST_TEXT || outer.querySelectorAll('img,svg,canvas').length > 1) break;
      const text = line(outer.innerText);
      if (text) return text.length <= LONGEST_CAPTION ? text : text.slice(0, LONGEST_CAPTION - 1) + '…';
    }
    for (const beside of [el.nextElementSibling, el.previousElementSibling]) {
      const text = beside && !SKIPPED.has(beside.localName) && !beside.querySelector('img,svg,canvas') && beside.textContent.length <= LONGEST_TEXT ? line(beside.innerText) : '';
      if (text && text.length <= LONGEST_CAPTION) return text;
    }
    return '';
  };
  const caption = (el) => line(el.closest('figure')?.querySelector('figcaption')?.innerText).slice(0, 1000) || byId(el, 'aria-describedby') || nearby(el);
  const add = (el, r, kind, source, more) => {
    total++;
    if (pictures.length >= MOST) return;
    const labelled = el.getAttribute('aria-label') || byId(el, 'aria-labelledby');
    pictures.push({
      kind, src: source.startsWith('data:') ? source.slice(0, 40) + (source.length > 40 ? '…' : '') : source.slice(0, 2000),
      alt: line(el.alt || labelled).slice(0, 1000), title: line(el.getAttribute('title')).slice(0, 1000),
      width: Math.round(r.width), height: Math.round(r.height), caption: caption(el),
      natural_width: 0, natural_height: 0, state: 'loaded', ...more,
    });
    elements.push(el);
    sources.push(source);
  };

  const addresses = (value) => [...String(value).matchAll(/url\("((?:[^"\\]|\\.)*)"\)/g)].map((found) => found[1].replace(/\\(.)/g, '$1'));
  const backgrounds = (el, style, r) => {
    if (r.width < ICON || r.height < ICON) return;
    const before = getComputedStyle(el, '::before'), after = getComputedStyle(el, '::after');
    const shown = (pseudo) => pseudo.content !== 'none' && pseudo.display !== 'none' ? [pseudo.backgroundImage, pseudo.content] : [];
    const values = [style.backgroundImage, ...shown(before), ...shown(after)];
    for (const source of new Set(values.flatMap(addresses))) add(el, r, 'background', source, {});
  };
  const image = (el, r) => {
    const source = el.currentSrc || el.src;
    if (!source) return;
    const state = !el.complete ? 'loading' : el.naturalWidth ? 'loaded' : 'broken';
    if (el.localName === 'img' && state === 'loaded' && (r.width < PIXEL || r.height < PIXEL)) return;
    const picture = el.parentElement?.localName === 'picture';
    add(el, r, picture ? 'picture' : 'img', source,
      el.localName === 'img' ? { state, natural_width: el.naturalWidth, natural_height: el.naturalHeight } : {});
  };
  const visit = (el, given, stack) => {
    const tag = el.localName;
    if (SKIPPED.has(tag)) return;
    const style = getComputedStyle(el);
    if (style.display === 'none' || !style.display || style.contentVisibility === 'hidden') return;
    if (style.display !== 'contents' && !el.checkVisibility()) return;
    const r = el.getBoundingClientRect();
    const { inner } = sight.look(el, style, r, '', given);
    const seen = style.visibility === 'visible' && !inner.hidden;
    if (seen) {
      backgrounds(el, style, r);
      if (tag === 'img' || (tag === 'input' && el.type === 'image')) image(el, r);
      else if (tag === 'canvas' && r.width >= ICON && r.height >= ICON) add(el, r, 'canvas', '', {});
      else if (tag === 'svg' && r.width >= ICON && r.height >= ICON) {
        add(el, r, 'svg', '', el.hasAttribute('aria-label') ? {} : { alt: line(el.querySelector(':scope > title')?.textContent) });
      } else if ((tag === 'iframe' || tag === 'frame') && r.width >= PIXEL && r.height >= PIXEL && frames.length < 50) frames.push(el);
    }
    if (tag === 'svg') return;
    const nodes = sight.children(el);
    for (let i = nodes.length - 1; i >= 0; i--) if (nodes[i].nodeType === 1) stack.push([nodes[i], inner]);
  };
  const stack = [[document.body || document.documentElement, sight.begin()]];
  while (stack.length) visit(...stack.pop(), stack);
  return { pictures, elements, sources, frames, total };
}
