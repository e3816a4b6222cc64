// Reads from one frame what Playwright's snapshot leaves out. It only reads: no attribute, node, focus, scroll
// position or global of the page changes. The answer is one text (a text crosses the wire fastest, and building it
// by hand survives pages that tamper with JSON): a record per line, its fields parted by tabs.
//   P  the frame itself            key=value ...
//   F  an iframe                   box, key=value ...
//   E  an element                  box, tag, role, key=value ...
//   B  a break between two texts   boxes of what it stands in, the text before, the text after
// A box is "x,y,w,h", rounded exactly as the snapshot rounds it: it is the key that joins the two.
() => {
  const SKIPPED = new Set(['script', 'style', 'template', 'noscript', 'head', 'meta', 'link', 'title', 'base']);
  const OPAQUE = new Set(['canvas', 'video', 'embed', 'object']);
  const CONTROLS = new Set(['a', 'button', 'summary', 'input', 'select', 'textarea', 'area']);
  const HOSTS = new Set(['div', 'span', 'section', 'article', 'main', 'header', 'footer', 'nav', 'aside', 'p']);
  const PRESSED = 'a[href], button, summary, label, select, [role=button], [role=link], [role=tab], [role=menuitem], [role=option]';
  const NAMED_BY_TEXT = /^(?:td|th|a|button|h[1-6]|summary|option)$/;
  const VALUE_ROLES = /^(?:slider|spinbutton|progressbar|meter|scrollbar)$/;
  const TEST_IDS = ['data-testid', 'data-test-id', 'data-test', 'data-qa', 'data-cy'];
  const ICON = /^(?:fa|fas|far|fab|bi|mdi|icon|icons|glyphicon|ti|ri|ph|la|lucide|feather|octicon|i)-(.+)$/;
  const isSecret = SECRET_FIELD;                          // put in place by page_facts.py
  const sight = SIGHT;                                    // and this
  const records = [];
  let panel = null;

  const clean = (text) => String(text).replace(/[\\\t\n\r]/g, (c) =>
    c === '\\' ? '\\\\' : c === '\t' ? '\\t' : c === '\n' ? '\\n' : '\\r');
  const key = (r) => Math.round(r.x) + ',' + Math.round(r.y) + ',' + Math.round(r.width) + ',' + Math.round(r.height);
  const boxOf = (el) => key(el.getBoundingClientRect());
  const up = (el) => el.assignedSlot || el.parentElement || (el.getRootNode().host ?? null);
  const shorten = (text, most) => {
    const plain = text.replace(/\s+/g, ' ').trim();
    return plain.length > most ? plain.slice(0, most) : plain;
  };
  const chain = (el) => {
    const boxes = [];
    for (let e = up(el); e && boxes.length < 8; e = up(e)) boxes.push(boxOf(e));
    return boxes.join(';');
  };
  const path = (el) => {
    const steps = [];
    for (let e = el; e; e = e.parentNode) {
      if (e.nodeType === 9) return steps.join('/');
      if (e.nodeType !== 1 || !/^[\w.:-]+$/.test(e.localName)) return '';
      let nth = 1;
      for (let s = e.previousElementSibling; s; s = s.previousElementSibling) if (s.nodeName === e.nodeName) nth++;
      const name = e.namespaceURI === document.documentElement.namespaceURI && !e.localName.includes(':') ?
        e.localName : `*[local-name()="${e.localName}"]`;
      steps.unshift(e === document.documentElement ? 'ancestor-or-self::*[last()]' : nth > 1 || e.nextElementSibling ? `${name}[${nth}]` : name);
    }
    return '';
  };
  const hasText = (el) => {
    const walker = document.createTreeWalker(el, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) if (/\S/.test(walker.currentNode.data)) return true;
    return false;
  };
  const iconOf = (el) => {
    const use = el.localName === 'use' ? el : el.querySelector('use');
    const href = use && (use.getAttribute('href') || use.getAttribute('xlink:href'));
    if (href && href.includes('#')) return href.slice(href.indexOf('#') + 1).replace(/^(?:icon|i|svg)[-_]/, '');
    const image = el.localName === 'img' ? el : el.querySelector('img');
    if (image && image.getAttribute('src') && !image.src.startsWith('data:')) {
      return image.getAttribute('src').split(/[?#]/)[0].split('/').pop().replace(/\.\w+$/, '');
    }
    for (const e of [el, ...el.querySelectorAll('svg,i,span,[data-icon]')].slice(0, 6)) {
      if (e.getAttribute('data-icon')) return e.getAttribute('data-icon');
      for (const token of (e.getAttribute('class') || '').split(/\s+/)) {
        const icon = ICON.exec(token);
        if (icon && !/^(?:\d?x[sl]|lg|sm|md|fw|spin|\dx|solid|regular)$/.test(icon[1])) return icon[1];
      }
    }
    return '';
  };
  const describe = (el) => {
    const parts = [];
    const say = (word, value) => { if (value) parts.push(`${word} "${shorten(value, 60)}"`); };
    say('title', el.getAttribute('title') || el.querySelector('[title]')?.getAttribute('title'));
    say('test id', TEST_IDS.map((name) => el.getAttribute(name)).find(Boolean));
    say('icon', iconOf(el));
    if (parts.length < 2) say('name', el.getAttribute('name') || el.id);
    if (!parts.length) say('class', (el.getAttribute('class') || el.firstElementChild?.getAttribute('class') || '').split(/\s+/).slice(0, 3).join(' '));
    return parts.join(', ');
  };

  const fieldFacts = (el, tag, role, facts) => {
    const type = tag === 'input' ? el.type : '';
    if (type === 'hidden') return;
    const native = tag === 'input' || tag === 'textarea' || tag === 'select';
    facts.push('field=1');
    if (/^(?:date|time|datetime-local|month|week|color|file|email|number|range)$/.test(type)) facts.push('state=type=' + type);
    if (el.required || el.getAttribute('aria-required') === 'true') facts.push('state=required');
    if ((native && el.readOnly) || el.getAttribute('aria-readonly') === 'true') facts.push('state=readonly');
    if (type === 'range' || type === 'number') {
      if (el.min !== '') facts.push('state=min=' + clean(el.min));
      if (el.max !== '') facts.push('state=max=' + clean(el.max));
    }
    if (type === 'file') {
      facts.push('value=' + clean(Array.from(el.files, (f) => f.name).join(', ')));
      if (el.multiple) facts.push('state=multiple');
      if (el.accept) facts.push('state=accepts=' + clean(shorten(el.accept, 60)));
    } else if (!/^(?:checkbox|radio|button|submit|reset|image)$/.test(type) && tag !== 'select' && isSecret(el)) {
      facts.push('secret=' + ((native ? el.value : el.textContent) ? 'filled' : 'empty'));
    } else if (native && tag !== 'select' && /[^\S ]|  |^ | $/.test(el.value)) {
      facts.push('value=' + clean(el.value.slice(0, 20000)));
    } else if (!native && VALUE_ROLES.test(role)) {
      facts.push('value=' + clean(el.getAttribute('aria-valuetext') || el.getAttribute('aria-valuenow') || ''));
    } else if (!native && el.isContentEditable) {
      facts.push('value=' + clean((el.innerText || '').slice(0, 20000).trim()));
      facts.push('editable=1');
    }
    if (native && el.willValidate && el.matches(':user-invalid') && el.validationMessage) {
      facts.push('state=invalid: ' + clean(shorten(el.validationMessage, 120)));
    }
    if (native && !el.labels?.length && !el.getAttribute('aria-label')) facts.push('about=' + clean(describe(el)));
  };
  const stateFacts = (el, tag, role, facts) => {
    const state = (name, value, said) => { if (el.getAttribute(name) === value) facts.push('state=' + said); };
    state('aria-expanded', 'false', 'collapsed');
    state('draggable', 'true', 'draggable');
    const current = el.getAttribute('aria-current');
    if (current && current !== 'false') facts.push(current === 'step' ? 'state=current=step' : 'state=current');
    const sort = el.getAttribute('aria-sort');
    if (sort && sort !== 'none') facts.push('state=sort=' + clean(sort));
    if (tag === 'summary') facts.push('click=1', 'state=' + (el.parentElement?.open ? 'expanded' : 'collapsed'));
    if (tag === 'progress' || tag === 'meter') facts.push('value=' + (tag === 'meter' ? el.value : el.position < 0 ? '' : el.value + '/' + el.max));
    if ((tag === 'dialog' && el.matches(':modal')) || el.getAttribute('aria-modal') === 'true') facts.push('state=modal');
  };
  const frameFacts = (el, r) => {
    let index = -1;
    for (let i = 0; i < window.length; i++) if (window[i] === el.contentWindow) index = i;
    const style = getComputedStyle(el);
    const sx = el.offsetWidth ? r.width / el.offsetWidth : 1;
    const sy = el.offsetHeight ? r.height / el.offsetHeight : 1;
    const dx = (el.clientLeft + parseFloat(style.paddingLeft)) * sx + r.x;
    const dy = (el.clientTop + parseFloat(style.paddingTop)) * sy + r.y;
    const name = el.title || el.getAttribute('aria-label') || el.getAttribute('name') || '';
    records.push(['F', key(r), 'index=' + index, `place=${dx},${dy},${sx},${sy}`, 'src=' + clean((el.src || '').slice(0, 500)),
      'about=' + clean(shorten(name, 80))].join('\t'));
  };
  const maybeClosed = (el, tag, style, r) => {
    if (el.shadowRoot || !r.width || !r.height) return false;
    if (tag.includes('-')) return el.matches(':defined') || !el.firstElementChild;
    return HOSTS.has(tag) && !el.firstChild && el.computedStyleMap().get('height')?.value === 'auto' && style.display === 'block';
  };

  // What a person reads where a name for screen readers stands in its place.
  const shownFacts = (el, facts) => {
    const named = el.hasAttribute('aria-label') || el.hasAttribute('aria-labelledby') || el.getAttribute('role') === 'img';
    if (named && el.childElementCount < 8 && el.textContent.length < 300 && hasText(el)) facts.push('shown=' + clean(shorten(el.innerText || '', 200)));
  };

  // The snapshot joins the texts on both sides of a line break, or of a picture without a name, into one word.
  const beside = (el, side) => {
    for (let n = el; n; n = n.parentElement) {
      for (let s = n[side]; s; s = s[side]) {
        const text = s.nodeType === 3 ? s.data : s.nodeType === 1 && !SKIPPED.has(s.localName) ? s.textContent : '';
        if (/\S/.test(text)) return text.replace(/\s+/g, ' ');
      }
      if (!n.parentElement || !getComputedStyle(n.parentElement).display.startsWith('inline')) return '';
    }
    return '';
  };
  const breakFacts = (el) => {
    const before = beside(el, 'previousSibling').slice(-60), after = beside(el, 'nextSibling').slice(0, 60);
    if (/\S$/.test(before) && /^\S/.test(after)) records.push(['B', chain(el), clean(before.trim()), clean(after.trim())].join('\t'));
  };

  const visit = (el, given) => {
    const tag = el.localName;
    if (SKIPPED.has(tag)) return null;
    if (tag === 'br' || (tag === 'img' && !el.alt)) breakFacts(el);
    const style = getComputedStyle(el);
    if (style.display === 'none') return null;
    const r = el.getBoundingClientRect();
    const text = el.firstChild ? sight.ownText(el) : '';
    const role = (el.getAttribute('role') || '').trim().split(/\s+/)[0].toLowerCase();
    const { c, inner } = sight.look(el, style, r, text, given);
    if (inner.deep && (!panel || r.width * r.height > panel.area)) panel = { area: r.width * r.height, el };
    const facts = [];
    if (el.getAttribute('aria-hidden') === 'true' && !sight.drawnElsewhere(el, r)) inner.hidden = true;
    const lost = inner.hidden;
    const seen = style.visibility === 'visible';
    if (tag === 'iframe' || tag === 'frame') frameFacts(el, r);
    const control = CONTROLS.has(tag) || role || el.hasAttribute('onclick') || el.hasAttribute('tabindex');
    const pointed = inner.pointer && !c.pointer;
    const editable = el.hasAttribute('contenteditable') && el.isContentEditable && !up(el)?.isContentEditable;
    if (/^(?:input|select|textarea)$/.test(tag) || editable || /^(?:textbox|searchbox|combobox)$/.test(role) || VALUE_ROLES.test(role)) {
      fieldFacts(el, tag, role, facts);
      // The snapshot gives no reference to a control without an area, though its label may be all there is to click.
      if (!r.width && !r.height && (el.type === 'file' || sight.drawnElsewhere(el, r))) facts.push('path=' + clean(path(el)));
    } else if ((control || pointed) && seen && !hasText(el)) {
      const about = describe(el);
      if (about) facts.push('about=' + clean(about));
    }
    if (seen && !facts.includes('field=1')) shownFacts(el, facts);
    // A wrapper has no node of its own in the snapshot, so each text in what is busy says so.
    const atWork = el.getAttribute('aria-busy') === 'true';
    inner.busy = given.busy || atWork;
    if (atWork || (inner.busy && text)) facts.push('state=busy');
    const clicks = (el.hasAttribute('onclick') || typeof el.onclick === 'function') && r.width > 1 && r.height > 1 && !delegates(el, r);
    // What stands for a control nobody can see is all there is of it to act on.
    const standsIn = tag === 'label' && el.control && r.width > 1 && r.height > 1 && !el.control.checkVisibility({ visibilityProperty: true });
    if (standsIn) facts.push('about=' + clean(`label "${shorten(el.textContent, 60)}"`));
    if ((clicks || standsIn) && !facts.includes('field=1')) facts.push('click=1');
    if (control || tag === 'dialog' || tag === 'progress' || tag === 'meter' || tag === 'th' || tag === 'li' || el.hasAttribute('draggable') || el.hasAttribute('aria-current')) {
      stateFacts(el, tag, role, facts);
    }
    if (OPAQUE.has(tag) && seen && r.width > 4 && r.height > 4) facts.push('opaque=1');
    if (NAMED_BY_TEXT.test(tag) && el.textContent.length > 850) facts.push('long=' + clean(shorten(el.textContent, 20000)));
    if (maybeClosed(el, tag, style, r)) facts.push('closed=1');
    if (lost) {
      facts.push('hidden=1');
      if (text && style.visibility === 'visible') facts.push('text=' + clean(shorten(text, 500)), 'inside=' + chain(el));
    } else if (c.view && r.width + r.height > 0 && !sight.overlaps(r, c.view)) {
      facts.push('clipped=1');
    }
    // What stands within a line has no node of its own in the snapshot: its text is a part of what is around it.
    const inLine = clicks && style.display === 'inline' && hasText(el) && path(el) && !el.parentElement?.closest(PRESSED) && !el.querySelector(PRESSED);
    const struck = !given.struck && !editable && style.textDecorationLine.includes('line-through') && !lost && seen && hasText(el);
    inner.struck = given.struck || struck;
    const struckText = struck && el.textContent.length < 500 &&
      (style.display === 'inline' || [...el.querySelectorAll('*')].every((e) => getComputedStyle(e).display.startsWith('inline')));
    if (struckText) facts.push('struck=1', 'inside=' + chain(el), 'path=' + clean(path(el)));
    else if (struck) facts.push('state=struck through');
    if ((inLine && !lost && seen) || struckText) {
      // The snapshot has the texts as they are written, without those that cannot be seen.
      const written = shorten(el.textContent, 500), shown = shorten(el.innerText, 500);
      const words = written.toLowerCase() === shown.toLowerCase() ? written : shown;
      facts.push('text=' + clean(words), 'before=' + clean(beside(el, 'previousSibling').slice(-60).trim()));
    }
    const lonely = (inLine && !struckText) || facts.some((f) => f === 'opaque=1' || f === 'closed=1' || f === 'editable=1') || (clicks && !hasText(el)) || standsIn;
    if (lonely && !lost && seen) facts.push('inside=' + chain(el), 'path=' + clean(path(el)));
    if (facts.length) records.push(['E', key(r), tag, role, ...facts].join('\t'));
    return tag === 'svg' || OPAQUE.has(tag) ? null : inner;
  };

  // A handler on a large part of a page, or around several controls, is there for what is inside.
  const delegates = (el, r) => el === document.body || el === document.documentElement || r.width * r.height > innerWidth * innerHeight / 2 ||
    el.querySelectorAll(`${PRESSED}, input, textarea, [onclick]`).length > 1;

  const pageFacts = () => {
    let index = -1;
    try {
      if (parent !== window) for (let i = 0; i < parent.length; i++) if (parent[i] === window) index = i;
    } catch { index = -1; }
    const root = document.scrollingElement || document.documentElement;
    let top = root.scrollTop;
    let below = root.scrollHeight - innerHeight - root.scrollTop;
    // An application that scrolls one big panel in place of the document.
    if (below <= 0 && top <= 0 && panel && panel.area > innerWidth * innerHeight / 2) {
      top = Math.abs(panel.el.scrollTop);
      below = panel.el.scrollHeight - panel.el.clientHeight - top;
    }
    return ['P', 'index=' + index, 'width=' + innerWidth, 'height=' + innerHeight, 'above=' + Math.max(0, Math.round(top)),
      'below=' + Math.max(0, Math.round(below)), 'born=' + performance.timeOrigin,
      'status=' + (Number(performance.getEntriesByType('navigation')[0]?.responseStatus) || 0),
      // Of a well-formed tag only: whatever else stands there would have to be quoted.
      'lang=' + (document.documentElement?.lang || '').replace(/[^\w-]/g, '').slice(0, 35)].join('\t');
  };

  const stack = [[document.body || document.documentElement, sight.begin()]];
  while (stack.length && records.length < 50000) {
    const [el, c] = stack.pop();
    const inner = el ? visit(el, c) : null;
    if (!inner) continue;
    const assigned = el.localName === 'slot' ? el.assignedElements() : [];
    const shadow = el.shadowRoot;
    const children = [];
    if (assigned.length) children.push(...assigned);
    else {
      for (let e = el.firstElementChild; e; e = e.nextElementSibling) if (!shadow || !e.assignedSlot) children.push(e);
      if (shadow) for (let e = shadow.firstElementChild; e; e = e.nextElementSibling) children.push(e);
    }
    for (let i = children.length - 1; i >= 0; i--) stack.push([children[i], inner]);
  }
  records.push(pageFacts());
  return records.join('\n');
}
