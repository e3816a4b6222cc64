// A drawing board whose toolbar, paper and chart are all drawn on one canvas: the page has no button to find.

const canvas = document.querySelector('canvas');
const status = document.querySelector('[role=status]');
const paint = canvas.getContext('2d');
const icons = await (await fetch('icons.json')).json();

const BUTTON = 44;
const BUTTONS = [
  ['red pen', 110], ['blue pen', 160], ['green pen', 210],
  ['rectangle', 280], ['circle', 330], ['eraser', 380],
  ['undo', 450],
].map(([name, y]) => ({ name, x: 50, y }));
const PENS = ['red pen', 'blue pen', 'green pen'];

let pen = 'red pen';
let tool = 'rectangle';
let shapes = JSON.parse(localStorage.drawing ?? '[]');
let earlier = [];                                         // what undo goes back to
let drag = null;

const colourOf = (name) => icons[name].colour;
const word = (name) => name.split(' ')[0];
const counted = () => `${shapes.length} ${shapes.length === 1 ? 'shape' : 'shapes'}`;
const capital = (text) => text[0].toUpperCase() + text.slice(1);
const say = (text) => { status.textContent = text; };

// Where things are, in CSS pixels of the page.
const paper = () => ({ x: 100, y: 60, width: innerWidth - 400, height: innerHeight - 84 });
const chart = () => ({ x: innerWidth - 276, y: 60, width: 252, height: 300 });
const holds = (box, { x, y }) => x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;
const buttonBox = ({ x, y }) => ({ x: x - BUTTON / 2, y: y - BUTTON / 2, width: BUTTON, height: BUTTON });
const between = (a, b) => ({
  x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y),
});
const barBox = (name) => {
  const { x, y, width, height } = chart(), step = (width - 48) / PENS.length;
  const most = Math.max(4, ...PENS.map(drawnWith)), tall = (height - 110) * drawnWith(name) / most;
  return { x: x + 24 + step * PENS.indexOf(name) + 12, y: y + height - 48 - tall, width: step - 24, height: tall };
};
const drawnWith = (name) => shapes.filter((shape) => shape.pen === name).length;

// Drawing.
const card = ({ x, y, width, height }, fill, edge) => {
  paint.beginPath();
  paint.roundRect(x, y, width, height, 10);
  paint.fillStyle = fill;
  paint.fill();
  paint.strokeStyle = edge;
  paint.lineWidth = 1;
  paint.stroke();
};
const icon = (name, x, y, size) => {
  const { colour, polygons = [], rings = [] } = icons[name];
  paint.save();
  paint.translate(x - size / 2, y - size / 2);
  paint.scale(size / 24, size / 24);
  paint.fillStyle = paint.strokeStyle = colour;
  paint.beginPath();
  for (const corners of polygons) corners.forEach(([px, py], at) => (at ? paint.lineTo(px, py) : paint.moveTo(px, py)));
  paint.fill('evenodd');
  for (const [cx, cy, radius, width] of rings) {
    paint.beginPath();
    paint.arc(cx, cy, radius - width / 2, 0, 2 * Math.PI);
    paint.lineWidth = width;
    paint.stroke();
  }
  paint.restore();
};
const outline = ({ tool, pen, box }) => {
  paint.beginPath();
  if (tool === 'circle') {
    paint.ellipse(box.x + box.width / 2, box.y + box.height / 2, box.width / 2, box.height / 2, 0, 0, 2 * Math.PI);
  } else paint.rect(box.x, box.y, box.width, box.height);
  paint.fillStyle = colourOf(pen) + '22';
  paint.fill();
  paint.strokeStyle = colourOf(pen);
  paint.lineWidth = 4;
  paint.stroke();
};
const text = (words, x, y, font = '14px system-ui, sans-serif') => {
  paint.font = font;
  paint.fillStyle = '#64748b';
  paint.textAlign = 'center';
  paint.fillText(words, x, y);
};
const drawToolbar = () => {
  card({ x: 20, y: 76, width: 60, height: 408 }, '#ffffff', '#cbd5e1');
  for (const button of BUTTONS) {
    if (button.name === pen || button.name === tool) card(buttonBox(button), '#ede9fe', '#a78bfa');
    icon(button.name, button.x, button.y, 26);
  }
  for (const y of [245, 415]) card({ x: 32, y, width: 36, height: 0 }, '#cbd5e1', '#cbd5e1');
};
const drawPaper = () => {
  const area = paper();
  card(area, '#ffffff', '#cbd5e1');
  paint.fillStyle = '#e2e8f0';
  for (let x = area.x + 20; x < area.x + area.width; x += 20) {
    for (let y = area.y + 20; y < area.y + area.height; y += 20) paint.fillRect(x - 1, y - 1, 2, 2);
  }
  shapes.forEach(outline);
  if (drag && tool !== 'eraser') outline({ tool, pen, box: between(drag.from, drag.to) });
};
const drawChart = () => {
  const area = chart(), floor = area.y + area.height - 48;
  card(area, '#ffffff', '#cbd5e1');
  text('Shapes by pen', area.x + area.width / 2, area.y + 34, '600 15px system-ui, sans-serif');
  for (const name of PENS) {
    const bar = barBox(name), middle = bar.x + bar.width / 2;
    paint.fillStyle = colourOf(name);
    paint.fillRect(bar.x, bar.y, bar.width, bar.height);
    text(String(drawnWith(name)), middle, bar.y - 8);
    text(word(name), middle, floor + 24);
  }
  card({ x: area.x + 24, y: floor, width: area.width - 48, height: 0 }, '#cbd5e1', '#cbd5e1');
};
const draw = () => {
  // As many pixels as the screen has: sharp on any of them.
  const scale = devicePixelRatio;
  canvas.width = innerWidth * scale;
  canvas.height = innerHeight * scale;
  paint.scale(scale, scale);
  paint.fillStyle = '#f1f5f9';
  paint.fillRect(0, 0, innerWidth, innerHeight);
  drawToolbar();
  drawPaper();
  drawChart();
};

// What is done.
const change = (next, told) => {
  earlier.push(shapes);
  shapes = next;
  localStorage.drawing = JSON.stringify(shapes);
  say(`${told}. ${counted()}`);
};
const undo = () => {
  if (!earlier.length) return say('Nothing to undo');
  shapes = earlier.pop();
  localStorage.drawing = JSON.stringify(shapes);
  say(`Undone. ${counted()}`);
};
const press = (name) => {
  if (name === 'undo') undo();
  else if (PENS.includes(name)) { pen = name; say(`Pen: ${word(name)}`); }
  else { tool = name; say(`Tool: ${name}`); }
};
const erase = (point) => {
  const hit = shapes.findLast(({ box }) => holds(box, point));
  if (!hit) return say('Nothing to erase here');
  change(shapes.filter((shape) => shape !== hit), `${capital(word(hit.pen))} ${hit.tool} erased`);
};
const add = (box) => {
  if (box.width < 8 || box.height < 8) return say(`Drag to draw a ${tool}`);
  const x = Math.round(box.x + box.width / 2), y = Math.round(box.y + box.height / 2);
  change([...shapes, { tool, pen, box }], `${capital(word(pen))} ${tool} drawn at (${x}, ${y})`);
};

const pointOf = (event) => ({ x: event.clientX, y: event.clientY });
canvas.onpointerdown = (event) => {
  const point = pointOf(event), button = BUTTONS.find((each) => holds(buttonBox(each), point));
  const bar = PENS.find((name) => holds(barBox(name), point));
  if (button) press(button.name);
  else if (bar) say(`${capital(word(bar))}: ${drawnWith(bar)}`);
  else if (holds(paper(), point)) {
    canvas.setPointerCapture(event.pointerId);
    drag = { from: point, to: point };
  }
  draw();
};
canvas.onpointermove = (event) => {
  if (!drag) return;
  drag.to = pointOf(event);
  draw();
};
canvas.onpointerup = () => {
  if (!drag) return;
  const { from, to } = drag;
  drag = null;
  if (tool === 'eraser') erase(from);
  else add(between(from, to));
  draw();
};
addEventListener('resize', draw);
draw();
