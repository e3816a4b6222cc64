// The delivery date: a button that opens a month, in which the days we deliver on can be chosen.

const field = document.querySelector(".field.date");
const opener = field.querySelector("button");
const shown = field.querySelector("#delivery-shown");
const hidden = field.querySelector("input[name=delivery]");
const dialog = field.querySelector(".calendar");
const { first, last } = field.dataset;
let month = (hidden.value || first).slice(0, 7);

// Days are handled as YYYY-MM-DD in UTC, so that no time zone can move them.
const utc = (day) => new Date(`${day}T00:00:00Z`);
const iso = (date) => date.toISOString().slice(0, 10);
const parts = (day, options) => utc(day).toLocaleDateString("en-GB", { timeZone: "UTC", ...options });
const longDate = (day) => `${parts(day, { weekday: "long" })} ${parts(day, { day: "numeric", month: "long", year: "numeric" })}`;

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function move(by) {
  const [year, number] = month.split("-").map(Number);
  month = iso(new Date(Date.UTC(year, number - 1 + by, 1))).slice(0, 7);
  draw();
}

function day(date) {
  const value = iso(date);
  const button = element("button", {
    type: "button", textContent: String(date.getUTCDate()), ariaLabel: longDate(value),
    ariaPressed: String(value === hidden.value), disabled: value < first || value > last || date.getUTCDay() === 0,
  });
  button.addEventListener("click", () => {
    hidden.value = value;
    shown.textContent = longDate(value);
    close();
  });
  return element("td", {}, button);
}

function draw() {
  const begin = utc(`${month}-01`);
  const back = element("button", { type: "button", className: "quiet", ariaLabel: "Previous month", textContent: "‹", disabled: month <= first.slice(0, 7) });
  const forth = element("button", { type: "button", className: "quiet", ariaLabel: "Next month", textContent: "›", disabled: month >= last.slice(0, 7) });
  back.addEventListener("click", () => move(-1));
  forth.addEventListener("click", () => move(1));
  const title = element("h3", { ariaLive: "polite", textContent: parts(iso(begin), { month: "long", year: "numeric" }) });
  const head = element("tr", {}, ...["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"].map((name) => element("th", { scope: "col", textContent: name })));
  const body = element("tbody");
  const date = new Date(begin);
  let row = element("tr", {}, ...Array.from({ length: (begin.getUTCDay() + 6) % 7 }, () => element("td")));
  for (; iso(date).startsWith(month); date.setUTCDate(date.getUTCDate() + 1)) {
    row.append(day(date));
    if (date.getUTCDay() === 0) {
      body.append(row);
      row = element("tr");
    }
  }
  if (row.children.length) body.append(row);
  dialog.replaceChildren(element("header", {}, back, title, forth), element("table", {}, element("thead", {}, head), body));
}

function open() {
  draw();
  dialog.hidden = false;
  opener.ariaExpanded = "true";
}

function close() {
  dialog.hidden = true;
  opener.ariaExpanded = "false";
  opener.focus();
}

opener.addEventListener("click", () => (dialog.hidden ? open() : close()));
field.addEventListener("keydown", (event) => { if (event.key === "Escape") close(); });
if (hidden.value) shown.textContent = longDate(hidden.value);
