// Finds in one frame what a person means by a text or selector, with how well each fits: the smaller the tier, the better.
([how, wanted, tag]) => {
  const dom = HELPERS;
  const KINDS = {
    button: 'button, [role=button], summary, input[type=submit], input[type=button], input[type=reset], input[type=image]',
    a: 'a, [role=link]',
  };
  const found = [];
  const add = (each, tier) => { if (!found.some((other) => other.each === each)) found.push({ each, tier }); };
  const phrase = dom.folded(wanted), words = dom.worded(wanted);
  const holds = (text, part) => part && ` ${text} `.includes(` ${part} `);
  let problem = '', tried = false;

  const bySelector = (tier, fits) => {
    if (!dom.selects(wanted)) return;
    tried = true;
    const { nodes, problem: why } = dom.find(wanted.trim());
    problem = why || '';
    for (const each of nodes || []) if (each.nodeType === 1 && fits(each)) add(each, tier);
  };
  // Of elements in each other that say the same, the innermost is meant.
  const innermost = (some) => some.filter((each) => !some.some((other) => other !== each && each.contains(other)));
  const clickable = () => {
    const kinds = dom.all(KINDS[tag] || tag);
    const fitting = (fits) => innermost(kinds.filter((each) => dom.names(each).some(fits)));
    if (phrase) {
      for (const each of fitting((name) => name === dom.spaced(wanted))) add(each, 0);
      for (const each of fitting((name) => dom.folded(name) === phrase)) add(each, 1);
    }
    bySelector(2, () => true);
    if (phrase) for (const each of fitting((name) => holds(dom.folded(name), phrase))) add(each, 3);
  };
  const field = () => {
    const host = (each) => !each.parentElement?.isContentEditable || !each.isContentEditable;
    const kinds = dom.all(dom.FIELDS).filter((each) => host(each) &&
      !['hidden', 'submit', 'button', 'reset', 'image'].includes(each.type));
    const said = (each) => [...dom.labels(each), each.getAttribute('aria-label'), each.getAttribute('placeholder'), each.getAttribute('title')].filter(Boolean);
    const coded = (each) => [each.getAttribute('name'), each.id].filter(Boolean);
    for (const each of kinds) {
      const known = [...said(each), ...coded(each)];
      if (phrase && known.some((name) => dom.folded(name) === phrase)) add(each, 0);
      else if (words && known.some((name) => dom.worded(name) === words)) add(each, 1);
      else if (words && known.some((name) => holds(dom.worded(name), words))) add(each, 3);
    }
    bySelector(2, (each) => kinds.includes(each));
  };
  (how === 'field' ? field : clickable)();
  const described = found.map(({ each, tier }) => dom.describe(each, tier, how, found.length === 1));
  const others = how === 'field' || found.length ? [] : dom.all('a, button, [role], input, label, summary, [onclick]')
    .filter((each) => dom.visible(each) && dom.names(each).some((name) => dom.folded(name) === phrase)).map((each) => each.localName);
  const offered = found.length ? [] : (how === 'field' ? dom.all(dom.FIELDS).filter((each) => each.type !== 'hidden') : dom.all(KINDS[tag] || tag))
    .filter(dom.visible).slice(0, 20)
    .map((each) => dom.short(how === 'field' ? dom.labels(each)[0] || each.getAttribute('aria-label') || each.getAttribute('placeholder') ||
      each.getAttribute('name') || each.id : dom.names(each)[0] || '', 40)).filter(Boolean);
  return { elements: found.map(({ each }) => each), described, problem, tried, others: [...new Set(others)], offered };
}
