// Makes the function that tells whether a click on an element, Enter or Space pressed in it, or a change of it sends a
// form, as far as the page says so: in its forms, or in attributes. What a script listens for cannot be known.
(() => {
  const BUTTONS = 'button, input[type=submit], input[type=image], input[type=button], input[type=reset]';
  // A form of this method only closes the dialog it is in. Its fields stand in for its properties of the same names, be
  // they called "method" or "getAttribute".
  const method = (node, name) => (Element.prototype.getAttribute.call(node, name) || '').trim().toLowerCase();
  const sends = (button) => ['submit', 'image'].includes(button.type) && button.form &&
    (method(button, 'formmethod') || method(button.form, 'method')) !== 'dialog';
  const WRITES = ['data-method', 'data-turbo-method']
    .map(name => `[${name}]:not([${name}=get i])`)
    .concat(['[hx-post]', '[hx-put]', '[hx-patch]', '[hx-delete]']);
  // Of these, a link or button sends when it is clicked, a field when it is changed, and a form when it is sent.
  const FIELDS = ':is(input, select, textarea)';
  const clickSends = (element) => Boolean(element.closest(
    `:is(${WRITES}):not(form, ${FIELDS}, [hx-trigger]:not([hx-trigger*=click])), [onclick*="submit(" i]`));
  const changeSends = (element) => Boolean(element.closest(
    `${FIELDS}:is(${WRITES}), [onchange*="submit(" i], [oninput*="submit(" i]`));
  const area = (element) => {
    const box = element.getBoundingClientRect();
    return element.getRootNode().elementFromPoint?.(box.left + box.width / 2, box.top + box.height / 2);
  };
  return (element, how) => {
    if (how === 'change') return changeSends(element) || clickSends(element);
    if (how !== 'click') {
      if (element.matches(BUTTONS)) return Boolean(sends(element)) || clickSends(element);
      if (how === 'Enter' && element.matches('a[href]')) return clickSends(element);
      return how === 'Enter' && element.matches('input, select') && Boolean(element.form) && method(element.form, 'method') !== 'dialog';
    }
    const hit = area(element);
    // A click goes to the middle of an element. Of what is out of sight, the button inside is taken to be there.
    const meant = hit ? (element.contains(hit) ? hit : element) : element.querySelector(BUTTONS) || element;
    const button = meant.closest(BUTTONS) || meant.closest('label')?.control;
    if (!button) return clickSends(meant);
    return Boolean(sends(button)) || clickSends(button) || (button.matches('[type=checkbox], [type=radio]') && changeSends(button));
  };
})()
