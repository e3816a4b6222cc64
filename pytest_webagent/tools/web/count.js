// How many elements of one frame each of some selectors finds.
(selectors) => {
  const dom = HELPERS;
  return selectors.map((selector) => selector ? (dom.find(selector).nodes || []).length : 0);
}
