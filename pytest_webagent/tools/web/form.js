// The first form of a frame that a person can see, its button, and why it could not be sent as it is.
() => {
  const dom = HELPERS;
  const forms = dom.all('form').filter((form) => dom.visible(form) || dom.partsOf(form).some(dom.visible));
  if (!forms.length) return { form: null };
  const form = forms[0];
  const parts = dom.partsOf(form);
  // A person presses the button that is to be seen; where none is, Enter presses the first of those that are hidden.
  const buttons = parts.filter((each) => ['submit', 'image'].includes(each.type));
  const button = buttons.find(dom.visible) || null;
  const sender = button || buttons[0] || null;
  const validates = dom.attr(form, 'novalidate') === null && !sender?.hasAttribute('formnovalidate');
  const wrong = validates ? parts.filter((each) => each.willValidate && !each.validity.valid) : [];
  return {
    form, button, sender, blocked: Boolean(sender?.matches(':disabled')),
    name: dom.short(['aria-label', 'name', 'id', 'action'].map((name) => dom.attr(form, name)).find(Boolean) || '', 60),
    pressed: button ? dom.short(dom.names(button)[0] || '', 60) : '',
    wrong: wrong.slice(0, 10).map((each) => {
      const name = dom.labels(each)[0] || each.getAttribute('aria-label') || each.getAttribute('placeholder') || each.getAttribute('name') || each.id;
      return `${dom.short(name || each.localName, 60)}: ${dom.short(dom.secret(each) ? 'its value does not fit' : each.validationMessage, 120)}`;
    }),
  };
}
