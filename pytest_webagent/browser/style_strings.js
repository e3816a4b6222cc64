// Makes the function that gives what styles of a document, or of a shadow root, may write on the page: the strings in its style
// sheets, style attributes and animations. What stands before, after and in front of an element is left out: it is read there.
(() => {
  const UNDRAWN = /(?<![\w-])(?:font|grid|list-style)[\w-]*: [^;]*;?|url\((?:"(?:[^"\\]|\\.)*"|[^)]*)\)/g;
  const STRINGS = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gs;
  const READ = /::(?:before|after|marker)/;
  return (root) => {
    const found = [];
    const add = (css) => { if (/["']/.test(css)) found.push(...(css.replace(UNDRAWN, '').match(STRINGS) || [])); };
    const visit = (rules) => {
      for (const rule of rules) {
        const selectors = rule.selectorText ?? rule.parentRule?.selectorText ?? '';
        const { content } = rule.style ?? {};
        if (content && READ.test(selectors) && !/::(?!before|after|marker)/.test(selectors)) add(rule.style.cssText.replace(content, ''));
        else if (rule.style) add(rule.style.cssText);
        // A counter style may write what is no string.
        else if (rule instanceof CSSCounterStyleRule) found.push(rule.cssText);
        else if (!rule.cssRules && !rule.styleSheet) add(rule.cssText);
        if (rule.styleSheet) read(rule.styleSheet);
        if (rule.cssRules) visit(rule.cssRules);
      }
    };
    const read = (sheet) => {
      let rules = [];
      try { rules = sheet.cssRules; } catch { /* one of another site, which no script may read */ }
      visit(rules);
    };
    for (const sheet of [...root.styleSheets, ...root.adoptedStyleSheets]) read(sheet);
    for (const el of root.querySelectorAll('[style]')) add(el.getAttribute('style'));
    for (const { effect } of root.getAnimations()) for (const frame of effect?.getKeyframes?.() ?? []) add(Object.values(frame).join('; '));
    return found;
  };
})()
