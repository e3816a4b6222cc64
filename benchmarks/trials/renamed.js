// Every id and class has another name: in the document, in what refers to ids, in style sheets, and for the page's own
// scripts, which go on asking for the old names.

const rename = (name) => (!name || name.startsWith("x-") ? name : `x-${name}`);
const renameAll = (names) => names.split(/\s+/).filter(Boolean).map(rename).join(" ");
const renameSelector = (selector) => typeof selector !== "string" ? selector : selector
  .split(/("[^"]*"|'[^']*'|\[[^\]]*\])/)
  .map((part, index) => (index % 2 ? part : part.replace(/([#.])(-?[_a-zA-Z][\w-]*)/g, (_, sign, name) => sign + rename(name))))
  .join("");

for (const prototype of [Document.prototype, DocumentFragment.prototype, Element.prototype]) {
  for (const method of ["querySelector", "querySelectorAll", "closest", "matches"]) {
    const original = prototype[method];
    if (original) prototype[method] = function (selector) { return original.call(this, renameSelector(selector)); };
  }
  const byClass = prototype.getElementsByClassName;
  if (byClass) prototype.getElementsByClassName = function (names) { return byClass.call(this, renameAll(names)); };
}
const byId = Document.prototype.getElementById;
Document.prototype.getElementById = function (id) { return byId.call(this, rename(id)); };
for (const method of ["add", "remove", "contains", "toggle", "replace"]) {
  const original = DOMTokenList.prototype[method];
  DOMTokenList.prototype[method] = function (...names) {
    return original.call(this, ...names.map((name) => (typeof name === "string" ? rename(name) : name)));
  };
}

const REFERENCES = ["for", "list", "form", "aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "aria-activedescendant"];
const set = (element, attribute, value) => {
  if (element.getAttribute(attribute) === value) return;
  element.setAttribute(attribute, value);
  changed();
};
const all = Document.prototype.querySelectorAll;
always(() => {
  for (const element of all.call(document, "[id]")) set(element, "id", rename(element.id));
  for (const element of all.call(document, "[class]")) set(element, "class", renameAll(element.getAttribute("class")));
  for (const attribute of REFERENCES) {
    for (const element of all.call(document, `[${attribute}]`)) set(element, attribute, renameAll(element.getAttribute(attribute)));
  }
  // The page's own scripts run before the page is there as a whole, and have to find the new names.
}, true);

const restyle = (rules) => {
  for (const rule of rules) {
    if (rule.selectorText) rule.selectorText = renameSelector(rule.selectorText);
    if (rule.cssRules) restyle(rule.cssRules);
  }
};
window.addEventListener("load", () => { for (const sheet of document.styleSheets) restyle(sheet.cssRules); });
