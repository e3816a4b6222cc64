import 'choices.js/public/assets/styles/choices.css';
import '@yaireo/tagify/dist/tagify.css';
import 'trix/dist/trix.css';
import 'dragula/dist/dragula.css';
import Alpine from 'alpinejs';
import Choices from 'choices.js';
import Tagify from '@yaireo/tagify';
import 'trix';
import dragula from 'dragula/dist/dragula.js';

let r = 0, s = 0;
const items = text => text.split(', ').map(x => { const [, n, unit, what] = x.match(/^(\d+)(\w*) (.+)$/); return { n: +n, unit, what }; });
const recipe = (title, category, minutes, level, tags, list, text, fav = false, stars = 0) => ({ id: ++r, title, category, minutes, level, tags, items: items(list), text, fav, stars, serves: 4 });
const S = Alpine.reactive({
  recipes: [
    recipe('Lentil soup with lemon', 'Soup', 40, 'Easy', ['vegan', 'winter'], '300g red lentils, 2 onions, 1 lemon, 800ml stock', '<div>Fry the onions, add everything and simmer.</div>', true, 4), recipe('Mushroom risotto', 'Main', 45, 'Medium', ['vegetarian'], '320g rice, 400g mushrooms, 100g parmesan, 1200ml stock', '<div>Stir, stir, stir.</div>', false, 5),
    recipe('Cucumber salad', 'Salad', 10, 'Easy', ['vegan', 'quick'], '2 cucumbers, 20ml vinegar, 10g dill', '<div>Slice thinly.</div>'), recipe('Plum cake', 'Dessert', 75, 'Medium', ['autumn'], '500g plums, 250g flour, 120g butter, 3 eggs', '<div>Bake for 45 minutes at 180 °C.</div>', true, 3),
    recipe('Chicken curry', 'Main', 50, 'Medium', ['spicy'], '600g chicken, 400ml coconut milk, 2 onions, 30g curry paste', '<div>Brown the chicken first.</div>', false, 4), recipe('Pumpkin soup', 'Soup', 35, 'Easy', ['vegan', 'autumn'], '800g pumpkin, 1 onion, 600ml stock', '<div>Blend until smooth.</div>'),
    recipe('Beef Wellington', 'Main', 150, 'Hard', ['festive'], '1kg beef fillet, 250g mushrooms, 300g puff pastry', '<div>Rest the meat for 20 minutes.</div>'), recipe('Greek salad', 'Salad', 15, 'Easy', ['vegetarian', 'quick'], '4 tomatoes, 1 cucumber, 200g feta, 80g olives', '<div>Do not cut the feta too small.</div>', true),
    recipe('Chocolate mousse', 'Dessert', 25, 'Hard', ['vegetarian'], '200g dark chocolate, 4 eggs, 50g sugar', '<div>Chill overnight.</div>', false, 5), recipe('Tomato tart', 'Main', 60, 'Medium', ['vegetarian', 'summer'], '6 tomatoes, 300g puff pastry, 150g goat cheese', '<div>Bake at 200 °C.</div>'),
  ],
  plan: [{ id: 'Monday', meals: ['Pumpkin soup'] }, { id: 'Tuesday', meals: ['Chicken curry', 'Cucumber salad'] }, { id: 'Wednesday', meals: [] }, { id: 'Thursday', meals: ['Mushroom risotto'] }, { id: 'Friday', meals: [] }],
  shopping: ['Milk', 'Olive oil', '2 kg potatoes', 'Baking paper', 'Coffee beans'].map((text, i) => ({ id: ++s, text, done: i === 3 })),
});
window.S = S;
const flat = () => Object.entries(S).flatMap(([k, rows]) => rows.map(r => [k + ' ' + r.id, JSON.parse(JSON.stringify(r))]));
const text = v => Array.isArray(v) ? v.map(x => typeof x === 'object' ? Object.values(x).join(' ') : x).join('+') : String(v);
const before = new Map(flat());
// what differs from the beginning: rows that are new, gone, or have another value
window.changes = () => {
  const now = new Map(flat()), out = [];
  for (const [k] of before) if (!now.has(k)) out.push('- ' + k);
  for (const [k, r] of now) {
    const old = before.get(k);
    if (!old) out.push('+ ' + k + ': ' + Object.entries(r).filter(([f]) => f !== 'id').map(([, v]) => text(v)).join(' / '));
    else for (const f in r) if (text(r[f]) !== text(old[f])) out.push(`~ ${k} ${f}: ${text(r[f])}`);
  }
  return out.join('|');
};
const CATEGORIES = ['Soup', 'Salad', 'Main', 'Dessert', 'Drink'];
let filter, cat, tags, timer;
Alpine.data('app', () => ({
  S, at: 'Recipes', q: '', category: '', hearts: false, page: 1, cur: null, serves: 4, picked: [], writing: false, form: {}, bad: {}, asking: null, item: '', editing: null, msg: '',
  init() {
    window.view = this;
    this.$nextTick(() => {
      const list = CATEGORIES.map(c => ({ value: c, label: c }));
      filter = new Choices('#cat-filter', { choices: [{ value: '', label: 'All categories', selected: true }, ...list], searchEnabled: false, shouldSort: false, itemSelectText: '' });
      filter.passedElement.element.addEventListener('change', e => { this.category = e.detail.value; this.page = 1; });
      cat = new Choices('#r-cat', { choices: list, shouldSort: false, itemSelectText: '', searchPlaceholderValue: 'Type to search' });
      tags = new Tagify(document.querySelector('#r-tags'), { whitelist: ['vegan', 'vegetarian', 'quick', 'spicy', 'winter', 'summer', 'autumn', 'festive'], dropdown: { enabled: 1 } });
      const drake = dragula({ isContainer: el => el.classList.contains('drop'), mirrorContainer: document.querySelector('#ghost') });
      drake.on('drop', (el, to, from, next) => { const meal = el.dataset.meal, a = from.dataset.day, b = to.dataset.day, at = next?.dataset?.meal; drake.cancel(true); this.move(meal, a, b, at); });
    });
  },
  get rows() { return S.recipes.filter(x => (!this.category || x.category === this.category) && (!this.hearts || x.fav) && (x.title + ' ' + x.tags.join(' ')).toLowerCase().includes(this.q.toLowerCase())); },
  say(msg) { this.msg = msg; clearTimeout(timer); timer = setTimeout(() => { this.msg = ''; }, 7000); },
  open(x) { this.cur = x; this.serves = x.serves; this.picked = []; },
  amount(i) { const n = i.n * this.serves / this.cur.serves; return String(Math.round(n * 100) / 100) + (i.unit ? ' ' + i.unit : ''); },
  buy() { for (const i of this.cur.items) if (this.picked.includes(i.what)) S.shopping.push({ id: ++s, text: this.amount(i) + ' ' + i.what, done: false }); this.say(this.picked.length + ' added to the shopping list'); this.picked = []; },
  move(meal, a, b, before) {
    if (a === b) return;
    const from = S.plan.find(d => d.id === a).meals, to = S.plan.find(d => d.id === b).meals;
    if (to.includes(meal)) { this.say(`${meal} is planned for ${b} already`); return; }
    from.splice(from.indexOf(meal), 1); to.splice(before ? to.indexOf(before) : to.length, 0, meal);
  },
  addMeal(d, e) { const v = e.target.value; e.target.value = ''; if (d.meals.includes(v)) this.say(`${v} is planned for ${d.id} already`); else if (v) d.meals.push(v); },
  addItem() { const v = this.item.trim(); this.item = ''; if (v) S.shopping.push({ id: ++s, text: v, done: false }); },
  start(x) {
    this.form = x ? { id: x.id, title: x.title, minutes: x.minutes, level: x.level } : { id: 0, title: '', minutes: '', level: 'Easy' }; this.bad = {};
    cat.setChoiceByValue(x ? x.category : 'Main'); tags.removeAllTags(); if (x) tags.addTags([...x.tags]);
    document.querySelector('trix-editor').editor.loadHTML(x ? x.text : ''); this.writing = true;
  },
  save() {
    const f = this.form, min = Number(f.minutes), title = f.title.trim();
    this.bad = { title: !title ? 'Every recipe needs a title' : S.recipes.some(x => x.title === title && x.id !== f.id) ? 'There is a recipe with this title' : '', minutes: min > 0 ? '' : 'How long does it take?' };
    if (this.bad.title || this.bad.minutes) return;
    const v = { title, category: cat.getValue(true), minutes: min, level: f.level, tags: tags.value.map(t => t.value), text: document.querySelector('#r-text').value };
    if (f.id) Object.assign(S.recipes.find(x => x.id === f.id), v); else S.recipes.push({ id: ++r, ...v, items: [], fav: false, stars: 0, serves: 4 });
    this.writing = false; this.say(f.id ? 'Changes saved' : `${title} is recipe no. ${r}`);
  },
  remove() { S.recipes.splice(S.recipes.findIndex(x => x.id === this.asking.id), 1); this.say(`${this.asking.title} was deleted`); this.asking = null; this.cur = null; },
}));
window.Alpine = Alpine;
Alpine.start();
