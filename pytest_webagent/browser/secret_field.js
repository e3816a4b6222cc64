// Makes the function that tells whether what an element holds is nobody's business: passwords, cards, one-time codes.
(() => {
  // Of field_memory.py: the fields that hid what is in them, by what they were called then. A field that is called
  // otherwise is another one: libraries use elements again.
  const hid = typeof webagentMemory === 'object' ? webagentMemory : new WeakMap();
  const called = (el) => `${el.getAttribute('name')} ${el.id}`;
  const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').replace(/ł/g, 'l').replace(/ı/g, 'i');
  const SECRET_TOKENS = /^(?:cc-.+|current-password|new-password|one-time-code)$/;
  const SECRET_WORDS = new RegExp(SECRET_THING);          // put in place by page_facts.py
  // Other languages, without accents: at any place of a word where the language builds words from words.
  const FOREIGN_WORDS = new RegExp(plain(FOREIGN_SECRET + '|' +
    'karten ?nummer|prufziffer|sicherheits ?code|numero de (?:la )?(?:carte|tarjeta)|numero (?:do cartao|della carta)|' +
    'code de (?:securite|verification)|codigo de (?:seguridad|verificacion|seguranca)|codice di sicurezza'));
  const isCard = (value) => {
    const digits = value.replace(/[ -]/g, '');
    if (!/^(?:4\d{15}|(?:5[1-5]|2[2-7])\d{14}|3[47]\d{13}|3[068]\d{12}|6\d{15})$/.test(digits)) return false;
    let sum = 0;
    for (let i = 0; i < digits.length; i++) {
      const digit = Number(digits[digits.length - 1 - i]) * (i % 2 ? 2 : 1);
      sum += digit > 9 ? digit - 9 : digit;
    }
    return sum % 10 === 0;
  };
  const labelOf = (el) => {
    const parts = [el.getAttribute('name'), el.id, el.getAttribute('aria-label'), el.getAttribute('placeholder')];
    const labels = el.labels || [];
    for (let i = 0; i < labels.length && i < 3; i++) parts.push(labels[i].textContent.slice(0, 200));
    const by = el.getAttribute('aria-labelledby');
    if (by) for (const id of by.split(/\s+/).slice(0, 3)) parts.push(el.getRootNode().getElementById?.(id)?.textContent?.slice(0, 200));
    return parts.filter(Boolean).join(' | ');
  };
  return (el) => {
    if (el.type === 'password' || getComputedStyle(el).webkitTextSecurity !== 'none') hid.set(el, called(el));
    if (hid.get(el) === called(el)) return true;
    const tokens = (el.getAttribute('autocomplete') || '').toLowerCase().split(/\s+/);
    if (tokens.some((t) => SECRET_TOKENS.test(t))) return true;
    if (el.maxLength === 1 && el.parentElement?.parentElement?.querySelectorAll('input[maxlength="1"]').length > 3) return true;
    if (isCard(String(el.value ?? el.textContent))) return true;
    const words = plain(labelOf(el).replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()).replace(/[^\p{L}\p{N}|]+/gu, ' ');
    return SECRET_WORDS.test(words) || FOREIGN_WORDS.test(words);
  };
})()
