// Makes the function that tells whether a click on an element, or Enter or Space pressed in it, sends a form.
(() => {
  const BUTTONS = 'button, input[type=submit], input[type=image], input[type=button], input[type=reset]';
  // A form of this method only closes the dialog it is in. Its fields stand in for its properties of the same names, be
  // they called "method" or "getAttribute".
  const method = (node, name) => (Element.prototype.getAttribute.call(node, name) || '').trim().toLowerCase();
  const sends = (button) => ['submit', 'image'].includes(button.type) && button.form &&
    (method(button, 'formmethod') || method(button.form, 'method')) !== 'dialog';
  const area = (element) => {
    const box = element.getBoundingClientRect();
    return element.getRootNode().elementFromPoint?.(box.left + box.width / 2, box.top + box.height / 2);
  };
  return (element, how) => {
    if (how !== 'click') {
      if (element.matches(BUTTONS)) return Boolean(sends(element));
      return how === 'Enter' && element.matches('input, select') && Boolean(element.form) && method(element.form, 'method') !== 'dialog';
    }
    const hit = area(element);
    // A click goes to the middle of an element. Of what is out of sight, the button inside is taken to be there.
    const meant = hit ? (element.contains(hit) ? hit : element) : element.querySelector(BUTTONS) || element;
    const button = meant.closest(BUTTONS) || meant.closest('label')?.control;
    return Boolean(button && sends(button));
  };
})()
