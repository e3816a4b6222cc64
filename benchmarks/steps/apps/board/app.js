const $ = s => document.querySelector(s), el = (t, p = {}, ...k) => { const e = Object.assign(document.createElement(t), p); e.append(...k); return e; };
const COLS = ['Backlog', 'In progress', 'Review', 'Done'];
const TEAM = { amira: 'Amira Haddad', jonas: 'Jonas Keller', lucia: 'Lucia Fernandes', tom: 'Tom Whitfield', priya: 'Priya Nair' };
const TAGS = ['Bug', 'Content', 'Design', 'Legal', 'SEO', 'Urgent'];
let n = 0;
const card = (title, col, who, tags, points, desc = '') => ({ id: ++n, title, col, who, tags, points, desc: desc && `<p>${desc}</p>` });
window.cards = [
  card('Write cookie policy', 'Backlog', 'lucia', ['Legal'], 3), card('Broken link on pricing page', 'Backlog', '', ['Bug'], 1), card('Translate FAQ to Spanish', 'Backlog', 'lucia', ['Content'], 5), card('Collect customer quotes', 'Backlog', 'tom', ['Content'], 2),
  card('New header design', 'In progress', 'amira', ['Design'], 8, 'Logo left, menu right.'), card('Contact form sends twice', 'In progress', 'jonas', ['Bug', 'Urgent'], 3, 'Happens on slow connections.'), card('Image compression', 'In progress', 'priya', ['SEO'], 5),
  card('Footer links', 'Review', 'jonas', ['Design'], 2), card('Meta descriptions', 'Review', 'priya', ['SEO', 'Content'], 3),
  card('Choose hosting', 'Done', 'tom', [], 2), card('Set up analytics', 'Done', 'priya', ['SEO', 'Legal'], 3)];
window.archived = []; window.sent = [];
const line = c => [c.title, c.col, c.who || 'nobody', [...c.tags].sort().join('+'), c.points, c.desc].join(' / ');
const before = Object.fromEntries(cards.map(c => [c.id, line(c)]));
const orders = () => COLS.map(c => cards.filter(k => k.col === c).map(k => k.id).join()).join(' ');
const order0 = orders();
// cards that are changed or new ("+ ...") and gone ("- ..."); archived ones; sent updates
window.changes = () => JSON.stringify([...cards.filter(c => before[c.id] !== line(c)).map(c => '+ ' + line(c)), ...Object.entries(before).filter(([i]) => !cards.some(c => c.id == i)).map(([, l]) => '- ' + l.split(' / ')[0]), ...archived.map(c => 'archived ' + c.title), ...sent.map(s => 'sent ' + s)]);
window.column = c => cards.filter(k => k.col === c).map(k => k.title).join(' | ');
window.filters = () => [$('#find').value, by.getValue(), $('#bugs').checked].join(' / ');
const msg = t => { $('#msg').textContent = t; $('#msg').hidden = false; clearTimeout(msg.t); msg.t = setTimeout(() => $('#msg').hidden = true, 6000); };
const people = Object.entries(TEAM).map(([value, text]) => ({ value, text }));
const by = new TomSelect('#by', { options: [{ value: 'all', text: 'Anyone' }, ...people], items: ['all'], onChange: () => draw() });
const who = new TomSelect('#c-who', { options: [{ value: 'none', text: 'Unassigned' }, ...people], items: ['none'] });
const tags = new TomSelect('#c-tags', { options: TAGS.map(value => ({ value, text: value })), create: true, plugins: ['remove_button'], hideSelected: true, clearAfterSelect: true });
const to = new TomSelect('#m-to', { options: people.map(p => ({ ...p, text: p.text })), create: v => ({ value: v, text: v }), createFilter: v => /^\S+@\S+\.\S+$/.test(v), plugins: ['remove_button'], hideSelected: true, clearAfterSelect: true });
$('#c-col').append(...COLS.map(c => el('option', { textContent: c })));
const bar = [[{ header: [2, 3, false] }], ['bold', 'italic', 'underline', 'link'], [{ list: 'bullet' }, { list: 'ordered' }], ['clean']];
const desc = new Quill('#c-desc', { theme: 'snow', placeholder: 'Describe the task…', modules: { toolbar: bar } });
const body = new Quill('#m-body', { theme: 'snow', placeholder: 'Write your message…', modules: { toolbar: bar } });
const htmlOf = q => q.getText().trim() ? q.root.innerHTML.replace(/<span class="ql-ui"[^>]*><\/span>/g, '') : '';
let pop, cur;
const close = () => { pop?.remove(); pop = null; };
document.addEventListener('click', e => { if (!e.target.closest('.pop,.more')) close(); });
const menu = (c, btn) => { const was = pop && pop.card === c.id; close(); if (was) return; pop = el('div', { className: 'pop', card: c.id }); pop.setAttribute('role', 'menu');
  const it = (t, f) => { const b = el('button', { textContent: t, onclick: () => { close(); f(); } }); b.setAttribute('role', 'menuitem'); pop.append(b); };
  it('Edit', () => open(c)); it('Duplicate', () => { const k = { ...c, id: ++n, title: c.title + ' (copy)', tags: [...c.tags] }; cards.splice(cards.indexOf(c) + 1, 0, k); draw(); msg('Card duplicated'); });
  pop.append(el('hr')); for (const col of COLS.filter(x => x !== c.col)) it('Move to ' + col, () => { cards.splice(cards.indexOf(c), 1); c.col = col; cards.push(c); draw(); });
  pop.append(el('hr')); it('Archive', () => { cards.splice(cards.indexOf(c), 1); archived.push(c); draw(); msg(`"${c.title}" archived`); });
  const r = btn.getBoundingClientRect(); pop.style.left = Math.min(r.left + scrollX, innerWidth - 170) + 'px'; pop.style.top = r.bottom + scrollY + 2 + 'px'; document.body.append(pop); };
const draw = () => { close(); const q = $('#find').value.toLowerCase(), p = by.getValue(); let k = 0; $('#board').innerHTML = '';
  for (const col of COLS) { const list = el('div', { className: 'cards' }), mine = cards.filter(c => c.col === col); list.dataset.col = col;
    for (const c of mine) { if ((q && !c.title.toLowerCase().includes(q)) || (p && p !== 'all' && c.who !== p) || ($('#bugs').checked && !c.tags.includes('Bug'))) continue; k++;
      const more = el('button', { className: 'more', textContent: '⋯', onclick: () => menu(c, more) }); more.setAttribute('aria-label', 'More actions'); more.setAttribute('aria-haspopup', 'menu');
      const a = el('article', { className: 'card' }, el('h3', { textContent: c.title }), ...c.tags.map(t => el('span', { className: 'tag ' + t, textContent: t })), el('div', { className: 'who', textContent: `${TEAM[c.who] || 'Unassigned'} · ${c.points} pt` }), more); a.dataset.id = c.id; a.ondblclick = () => open(c); list.append(a); }
    $('#board').append(el('section', { className: 'col' }, el('h2', {}, col, el('span', { textContent: mine.length })), list));
    new Sortable(list, { group: 'cards', animation: 120, onEnd: drop }); }
  $('#shown').textContent = k === cards.length ? `${k} cards` : `${k} of ${cards.length} cards`; $('#arc-n').textContent = archived.length; };
const drop = e => { const c = cards.find(x => x.id == e.item.dataset.id), next = e.item.nextElementSibling; c.col = e.to.dataset.col; cards.splice(cards.indexOf(c), 1);
  if (next) cards.splice(cards.findIndex(x => x.id == next.dataset.id), 0, c); else cards.push(c); setTimeout(draw); };
const open = c => { cur = c; $('#card-h').textContent = c ? 'Edit card' : 'New card'; $('#c-title').value = c ? c.title : ''; $('#c-col').value = c ? c.col : 'Backlog'; who.setValue(c && c.who || 'none', true); tags.clear(true);
  for (const t of c ? c.tags : []) { tags.addOption({ value: t, text: t }); tags.addItem(t, true); } $('#c-points').value = c ? c.points : ''; desc.setContents([]); if (c && c.desc) desc.clipboard.dangerouslyPasteHTML(c.desc); $('#card').showModal(); $('#c-title').focus(); };
$('#c-save').onclick = () => { const w = who.getValue(), d = { title: $('#c-title').value.trim() || 'Untitled', col: $('#c-col').value, who: w === 'none' ? '' : w, tags: [...tags.getValue()], points: +$('#c-points').value, desc: htmlOf(desc) };
  if (cur) { if (cur.col !== d.col) { cards.splice(cards.indexOf(cur), 1); cards.push(cur); } Object.assign(cur, d); } else cards.push({ id: ++n, ...d }); $('#card').close(); draw(); msg('Card saved'); };
$('#c-cancel').onclick = () => $('#card').close();
$('#new').onclick = () => open(null);
$('#find').oninput = draw; $('#bugs').onchange = draw;
$('#compose').onclick = () => { to.clear(); $('#m-sub').value = ''; body.setContents([]); $('#m-copy').checked = false; $('#mail').showModal(); };
$('#m-discard').onclick = () => $('#mail').close();
$('#m-send').onclick = () => { const t = to.getValue(); if (!t.length) return msg('Please add a recipient'); sent.push([[...t].sort().join('+'), $('#m-sub').value, htmlOf(body), $('#m-copy').checked].join(' / ')); $('#mail').close(); msg(`Update sent to ${t.length} ${t.length > 1 ? 'people' : 'person'}`); };
$('#archive').onclick = () => { const l = $('#arc-list'); l.innerHTML = ''; if (!archived.length) l.textContent = 'The archive is empty.';
  for (const c of archived) { const b = el('button', { textContent: 'Restore', onclick: () => { archived.splice(archived.indexOf(c), 1); cards.push(c); draw(); $('#archive').onclick(); } }); l.append(el('p', {}, c.title + ' ', b)); } if (!$('#arc').open) $('#arc').showModal(); };
$('#arc-close').onclick = () => $('#arc').close();
draw();
