// Makes the function that tells whether what an element holds is nobody's business: passwords, cards, one-time codes.
(() => {
  const SECRET_TOKENS = /^(?:cc-.+|current-password|new-password|one-time-code)$/;
  const SECRET_WORDS = new RegExp(
    '\\bpass ?(?:word|wd|phrase|code)|\\bpwd\\b|' +
    '\\b(?:card|cc|creditcard) ?(?:number|num|no|nr)\\b|\\b(?:cardnumber|ccnum|ccnumber|pan)\\b|' +
    '\\b(?:cvc|cvv|csc|cvn|cid)2?\\b|\\bsecurity ?code|\\bcard ?(?:code|verification)|' +
    '\\b(?:otp|totp|2fa|mfa)\\b|\\bone ?time ?(?:code|pin|password)|' +
    '\\b(?:verification|authentication|authenticator|sms) ?code\\b|\\bpin\\b(?! ?code)');
  const labelOf = (el) => {
    const parts = [el.getAttribute('name'), el.id, el.getAttribute('aria-label'), el.getAttribute('placeholder')];
    const labels = el.labels || [];
    for (let i = 0; i < labels.length && i < 3; i++) parts.push(labels[i].textContent.slice(0, 200));
    const by = el.getAttribute('aria-labelledby');
    if (by) for (const id of by.split(/\s+/).slice(0, 3)) parts.push(el.getRootNode().getElementById?.(id)?.textContent?.slice(0, 200));
    return parts.filter(Boolean).join(' | ');
  };
  return (el) => {
    if (el.type === 'password') return true;
    const tokens = (el.getAttribute('autocomplete') || '').toLowerCase().split(/\s+/);
    if (tokens.some((t) => SECRET_TOKENS.test(t))) return true;
    if (el.maxLength === 1 && el.parentElement?.parentElement?.querySelectorAll('input[maxlength="1"]').length > 3) return true;
    if (getComputedStyle(el).webkitTextSecurity !== 'none') return true;
    const words = labelOf(el).replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase().replace(/[^a-z0-9|]+/g, ' ');
    return SECRET_WORDS.test(words);
  };
})()
