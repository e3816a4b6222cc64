// What one frame is made of: forms, controls, links, structure, and hints at the APIs behind it; secrets are masked.
(most) => {
  const dom = HELPERS;
  const { short, all, attr } = dom;
  const listed = (found, shape) => found.slice(0, most).map((each) => ({ ...shape(each), selector: dom.selectorOf(each) }));
  // Queries carry tokens: of an address only the names of its parameters are told.
  const address = (url) => {
    try {
      const found = new URL(url, document.baseURI);
      if (!/^https?:$/.test(found.protocol)) return dom.cut(dom.mask(url), 200);
      const names = [...new Set(found.searchParams.keys())].slice(0, 20);
      return dom.cut(dom.mask(found.origin + found.pathname + (names.length ? '?' + names.join('&') : '')), 300);
    } catch (error) {
      return '';
    }
  };
  const attributes = (each) => Object.fromEntries(dom.attributesOf(each)
    .filter(({ name }) => !['style', 'value', 'srcset'].includes(name) && !name.startsWith('on')).slice(0, 30)
    .map(({ name, value }) => [name, short(value, 120)]));
  const field = (each) => ({
    tag: each.localName,
    type: each.type || '',
    name: short(each.getAttribute('name') || ''),
    id: short(each.id),
    label: short(dom.labels(each)[0] || each.getAttribute('aria-label') || ''),
    placeholder: short(each.getAttribute('placeholder') || ''),
    // What nobody sees or types is often a token.
    value: dom.secret(each) || each.type === 'hidden' ? (dom.valueOf(each) ? dom.MASK : '') : each.type === 'file' ? '' : short(dom.valueOf(each)),
    required: Boolean(each.required) || each.getAttribute('aria-required') === 'true',
    disabled: each.matches(':disabled'),
    readonly: Boolean(each.readOnly),
    visible: dom.visible(each),
    ...(each.matches('[type=checkbox], [type=radio]') ? { checked: each.checked } : {}),
    ...(each.localName === 'select' ? { options: [...each.options].map((option) => short(option.label, 60)).slice(0, 50) } : {}),
  });
  const isField = (each) => each.matches('input, textarea, select') && !/^(?:submit|button|reset|image)$/.test(each.type);
  const forms = all('form'), buttons = all('button, [role=button], input[type=submit], input[type=button], input[type=reset], input[type=image]');
  const inputs = all(dom.FIELDS).filter((each) => !/^(?:submit|button|reset|image|hidden)$/.test(each.type));
  const links = all('a[href]');
  const headings = all('h1, h2, h3, h4, h5, h6, [role=heading]');
  const landmarks = all('main, nav, header, footer, aside, [role=main], [role=navigation], [role=banner], [role=contentinfo], [role=search]');
  const data = {};
  for (const each of dom.elements) {
    for (const { name, value } of dom.attributesOf(each)) {
      if (!name.startsWith('data-')) continue;
      data[name] ||= [];
      const said = short(value, 100);
      if (data[name].length < 20 && !data[name].includes(said)) data[name].push(said);
    }
  }
  const hints = new Map();
  const hint = (url, source) => { const found = address(url); if (found && !hints.has(found)) hints.set(found, { url: found, source }); };
  for (const each of performance.getEntriesByType('resource')) {
    if (each.initiatorType === 'fetch' || each.initiatorType === 'xmlhttprequest') hint(each.name, 'request');
  }
  for (const form of forms) if (attr(form, 'action')) hint(attr(form, 'action'), 'form');
  for (const script of all('script:not([src])')) {
    for (const [, path] of script.textContent.slice(0, 200000).matchAll(/["'`](\/(?:api|graphql|rest|v\d+)\b[\w./-]{0,200})/g)) hint(path, 'script');
  }
  const found = {
    forms: listed(forms, (form) => ({
      id: short(attr(form, 'id') || ''),
      name: short(attr(form, 'name') || ''),
      method: (attr(form, 'method') || 'get').trim().toLowerCase(),
      action: address(attr(form, 'action') || ''),
      fields: dom.partsOf(form).filter(isField).slice(0, most).map((each) => ({ ...field(each), selector: dom.selectorOf(each) })),
    })),
    buttons: listed(buttons, (each) => ({
      text: short(dom.names(each)[0] || ''), type: each.type || 'button', disabled: each.matches(':disabled'), visible: dom.visible(each),
      attributes: attributes(each),
    })),
    inputs: listed(inputs, field),
    links: listed(links, (each) => ({ text: short(dom.names(each)[0] || ''), href: address(attr(each, 'href')), target: attr(each, 'target') || '', visible: dom.visible(each) })),
    structure: {
      title: short(document.title),
      language: short(document.documentElement?.lang || '', 35),
      headings: headings.slice(0, most).map((each) => ({
        level: Number(each.getAttribute('aria-level')) || Number(each.localName[1]) || 2, text: short(each.innerText ?? each.textContent) })),
      landmarks: landmarks.slice(0, most).map((each) => ({
        role: each.getAttribute('role') || { nav: 'navigation', header: 'banner', footer: 'contentinfo', aside: 'complementary' }[each.localName] || each.localName,
        label: short(each.getAttribute('aria-label') || '') })),
      counts: {
        elements: dom.elements.length, forms: forms.length, buttons: buttons.length, inputs: inputs.length, links: links.length,
        headings: headings.length, images: all('img').length, tables: all('table').length, iframes: all('iframe, frame').length,
      },
    },
    iframes: listed(all('iframe, frame'), (each) => ({
      src: address(each.getAttribute('src') || 'about:blank'), name: short(each.getAttribute('name') || ''), title: short(each.title), id: short(each.id), visible: dom.visible(each),
    })),
    shadow_dom: listed(dom.elements.filter(dom.shadowOf), (each) => ({
      host: each.localName, id: short(each.id), mode: 'open', elements: dom.shadowOf(each).querySelectorAll('*').length,
    })),
    data_attributes: data,
    api_hints: [...hints.values()].slice(0, most),
  };
  return found;
}
