// Where in a document, or in a shadow root of it, something stands that no picture may show. Boxes are [x, y, width, height].
// Also whether an element may have a closed shadow root, which only the browser's debugger sees into.
({ values, root }) => {
  const isSecret = SECRET_FIELD;                          // put in place by camera.py
  const FIELDS = 'input, textarea, [contenteditable]:not([contenteditable=false]), [role=textbox], [role=searchbox], [role=combobox], ' +
    '[role=spinbutton], [role=slider]';
  const CHOICES = /^(?:checkbox|radio|button|submit|reset|image|file|hidden)$/;
  const HOSTS = new Set(['div', 'span', 'section', 'article', 'main', 'header', 'footer', 'nav', 'aside', 'p']);
  const MADE = ['::before', '::after'];
  const SHORTEST = 6;                                     // shorter values of fields would be found where they are none
  const boxes = [], fields = [], roots = [root || document];
  let suspected = false;
  const shown = (el) => el.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const put = ({ x, y, width, height }) => { if (width > 0 && height > 0) boxes.push([x, y, width, height]); };
  const valueOf = (el) => String('value' in el ? el.value ?? '' : el.textContent);
  const cover = (el) => {
    if (!shown(el)) return;
    put(el.getBoundingClientRect());
    if ('value' in el) return;
    // What is written into other elements may stand out of them.
    const inside = document.createRange();
    inside.selectNodeContents(el);
    put(inside.getBoundingClientRect());
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
  secret.forEach(cover);
  const own = secret.map(valueOf).filter((value) => value.trim().length >= SHORTEST);
  const kept = [...new Set([...values, ...own].map((value) => value.toLowerCase()))].filter(Boolean);
  if (kept.length) {
    const tells = (text) => kept.some((value) => text.toLowerCase().includes(value));
    fields.filter((el) => !secret.includes(el) && tells(valueOf(el) || el.placeholder || '')).forEach(cover);
    for (const each of roots) {
      for (const el of each.querySelectorAll('select, input:is([type=button], [type=submit], [type=reset])')) {
        const lines = el.options && [...el.options].filter((one) => one.selected || el.multiple || el.size > 1);
        if (lines ? lines.some((one) => tells(one.label)) : tells(el.value)) cover(el);
      }
      for (const el of each.querySelectorAll('*')) {
        if (MADE.some((part) => tells(getComputedStyle(el, part).content.replace(/\\(["\\])/g, '$1')))) cover(el);
      }
      const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const node = texts.currentNode;
        if (!node.parentElement || !tells(node.data) || !shown(node.parentElement)) continue;
        const line = document.createRange();
        line.selectNodeContents(node);
        for (const rect of line.getClientRects()) put(rect);
      }
    }
  }
  return { boxes, suspected };
}
