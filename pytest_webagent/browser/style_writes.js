// Makes the function that tells whether the styles of a document, or of a shadow root, may write on the page what `tells`: in style
// sheets, style attributes and animations. What they write before, after and in front of an element is left out: it is read there.
(() => {
  // The properties that take strings which are drawn; those of the page's own may be used in each of them.
  const DRAWN = /^(?:--|content|quotes|symbols|(?:-webkit-)?hyphenate|text-?[eo]|block-|line-|string-)/i;
  const ADDRESS = /url\((?:"(?:[^"\\]|\\.)*"|[^)]*)\)/g;
  const isRead = (selectors) => /::(?:before|after|marker)/.test(selectors) && !/::(?!before|after|marker)/.test(selectors);
  return (root, tells) => {
    const writes = (value) => /["']/.test(value) && tells(value.replace(ADDRESS, ''));
    const inStyle = (style, selectors) => {
      for (let i = 0; i < style.length; i++) {
        if (DRAWN.test(style[i]) && writes(style.getPropertyValue(style[i])) && !(style[i] === 'content' && isRead(selectors()))) return true;
      }
      return false;
    };
    const inRules = (rules) => {
      for (const rule of rules) {
        if (rule.style && inStyle(rule.style, () => rule.selectorText ?? rule.parentRule?.selectorText ?? '')) return true;
        if ((rule.cssRules?.length && inRules(rule.cssRules)) || (rule.styleSheet && inSheet(rule.styleSheet))) return true;
        // A counter style may write what is no string.
        if (rule instanceof CSSCounterStyleRule ? tells(rule.cssText) : !rule.style && !rule.cssRules && writes(rule.cssText)) return true;
      }
      return false;
    };
    const inSheet = (sheet) => {
      let rules = [];
      try { rules = sheet.cssRules; } catch { /* one of another site, which no script may read */ }
      return inRules(rules);
    };
    const inFrames = ({ effect }) => (effect?.getKeyframes?.() ?? []).some((frame) =>
      Object.entries(frame).some(([name, value]) => DRAWN.test(name) && writes(String(value))));
    return [...root.styleSheets, ...root.adoptedStyleSheets].some(inSheet) || root.getAnimations().some(inFrames) ||
      [...root.querySelectorAll('[style]')].some((el) => inStyle(el.style, () => ''));
  };
})()
