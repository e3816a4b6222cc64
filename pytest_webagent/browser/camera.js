// Where in a document, or in a shadow root of it, something stands that no picture may show. Boxes are [x, y, width, height]. `values` are
// secrets, each with whether it is hardly there by chance: what is not is one as a whole word only.
// Also what its secret fields hold, and whether an element may have a closed shadow root, which only the browser's debugger sees into.
({ values, root }) => {
  const isSecret = SECRET_FIELD;                          // put in place by camera.py, and so is the next
  const styleWrites = STYLE_WRITES;
  const FIELDS = 'input, textarea, [contenteditable]:not([contenteditable=false]), [role=textbox], [role=searchbox], [role=combobox], ' +
    '[role=spinbutton], [role=slider]';
  const CHOICES = /^(?:checkbox|radio|button|submit|reset|image|file|hidden)$/;
  const HOSTS = new Set(['div', 'span', 'section', 'article', 'main', 'header', 'footer', 'nav', 'aside', 'p']);
  const MADE = ['::before', '::after'];
  const GROUPED = /^\d{6,}$/;                             // figures that are often parted into groups
  const boxes = [], fields = [], roots = [root || document];
  let suspected = false;
  const valueOf = (el) => String('value' in el ? el.value ?? '' : el.textContent);
  const up = (node) => node.assignedSlot || node.parentElement || node.getRootNode().host;
  const pixels = (text) => (text.match(/-?[\d.]+(?=px)/g) || []).reduce((sum, each) => sum + Math.abs(each), 0);

  // The box that a node is drawn in, which is its parent's where it has none, and how far out of its place it is drawn
  // once more, by shadows and the like; null where nobody sees it.
  const drawn = (node) => {
    let box = null, reach = 0;
    const first = node.localName ? node : up(node);
    for (let el = first; el; el = up(el)) {
      const style = getComputedStyle(el);
      // Both are inherited.
      if (el === first && style.visibility !== 'visible') return null;
      if (el === first) reach = pixels(style.textShadow + style.webkitTextStrokeWidth);
      if (style.display === 'contents') continue;
      if ((!box && !el.checkVisibility()) || style.opacity === '0') return null;
      box ||= el;
      reach += style.webkitBoxReflect !== 'none' || style.filter.includes('url(') ? Infinity : pixels(style.filter);
    }
    if (!box) return null;
    const { width, height } = box.getBoundingClientRect();
    return { box, reach: reach && reach * Math.max(1, width / box.offsetWidth || Infinity, height / box.offsetHeight || Infinity) };
  };
  const put = ({ x, y, width, height }, reach) => {
    // Where it is not known how far it reaches, it may stand anywhere.
    if (reach === Infinity) boxes.push([0, 0, innerWidth, innerHeight]);
    else if (width > 0 && height > 0) boxes.push([x - reach, y - reach, width + 2 * reach, height + 2 * reach]);
  };
  const cover = (node, further = 0) => {
    const seen = drawn(node);
    if (!seen) return;
    const reach = seen.reach + further;
    const inside = document.createRange();
    inside.selectNodeContents(node);
    if (!node.localName) for (const rect of inside.getClientRects()) put(rect, reach);
    else {
      put(seen.box.getBoundingClientRect(), reach);
      // What is written into other elements may stand out of them.
      put(inside.getBoundingClientRect(), reach);
    }
  };
  const maybeHost = (el) => {
    const tag = el.localName;
    if (tag.includes('-') ? !el.matches(':defined') : el.firstChild || !HOSTS.has(tag)) return false;
    const { width, height } = el.getBoundingClientRect();
    return width > 0 && height > 0 && (tag.includes('-') || el.computedStyleMap().get('height')?.value === 'auto');
  };

  for (const each of roots) {
    for (const el of each.querySelectorAll('*')) {
      if (el.shadowRoot) roots.push(el.shadowRoot);
      else suspected ||= maybeHost(el);
    }
    for (const el of each.querySelectorAll(FIELDS)) if (el.localName !== 'select' && !CHOICES.test(el.type)) fields.push(el);
  }
  const secret = fields.filter((el) => valueOf(el) && isSecret(el));
  secret.forEach((el) => cover(el));

  // Letters of any width and case (some have two capitals, or one with a dot), what nobody sees left out, and one blank for all that is blank.
  const fold = (text) => text.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '').replace(/\s+/g, ' ').toUpperCase().toLowerCase().replaceAll('\u0307', '');
  const solid = (text) => text.replaceAll(' ', '');
  const kept = values.map(([value, strong]) => [fold(value).trim(), strong]).filter(([value]) => value);
  const parted = [...new Set(kept.filter(([, strong]) => strong).map(([value]) => solid(value)))].filter((value) => /\D/.test(value));
  const wanted = kept.map(([value, strong]) => {
    const signs = [...value].map((sign) => sign.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&'));
    const said = signs.join(GROUPED.test(value) ? '[ .-]?' : '');
    return new RegExp(strong ? said : `(?<![\\p{L}\\p{N}_])${said}(?![\\p{L}\\p{N}_])`, 'u');
  });
  const says = (folded) => wanted.some((one) => one.test(folded));
  const tells = (text) => Boolean(text) && says(fold(text));
  // The texts of what is no text of the document.
  const said = (el) => {
    if (el.localName === 'select') {
      const lines = el.multiple || el.size > 1 ? el.querySelectorAll('option, optgroup') : el.selectedOptions;
      return [...lines].map((one) => one.label).join('\n');
    }
    if (el.localName === 'img') return el.complete && el.naturalWidth ? '' : el.getAttribute('alt') ?? el.title;
    if (el.localName === 'input' && CHOICES.test(el.type)) {
      if (el.type === 'image') return el.getAttribute('alt') ?? (el.title || el.value);
      return /^(?:checkbox|radio|hidden)$/.test(el.type) ? '' : el.value;
    }
    return el.localName === 'use' ? el.getRootNode().querySelector(`[id="${CSS.escape(el.href.baseVal.slice(1))}"]`)?.textContent : '';
  };
  // What a style writes, as one text.
  const written = (content) => content.replace(/" "/g, '').replace(/\\(?:([0-9a-f]{1,6}) ?|(.))/gi, (_, code, sign) => sign ?? String.fromCodePoint(parseInt(code, 16)));
  const moved = (el, style) => style.position !== 'static' || style.float !== 'none' || /^-| -/.test(style.margin + ' ' + style.textIndent) ||
    [style.transform, style.translate, style.rotate, style.scale].some((way) => way !== 'none') ||
    (el.clientWidth && (el.scrollWidth > el.clientWidth || el.scrollHeight > el.clientHeight));
  const coverMade = (el) => {
    for (const part of MADE) {
      const style = getComputedStyle(el, part);
      const { content } = style;
      if (content === 'none' || content === 'normal' || !tells(written(content)) || style.display === 'none' || style.visibility !== 'visible' || style.opacity === '0') continue;
      cover(el, moved(el, style) ? Infinity : pixels(style.textShadow + style.filter));
    }
    const { display, listStyleType } = getComputedStyle(el);
    if (display.includes('list-item') && tells(written(listStyleType + getComputedStyle(el, '::marker').content))) cover(el, Infinity);
  };
  const addParted = (pieces, found) => {
    const all = pieces.map(([, text]) => text).join('');
    for (const value of parted) {
      for (let at = all.indexOf(value), i = 0, start = 0; at >= 0; at = all.indexOf(value, at + 1)) {
        while (start + pieces[i][1].length <= at) start += pieces[i++][1].length;
        for (let j = i, from = start; from < at + value.length; from += pieces[j++][1].length) found.add(pieces[j][0]);
      }
    }
  };
  const coverTexts = (each) => {
    const pieces = [], found = new Set();
    const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode;
      if (/^(?:script|style)$/.test(node.parentNode.localName)) continue;
      const text = fold(node.data);
      if (says(text)) found.add(node);
      pieces.push([node, solid(text)]);
    }
    if (parted.length) {
      addParted(pieces, found);
      // What is not drawn does not part what is.
      addParted(pieces.filter(([{ parentElement: el }]) => el && (el.checkVisibility() || getComputedStyle(el).display === 'contents')), found);
    }
    found.forEach((node) => cover(node));
  };
  if (kept.length) {
    fields.filter((el) => !secret.includes(el) && tells(valueOf(el) || el.placeholder)).forEach((el) => cover(el));
    for (const each of roots) {
      for (const el of each.querySelectorAll('*')) {
        if (tells(said(el))) cover(el);
        coverMade(el);
      }
      coverTexts(each);
    }
  }
  // What nobody can tell the place of.
  let barred = '';
  if (kept.length && roots.some((each) => styleWrites(each, (css) => tells(written(css))))) barred = 'a style writes a secret on the page';
  const hides = boxes.length > 0 || kept.length > 0;
  if (hides && !root && document.querySelector(':is(:active-view-transition)')) barred = 'a transition draws the page as it was before';
  return { boxes, suspected, held: secret.map(valueOf), barred, watched: hides ? roots : [] };
}
