// Where in one frame something can be clicked. Boxes are [x, y, width, height] in the frame.
(most) => {
  const dom = HELPERS;
  const CLICKABLE = 'a[href], area[href], button, input:not([type=hidden]), select, textarea, summary, label[for], [onclick], ' +
    '[contenteditable]:not([contenteditable=false]), [role=button], [role=link], [role=tab], [role=menuitem], [role=option], ' +
    '[role=checkbox], [role=radio], [role=switch], [role=combobox], [role=textbox]';
  const box = (each) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return [x, y, width, height];
  };
  const within = ([x, y, width, height]) => width > 0 && height > 0 && x < innerWidth && y < innerHeight && x + width > 0 && y + height > 0;
  return {
    width: innerWidth,
    height: innerHeight,
    clickables: dom.all(CLICKABLE).filter((each) => dom.visible(each) && within(box(each))).slice(0, most).map((each) => ({
      tag: each.localName,
      text: dom.short(dom.names(each)[0] || dom.labels(each)[0] || each.getAttribute('placeholder') || '', 100),
      box: box(each),
    })),
  };
}
