// Where in one frame the other ways lead by which an element of a kind was known.
([how, kind, ways]) => {
  const dom = HELPERS;
  const led = ways.map(([way, value]) => dom.ledTo(kind, way, value));
  const elements = [...new Set(led.flat())];
  return { elements, described: elements.map((each) => dom.describe(each, 0, how, true)), led: led.map((found) => found.map((each) => elements.indexOf(each))) };
}
