// Makes what the scripts beside it share: walking through open shadow roots, names of things, and keeping secrets.
(() => {
  const isSecret = SECRET_FIELD;                          // put in place by scripts.py
  const MASK = '***';
  const SHORTEST = 4;                                     // shorter secrets are masked in their own field only
  // The fields of a form stand in for properties of the same names: an <input name=attributes> for its attributes.
  const own = (name) => (each, ...given) => Element.prototype[name].call(each, ...given);
  const matches = own('matches'), attr = own('getAttribute'), rects = own('getClientRects'), shown = own('checkVisibility');
  const getter = (type, name) => Object.getOwnPropertyDescriptor(type.prototype, name).get;
  const attributesOf = (each) => [...getter(Element, 'attributes').call(each)];
  const shadowOf = (each) => getter(Element, 'shadowRoot').call(each);
  const partsOf = (form) => [...getter(HTMLFormElement, 'elements').call(form)];
  const walk = function* (root) {
    for (const each of root.querySelectorAll('*')) {
      yield each;
      const shadow = shadowOf(each);
      if (shadow) yield* walk(shadow);
    }
  };
  const elements = [...walk(document)];
  const all = (selector) => elements.filter((each) => matches(each, selector));
  const visible = (each) => rects(each).length > 0 && shown(each, { opacityProperty: true, visibilityProperty: true });
  const spaced = (text) => String(text ?? '').replace(/[\u200b-\u200d\ufeff\u00ad]/g, '').replace(/\s+/g, ' ').trim();
  const folded = (text) => spaced(text).replace(/[\s:*]+$/, '').toLowerCase();
  // Names in the code are words, too: emailAddress, email_address and email-address are all "email address".
  const worded = (text) => folded(spaced(text).replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/[_\-.[\]]+/g, ' '));

  const FIELDS = 'input, textarea, select, [contenteditable]:not([contenteditable=false])';
  const valueOf = (each) => each.isContentEditable ? each.innerText : String(each.value ?? '');
  const secretFields = all(FIELDS).filter((each) => each.localName !== 'select' &&
    !/^(?:checkbox|radio|button|submit|reset|image|file)$/.test(each.type) && isSecret(each));
  const secrets = [...new Set(secretFields.flatMap((each) => [valueOf(each), each.getAttribute('value') || '']))]
    .filter((value) => value.trim().length >= SHORTEST).sort((a, b) => b.length - a.length);
  const forms = [...new Set(secrets.flatMap((secret) => [secret, encodeURIComponent(secret.toWellFormed())]))];
  const mask = (text) => forms.reduce((masked, secret) => masked.split(secret).join(MASK), String(text ?? ''));
  const cut = (text, most) => text.length > most ? text.slice(0, most) + '...' : text;
  const short = (text, most = 200) => cut(spaced(mask(text)), most);
  const secret = (node) => secretFields.some((each) => each.contains(node.ownerElement || node));

  // What a label says, without what the control in it says.
  const labelText = (label) => {
    const parts = [];
    const collect = (node) => {
      for (const child of node.childNodes) {
        if (child.nodeType === 3) parts.push(child.data);
        else if (child.nodeType === 1 && !['select', 'textarea', 'button', 'script', 'style'].includes(child.localName)) collect(child);
      }
    };
    collect(label);
    return spaced(parts.join(''));
  };
  const byId = (each, name) => (each.getAttribute(name) || '').split(/\s+/).filter(Boolean)
    .map((id) => each.getRootNode().getElementById?.(id)).filter(Boolean);
  const labels = (each) => [
    ...[...(each.labels || [])].map(labelText),
    byId(each, 'aria-labelledby').map(labelText).join(' '),
  ].filter(Boolean);
  // What a person clicks says little; the text of a whole page is costly to lay out.
  const says = (each) => each.textContent.length > 2000 ? '' : each.matches('input') ? (/^(?:submit|button|reset)$/.test(each.type) ? each.value : '') :
    each.innerText ?? each.textContent;
  const names = (each) => [
    says(each), each.getAttribute('aria-label'), ...byId(each, 'aria-labelledby').map(labelText), each.getAttribute('title'),
    each.getAttribute('alt'), each.querySelector('img[alt]')?.alt,
  ].map(spaced).filter(Boolean);
  const roleOf = (each) => each.getAttribute('role') || ({
    a: 'link', button: 'button', select: 'combobox', textarea: 'textbox', summary: 'button',
    input: { checkbox: 'checkbox', radio: 'radio', submit: 'button', button: 'button', reset: 'button', image: 'button',
      range: 'slider', number: 'spinbutton', search: 'searchbox' }[each.type] || 'textbox',
  })[each.localName] || '';

  const marks = (each) => {
    const tag = CSS.escape(each.localName), id = attr(each, 'id');
    const tries = id ? [`#${CSS.escape(id)}`] : [];
    for (const name of [...TEST_IDS, 'name', 'aria-label', 'placeholder']) {
      const value = attr(each, name);
      if (value && value.length <= 80 && mask(value) === value) tries.push(`${tag}[${name}=${CSS.escape(value)}]`);
    }
    if (each.localName === 'form' && attr(each, 'action')) tries.push(`form[action="${CSS.escape(attr(each, 'action'))}"]`);
    return tries;
  };
  const roots = [document, ...elements.map(shadowOf).filter(Boolean)];
  const aloneIn = (places) => (selector) => places.reduce((sum, root) => sum + root.querySelectorAll(selector).length, 0) === 1;
  const alone = aloneIn(roots);
  // A word or two are a text; what is to be taken for a selector has a sign of one in it.
  const selects = (text) => /[#.[\]:>\/*=+~,]/.test(text);
  // The shortest way down to an element for which `single` holds; empty if it holds for none.
  const pathOf = (each, single) => {
    const steps = [];
    for (let e = each; e && e.nodeType === 1; e = e.parentElement) {
      const short = [...marks(e), ...(e === each ? [CSS.escape(e.localName)] : [])]
        .map((found) => [found, ...steps].join(' > ')).find(single);
      if (short) return short;
      const same = e.parentNode ? [...e.parentNode.children].filter((other) => other.localName === e.localName) : [];
      const tag = CSS.escape(e.localName);
      steps.unshift(same.length > 1 ? `${tag}:nth-of-type(${same.indexOf(e) + 1})` : tag);
      if (single(steps.join(' > '))) return steps.join(' > ');
    }
    return '';
  };
  // A selector by which `find` finds that element of the frame and no other; empty if there is none.
  const selectorOf = (each) => {
    const root = each.getRootNode();
    if (!root.host) {
      const path = pathOf(each, alone);
      return !path || selects(path) ? path : `css=${path}`;
    }
    const short = marks(each).find(alone), outer = short ? '' : selectorOf(root.host), inner = outer && pathOf(each, aloneIn([root]));
    return short || (inner && `${outer} >> ${inner}`);
  };
  const hostOf = (each) => {
    const root = each.getRootNode();
    return root.host ? root.host.localName : '';
  };

  const TEST_IDS = ['data-testid', 'data-test-id', 'data-test', 'data-qa', 'data-cy'];
  const TYPED = 'input:not([type=submit], [type=button], [type=reset], [type=image]), textarea, select';
  const kindOf = (each) => roleOf(each) || each.localName;
  const called = (each) => matches(each, TYPED) ? labels(each)[0] || attr(each, 'aria-label') || attr(each, 'placeholder') || '' :
    attr(each, 'aria-label') || names(each)[0] || '';
  const WAYS = {
    'test id': (each) => TEST_IDS.map((name) => attr(each, name)).find(Boolean),
    id: (each) => attr(each, 'id'),
    name: (each) => attr(each, 'name'),
    address: (each) => each.localName === 'a' && attr(each, 'href'),
    words: (each) => spaced(called(each)),
  };
  // Which elements of a kind that can be seen are what a way says.
  const ledTo = (kind, way, value) => elements.filter((each) => kindOf(each) === kind && (WAYS[way](each) || '') === value && visible(each));
  // By what else an element is known, where no other of its kind has that: one that is not shown now may be later.
  const waysOf = (each, kin) => Object.entries(WAYS).map(([way, of]) => [way, of(each) || ''])
    .filter(([way, value]) => value && value.length <= 80 && mask(value) === value && visible(each) && !kin.some((other) => WAYS[way](other) === value));
  const ITEMS = 'tr, li, dd, article, option, [role=row], [role=listitem], [role=article], [role=option], [role=treeitem]';
  const PARTS = 'form, fieldset, section, dialog, body, [role=form], [role=group], [role=region], [role=dialog], [role=alertdialog]';
  const HEADINGS = 'legend, h1, h2, h3, h4, h5, h6, [role=heading]';
  // What something says beside an element and other controls, which say what they do and not whose they are.
  const saysBeside = (whole, each) => {
    const collect = (node) => node.nodeType === 3 ? node.data : node === each || node.nodeType !== 1 ||
      matches(node, 'select, textarea, button, script, style, [role=button], [contenteditable]') ? '' : [...node.childNodes].map(collect).join(' ');
    return spaced(collect(whole));
  };
  const nameAround = (each, outer) => {
    const given = attr(outer, 'aria-label') || byId(outer, 'aria-labelledby').map(labelText).join(' ');
    const inside = (selector) => [...outer.querySelectorAll(selector)].filter((found) => !found.contains(each) &&
      (found.parentElement.closest(`${ITEMS}, ${PARTS}`) ?? outer) === outer && saysBeside(found, each));
    if (given) return given;
    if (matches(outer, ITEMS)) {
      const [named] = [HEADINGS, 'th, td, [role=rowheader], [role=cell], [role=gridcell]'].flatMap(inside);
      return saysBeside(named || outer, each);
    }
    const above = inside(HEADINGS).filter((found) => found.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING).at(-1);
    return above ? saysBeside(above, each) : attr(outer, 'name') || '';
  };
  // The names of what an element stands in, from within: its row or item, its form, its section, the page.
  const aroundOf = (each) => {
    const named = [];
    for (let e = each.parentElement || each.getRootNode().host; e; e = e.parentElement || e.getRootNode().host) {
      if (matches(e, `${ITEMS}, ${PARTS}`)) named.push(short(nameAround(each, e)));
    }
    return named.filter(Boolean);
  };
  // What it takes to know an element again: what else it is known by, where it stands, and the ids of others of its kind.
  const knownBy = (each) => {
    const kind = kindOf(each), kin = elements.filter((other) => other !== each && kindOf(other) === kind);
    return { ways: waysOf(each, kin), around: aroundOf(each), kin: kin.map((other) => short(attr(other, 'id') || '', 60)).filter(Boolean) };
  };
  const describe = (each, tier, how, single) => ({
    tier,
    tag: each.localName,
    type: each.type || '',
    role: roleOf(each),
    name: short(how === 'field' ? labels(each)[0] || attr(each, 'aria-label') || attr(each, 'placeholder') ||
      attr(each, 'name') || each.id : attr(each, 'aria-label') || names(each)[0] || '', 60),
    selector: selectorOf(each),
    host: hostOf(each),
    visible: visible(each) || [...(each.labels || [])].some(visible),
    secret: secret(each),
    locked: each.matches(':disabled') || Boolean(each.closest('[aria-disabled=true]')) ||
      (how === 'field' && (Boolean(each.readOnly) || attr(each, 'aria-readonly') === 'true')),
    id: short(each.id, 60),
    key: short(attr(each, 'name') || '', 60),
    kind: kindOf(each),
    ...(single ? knownBy(each) : {}),
  });

  const XPATH = /^(?:xpath=|\.{0,2}\/|\(+\s*\.{0,2}\/)/;
  // The nodes a CSS selector or an XPath finds, or why it is none. An XPath does not see into shadow roots.
  const find = (selector) => {
    if (XPATH.test(selector)) {
      let found;
      try {
        found = document.evaluate(selector.replace(/^xpath=/, ''), document, null, XPathResult.ANY_TYPE, null);
      } catch (error) {
        return { problem: 'is no valid XPath' };
      }
      if (found.resultType < 4) return { problem: 'is an XPath that gives a value and no elements' };
      const nodes = [];
      for (let node = found.iterateNext(); node; node = found.iterateNext()) nodes.push(node);
      return { nodes };
    }
    // As in Playwright, what follows >> is within what was found before, its open shadow root included.
    const [first, ...inner] = selector.replace(/^css=/, '').split(' >> ');
    const within = (each) => [each, shadowOf(each)].filter(Boolean).flatMap((root) => [...walk(root)]);
    try {
      for (const part of [first, ...inner]) document.querySelector(part);
      return { nodes: inner.reduce((found, part) => [...new Set(found.flatMap(within))].filter((each) => matches(each, part)), all(first)) };
    } catch (error) {
      return { problem: 'is no valid CSS selector' };
    }
  };
  return {
    MASK, FIELDS, attr, attributesOf, shadowOf, partsOf, elements, all, visible, spaced, folded, worded, valueOf, secretFields, secret, mask, cut, short,
    labels, labelText, says, names, roleOf, selectorOf, selects, find, ledTo, describe,
  };
})()
