// Makes the function that puts a secret into a field: as a whole, or `each` of its characters as a key that is pressed. It
// gives whether there was such a field still. The browser's own input goes wherever the focus is, and that may be anybody's
// frame by then; here each part is set on the very element, in the task that looked for it. This runs in the world of the
// field's own document, which may change what is called here: it is what gets the secret. No other document can.
(() => {
  const isSecret = SECRET_FIELD;                          // put in place by secret_fields.py
  const LIMITED = /^(?:text|search|url|tel|email|password|textarea)$/;
  const longest = (el) => (LIMITED.test(el.type) && el.maxLength >= 0 ? el.maxLength : Infinity);
  const shown = (el) => (el.isContentEditable ? el.textContent : el.value);
  const takes = (el) => el.isConnected && (el.isContentEditable || (/^(?:input|textarea)$/.test(el.localName) && !el.readOnly && !el.matches(':disabled')));
  const fire = (el, Kind, name, more) => el.dispatchEvent(new Kind(name, { bubbles: true, composed: true, ...more }));
  const changed = (el) => fire(el, Event, 'change', { composed: false });
  const enter = (el, before, data) => {
    const what = { inputType: 'insertText', data };
    if (!fire(el, InputEvent, 'beforeinput', { ...what, cancelable: true })) return;
    const text = before + data;
    if (el.isContentEditable) el.textContent = text;
    else {
      // Libraries that control a field have a setter of their own on it, and would take this for their own doing.
      const { prototype } = el.localName === 'textarea' ? HTMLTextAreaElement : HTMLInputElement;
      Object.getOwnPropertyDescriptor(prototype, 'value').set.call(el, text.slice(0, longest(el)));
    }
    fire(el, InputEvent, 'input', what);
  };
  const press = (el, name, key) => {
    const keyCode = key.toUpperCase().charCodeAt(0);
    return fire(el, KeyboardEvent, name, { key, code: /\d/.test(key) ? `Digit${key}` : '', keyCode, which: keyCode, cancelable: true });
  };
  // A test may have stopped the page's clock, which stops timers, and no animations.
  const pause = (milliseconds) => new Promise((go) => {
    setTimeout(go, milliseconds);
    document.documentElement.animate([], milliseconds).onfinish = go;
  });

  return async (field, [text, each]) => {
    if (!takes(field)) return false;
    if (!each) {
      enter(field, '', text);
      // Some pages look at a field only when a key is up, and programs that fill in fields say so, too.
      fire(field, KeyboardEvent, 'keyup', { key: 'Unidentified', keyCode: 229, which: 229 });
      changed(field);
      return true;
    }
    let at = field;
    const begun = new Set();                              // the fields that have some of it
    const before = () => (begun.has(at) ? shown(at) : '');
    // A page leads from the field of one character to that of the next by the focus. Heard of as it happens: a frame may
    // have the focus right afterwards.
    const follow = (event) => {
      const [now] = event.composedPath();
      if (now === at || !takes(now) || !(isSecret(now) || now.maxLength === 1)) return;
      changed(at);
      at = now;
    };
    const roots = new Set([document, field.getRootNode()]);
    for (const root of roots) root.addEventListener('focusin', follow, true);
    for (const character of text) {
      // Nothing is waited for after the last: many forms send themselves at it.
      await pause(0);
      for (let turns = 0; before().length >= longest(at) && turns < 20; turns++) await pause(16);
      if (before().length >= longest(at) || !takes(at)) break;
      const pressed = at;
      if (press(at, 'keydown', character) && press(at, 'keypress', character)) {
        const held = before();
        begun.add(at);
        enter(at, held, character);
      } else begun.add(pressed);
      press(at, 'keyup', character);
    }
    for (const root of roots) root.removeEventListener('focusin', follow, true);
    changed(at);
    return begun.size > 0;
  };
})()
