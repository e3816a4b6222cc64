// What the elements a selector finds in one frame say, as they are now; secrets are masked.
([selector, kind, most, longest]) => {
  const dom = HELPERS;
  const { nodes, problem } = dom.find(selector.trim());
  if (problem) return { problem, count: 0, elements: [] };
  const attributes = (each) => Object.fromEntries(dom.attributesOf(each).map(({ name, value }) =>
    [name, dom.cut(dom.secret(each) && name === 'value' ? dom.MASK : dom.mask(value), longest)]));
  const html = (each) => {
    const copy = each.cloneNode(true);
    const pairs = (real, drawn) => {
      if (dom.secret(real)) {
        if (drawn.hasAttribute('value')) drawn.setAttribute('value', dom.MASK);
        if (drawn.textContent) drawn.textContent = dom.MASK;
        return;
      }
      [...real.children].forEach((child, index) => { if (drawn.children[index]) pairs(child, drawn.children[index]); });
    };
    pairs(each, copy);
    return dom.cut(dom.mask(copy.outerHTML), longest);
  };
  const text = (each) => {
    if (dom.secret(each)) {
      const inner = each.nodeType === 1 ? dom.valueOf(each) || each.textContent : each.nodeType !== 2 || each.name === 'value';
      return inner ? dom.MASK : each.nodeType === 2 ? dom.mask(each.value) : '';
    }
    if (each.nodeType !== 1) return dom.cut(dom.mask(each.nodeValue ?? each.textContent), longest);
    const said = dom.visible(each) ? each.innerText ?? each.textContent : each.textContent;
    return dom.cut(dom.mask(said).trim(), longest);
  };
  return {
    problem: '',
    count: nodes.length,
    elements: nodes.slice(0, most).map((each) => ({
      text: text(each),
      ...(each.nodeType === 1 && ['html', 'all'].includes(kind) ? { html: html(each) } : {}),
      ...(each.nodeType === 1 && ['attributes', 'all'].includes(kind) ? { attributes: attributes(each) } : {}),
    })),
  };
}
