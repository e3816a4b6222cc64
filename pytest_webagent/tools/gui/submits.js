// Makes the function that tells whether a click on an element, Enter or Space pressed in it, or a change of it sends a
// form, as far as the page says so: in its forms, or in attributes. What a script listens for cannot be known.
// It gives null, or where the form goes as a remark: " (POST /orders)", or "" where the page does not say.
(() => {
  const BUTTONS = 'button, input[type=submit], input[type=image], input[type=button], input[type=reset]';
  // A form of this method only closes the dialog it is in. Its fields stand in for its properties of the same names, be
  // they called "method" or "getAttribute".
  const read = (node, name) => (node && Element.prototype.getAttribute.call(node, name) || '').trim();
  const method = (node, name) => read(node, name).toLowerCase();
  // The fields of a form that is sent by GET take the place of the query.
  const route = (verb, address) => {
    try {
      const url = new URL(address || document.URL, document.baseURI);
      const path = url.pathname + (verb === 'get' ? '' : url.search);
      const where = url.origin === location.origin ? path
        : /^https?:$/.test(url.protocol) ? url.origin + path : url.protocol;
      return ` (${verb.toUpperCase()} ${where})`;
    } catch {
      return '';
    }
  };
  // What an attribute for a script says of an element, or null.
  const written = (node) => {
    if (!node) return null;
    const verb = ['post', 'put', 'patch', 'delete'].find(each => Element.prototype.hasAttribute.call(node, `hx-${each}`));
    if (verb) return route(verb, read(node, `hx-${verb}`));
    const named = method(node, 'data-turbo-method') || method(node, 'data-method');
    return named && named !== 'get' && node.localName === 'a' ? route(named, read(node, 'href')) : null;
  };
  const goes = (form, button) => {
    const verb = method(button, 'formmethod') || method(form, 'method');
    if (verb === 'dialog') return null;
    return written(button) ?? written(form) ??
      route(verb === 'post' ? 'post' : 'get', read(button, 'formaction') || read(form, 'action'));
  };
  const sends = (button) =>
    ['submit', 'image'].includes(button.type) && button.form ? goes(button.form, button) : null;
  // The button that Enter in a field stands for.
  const standard = (form) => Array.from(Node.prototype.getRootNode.call(form).querySelectorAll(BUTTONS))
    .find(each => each.form === form && ['submit', 'image'].includes(each.type)) || null;
  const WRITES = ['data-method', 'data-turbo-method']
    .map(name => `[${name}]:not([${name}=get i])`)
    .concat(['[hx-post]', '[hx-put]', '[hx-patch]', '[hx-delete]']);
  // Of these, a link or button sends when it is clicked, a field when it is changed, and a form when it is sent.
  const FIELDS = ':is(input, select, textarea)';
  const handlers = (element) => ['onclick', 'onchange', 'oninput'].map(each => read(element, each)).join(' ');
  const said = (element) => element && (written(element) ?? (element.form && /this\.form\.\w*submit\(/i.test(handlers(element))
    ? goes(element.form, null) : null) ?? '');
  const clickSends = (element) => said(element.closest(
    `:is(${WRITES}):not(form, ${FIELDS}, [hx-trigger]:not([hx-trigger*=click])), [onclick*="submit(" i]`));
  const changeSends = (element) => said(element.closest(
    `${FIELDS}:is(${WRITES}), [onchange*="submit(" i], [oninput*="submit(" i]`));
  const area = (element) => {
    const box = element.getBoundingClientRect();
    return element.getRootNode().elementFromPoint?.(box.left + box.width / 2, box.top + box.height / 2);
  };
  return (element, how) => {
    if (how === 'change') return changeSends(element) ?? clickSends(element);
    if (how === 'submit') return goes(element, null);
    if (how === 'Enter' || how === 'Space') {
      if (element.matches(BUTTONS)) return sends(element) ?? clickSends(element);
      if (how === 'Enter' && element.matches('a[href]')) return clickSends(element);
      return how === 'Enter' && element.matches('input, select') && element.form ? goes(element.form, standard(element.form)) : null;
    }
    // What is pressed and released is the element itself, wherever in it.
    const hit = how === 'press' ? element : area(element);
    // A click goes to the middle of an element. Of what is out of sight, the button inside is taken to be there.
    const meant = hit ? (element.contains(hit) ? hit : element) : element.querySelector(BUTTONS) || element;
    const button = meant.closest(BUTTONS) || meant.closest('label')?.control;
    if (!button) return clickSends(meant);
    return sends(button) ?? clickSends(button) ?? (button.matches('[type=checkbox], [type=radio]') ? changeSends(button) : null);
  };
})()
