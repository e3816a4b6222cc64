// Writes down what a person can see of one frame, as plain HTML for a converter to Markdown: fields with what they hold
// now, frames as numbered marks, no script and no style. It only reads. What it gives is
// { html, frames: the elements whose marks are in `html`, cut: whether the page was longer than `most` characters }.
(most) => {
  const isSecret = SECRET_FIELD;                          // put in place by dom.py
  const sight = SIGHT;                                    // and this
  const SKIPPED = new Set(['script', 'style', 'template', 'noscript', 'head', 'meta', 'link', 'title', 'base', 'datalist',
    'param', 'source', 'track', 'area', 'option', 'optgroup', 'rp']);
  const KEPT = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote', 'pre', 'code',
    'table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'caption']);
  const FRAMING = new Set(['navigation', 'banner', 'contentinfo', 'complementary']);
  const SECTIONS = 'article,section,main,[role=main],[role=article],dialog';
  const BUTTONS = /^(?:button|submit|reset)$/;
  const LONGEST_LINK = 300, LONGEST_FLAT = 1000, MOST_OPTIONS = 20, SHORTEST_SECRET = 4, MOST_FRAMES = 50, PIXEL = 3;
  const secrets = new Set(), frames = [], out = [];
  let size = 0, cut = false;

  const put = (text) => { out.push(text); size += text.length; if (size > most) cut = true; };
  // Private characters are the marks of this script and the letters of icon fonts: a page's own are dropped.
  const escaped = (text) => text.replace(/[\uE000-\uF8FF]/g, '').replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  const quoted = (text) => escaped(text).replace(/"/g, '&quot;');
  const line = (text) => String(text || '').replace(/\s+/g, ' ').trim();
  const words = (text, c) => c.cell ? escaped(text).replace(/\|/g, '\\|') : escaped(text);

  const named = (el) => line(el.getAttribute('aria-label') || el.getAttribute('placeholder') || el.getAttribute('title'));
  const told = (kind, el, value) => { const name = named(el); return `[${kind}${name ? ` "${name}"` : ''}${value === '' ? '' : ': ' + value}]`; };
  const address = (raw) => {
    let url;
    try { url = new URL(raw, document.baseURI); } catch { return ''; }
    if (!/^https?:$/.test(url.protocol)) return /^(?:mailto|tel):$/.test(url.protocol) ? url.href : '';
    url.username = url.password = '';
    const text = url.origin === location.origin ? url.pathname + url.search + url.hash : url.href;
    return text.length > LONGEST_LINK ? '' : text;
  };

  const leads = (el) => el.hasAttribute('href') ? address(el.getAttribute('href')) : '';

  const textField = (el) => {
    if (isSecret(el)) {
      const value = String(el.value ?? el.textContent);
      if (value.length >= SHORTEST_SECRET) secrets.add(value);
      return told('field', el, value ? 'value withheld' : 'empty');
    }
    const value = el.type === 'file' ? [...el.files].map((file) => file.name).join(', ') : el.value;
    return told('field', el, value.trim() || 'empty');
  };
  const choice = (el) => {
    const labels = (options) => [...options].map((option) => line(option.label || option.text));
    const all = labels(el.options), shown = all.slice(0, MOST_OPTIONS).join(' | ');
    const chosen = labels(el.selectedOptions).join(', ') || 'nothing';
    return told('choice', el, `${chosen}; of ${shown}${all.length > MOST_OPTIONS ? ` and ${all.length - MOST_OPTIONS} more` : ''}`);
  };
  const field = (el) => {
    const type = el.localName === 'input' ? el.type : el.localName;
    if (type === 'hidden') return '';
    if (type === 'checkbox' || type === 'radio') return el.checked ? '[x]' : '[ ]';
    if (BUTTONS.test(type)) return `[${line(el.value) || type}]`;
    if (type === 'image') return `[${line(el.alt) || 'button'}]`;
    return type === 'select' ? choice(el) : textField(el);
  };
  // What is drawn by itself and holds nothing to be written down further; null for all else.
  const replaced = (el, tag, c) => {
    if (tag === 'input' || tag === 'textarea' || tag === 'select') return ` ${words(field(el), c).replace(/\n/g, c.flat ? ' ' : '<br>')} `;
    if (tag === 'img') {
      const alt = quoted(line(el.alt || el.title)), src = quoted(address(el.currentSrc || el.src));
      return alt || src ? `<img alt="${alt}" src="${src}">` : '';
    }
    if (tag === 'svg') {
      const label = el.getAttribute('aria-label') || el.querySelector(':scope > title')?.textContent;
      return words(line([label, ...[...el.querySelectorAll('text')].map((text) => text.textContent)].filter(Boolean).join(' ')), c);
    }
    if (/^(?:canvas|video|audio|object|embed)$/.test(tag)) return escaped(told(tag, el, ''));
    if (tag === 'progress' || tag === 'meter') return `[${el.value} of ${el.max}]`;
    if (tag === 'math') return words(line(el.textContent), c);
    if (tag === 'br') return c.flat ? ' ' : '<br>';
    if (tag === 'hr') return c.flat ? ' ' : '<hr>';
    if (tag === 'iframe' || tag === 'frame') {
      const r = el.getBoundingClientRect();
      if (r.width < PIXEL || r.height < PIXEL) return '';
      if (frames.length >= MOST_FRAMES) return '[frame]';
      frames.push(el);
      return `<p>\uE002${frames.length - 1}\uE003</p>`;
    }
    return null;
  };

  const role = (el) => (el.getAttribute('role') || '').trim().split(/\s+/)[0].toLowerCase();
  const framing = (el, tag) =>
    FRAMING.has(role(el)) || tag === 'nav' || tag === 'aside' || ((tag === 'header' || tag === 'footer') && !el.parentElement?.closest(SECTIONS));
  const headingTag = (el, tag) => {
    if (role(el) === 'heading') return 'h' + Math.min(6, Math.max(1, parseInt(el.getAttribute('aria-level')) || 2));
    return tag;
  };
  // What goes before and after the content of an element, and how what is inside of it is written.
  const around = (el, tag, style, c) => {
    const inner = { ...c };
    const inline = style.display.startsWith('inline') || style.display === 'contents' || style.display.startsWith('ruby');
    const apart = style.display === 'inline' || style.display === 'contents' ? '' : ' ';
    const struck = style.textDecorationLine.includes('line-through') && !c.struck ? '~~' : '';
    inner.struck = c.struck || Boolean(struck);
    inner.pre = /^(?:pre|break-spaces)/.test(style.whiteSpaceCollapse || style.whiteSpace) || style.whiteSpace.startsWith('pre');
    let before = '', after = '';
    if (!c.aside && !c.flat && framing(el, tag)) {
      inner.aside = true;
      [before, after] = ['<p>\uE000</p>', '<p>\uE001</p>'];
    }
    const short = (tag === 'a' || tag === 'button' || role(el) === 'button') && el.textContent.length <= LONGEST_FLAT;
    const href = short && tag === 'a' && !c.linked ? leads(el) : '';
    const kept = headingTag(el, tag);
    if (!c.flat && KEPT.has(kept)) {
      const spans = ['colspan', 'start', 'value'].map((name) => el.hasAttribute(name) ? ` ${name}="${parseInt(el.getAttribute(name)) || 1}"` : '').join('');
      before += `<${kept}${spans}>`;
      after = `</${kept}>` + after;
      if (kept === 'td' || kept === 'th' || kept === 'caption') inner.flat = inner.cell = true;
      if (/^h\d$/.test(kept)) inner.flat = true;
    } else if (c.flat) {
      [before, after] = inline ? [apart, apart] : [' ', ' '];
    } else {
      before += inline ? apart : '<div>';
      after = (inline ? apart : '</div>') + after;
    }
    inner.short = c.short || short;
    if (short) inner.flat = true;
    if (href) {
      inner.linked = true;
      before += `<a href="${quoted(href)}">`;
      after = '</a>' + after;
    } else if (short && tag !== 'a' && !c.button) {
      inner.button = true;
      before += '[';
      after = ']' + after;
    }
    return { before: before + struck, after: struck + after, inner };
  };
  const drawn = (el, pseudo) => {
    const said = /^"((?:[^"\\]|\\.)*)"/.exec(getComputedStyle(el, pseudo).content || '');
    return said ? said[1].replace(/\\(.)/g, '$1') : '';
  };
  // What a widget that is built from other elements shows by its looks alone, and a native one by itself; and that what
  // is raised is no more of the number before it.
  const state = (el, short) => {
    const checked = el.getAttribute('aria-checked');
    if (checked) return `[${checked === 'true' ? 'x' : checked === 'mixed' ? '-' : ' '}] ` + (short || el.textContent.trim() ? '' : named(el) + ' ');
    if (el.getAttribute('aria-pressed') === 'true') return '(pressed) ';
    if (el.getAttribute('aria-selected') === 'true' && role(el) === 'tab') return '(chosen) ';
    if (/^(?:slider|progressbar|meter|spinbutton)$/.test(role(el)) && el.hasAttribute('aria-valuenow')) {
      const most = el.getAttribute('aria-valuemax'), now = el.getAttribute('aria-valuetext') || el.getAttribute('aria-valuenow');
      return told(role(el), el, line(now) + (most && !el.hasAttribute('aria-valuetext') ? ` of ${line(most)}` : '')) + ' ';
    }
    return el.localName === 'sup' ? '^' : '';
  };
  const visitText = (node, c) => {
    if (!c.seen) return;
    let text = words(node.data, c);
    if (c.pre && !c.code) text = text.replace(/\n/g, c.flat ? ' ' : '<br>');
    put(text);
  };
  const visit = (el, given, stack) => {
    const tag = el.localName;
    if (SKIPPED.has(tag)) return;
    const style = getComputedStyle(el);
    // A child of a shadow host without a slot has no style, and is not drawn.
    if (style.display === 'none' || !style.display) return;
    if (style.display !== 'contents' && !el.checkVisibility()) return;
    const { inner } = sight.look(el, style, el.getBoundingClientRect(), el.firstChild ? sight.ownText(el) : '', given.sight);
    if (inner.hidden && !el.firstElementChild && !el.shadowRoot) return;
    const c = { ...given, sight: inner, seen: style.visibility === 'visible' && !inner.hidden };
    const whole = replaced(el, tag, c);
    if (whole !== null) {
      if (c.seen) put(whole);
      return;
    }
    if (style.contentVisibility === 'hidden') return;
    if (el.isContentEditable && !given.editable) {
      c.editable = true;
      if (isSecret(el)) { if (c.seen) put(escaped(textField(el))); return; }
    }
    const { before, after, inner: inside } = around(el, tag, style, c);
    inside.code = c.code || tag === 'pre';
    // Of closed details nothing but the summary is drawn, and what they hold as bare text has no style that says so.
    const shut = tag === 'details' && !el.open;
    const nodes = shut ? [el.querySelector(':scope > summary')].filter(Boolean) : sight.children(el);
    const closed = tag === 'summary' && el.parentElement?.localName === 'details' && !el.parentElement.open;
    const closing = (c.seen ? words(drawn(el, '::after'), inside) : '') + (closed ? ' (closed)' : '') + after;
    const opening = before + (c.seen ? words(state(el, inside.short), inside) : '');
    if (inside.short && !c.short) stack.push([{ from: out.length, before: opening, after: closing, el, c: inside }, null]);
    else {
      put(opening);
      stack.push([closing, null]);
    }
    if (c.seen) put(words(drawn(el, '::before'), inside));
    for (let i = nodes.length - 1; i >= 0; i--) stack.push([nodes[i], inside]);
  };

  // A link or button of which nothing but an icon is drawn is told by its name, or where it leads; one without is left out.
  const close = ({ from, before, after, el, c }) => {
    const shown = out.splice(from).join('').trim();
    const name = shown ? '' : named(el) || line(el.textContent).slice(0, 80) || leads(el).slice(0, 80);
    if (shown || (c.seen && name)) put(before + (shown || words(name, c)) + after);
  };
  const stack = [[document.body || document.documentElement, {
    sight: sight.begin(), seen: true, flat: false, cell: false, linked: false, button: false, aside: false, pre: false, code: false,
    struck: false, editable: false, short: false,
  }]];
  while (stack.length) {
    const [node, c] = stack.pop();
    if (typeof node === 'string') put(node);
    else if (node.before !== undefined && !node.nodeType) close(node);
    else if (cut) continue;
    else if (node.nodeType === 3) visitText(node, c);
    else if (node.nodeType === 1) visit(node, c, stack);
  }
  let html = out.join('');
  for (const secret of secrets) {
    for (const form of [escaped(secret), quoted(secret), encodeURIComponent(secret)]) {
      const exact = form.replace(/[.*+?^${}()|[\]\\\/]/g, '\\$&');
      html = html.replace(new RegExp(`(?<![\\p{L}\\p{N}])${exact}(?![\\p{L}\\p{N}])`, 'gu'), '(withheld)');
    }
  }
  return { html, frames, cut };
}
