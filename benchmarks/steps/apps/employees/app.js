const RAW = `Anna Lindqvist|Engineering|Stockholm|5400|2019-04-01|Active|4
Ben Okafor|Sales|London|4150|2021-09-13|Active|3
Carla Moretti|Marketing|Milan|3900|2020-02-17|On leave|4
Daniel Fischer|Engineering|Berlin|5850|2016-11-02|Active|5
Elif Yilmaz|Support|Istanbul|2950|2022-06-20|Active|3
Felix Brandt|Finance|Hamburg|4700|2018-01-15|Active|3
Grace Mbeki|Sales|Cape Town|3800|2023-03-06|Active|2
Hugo Laurent|Engineering|Lyon|5100|2020-10-12|Active|4
Ines Duarte|Support|Lisbon|2800|2021-05-03|Active|4
Jakub Nowak|Engineering|Krakow|4600|2022-01-10|Active|3
Katrin Weber|Finance|Vienna|4950|2017-07-03|Active|4
Liam Byrne|Sales|Dublin|4300|2019-08-19|Inactive|2
Marta Kovacs|Marketing|Budapest|3650|2021-11-22|Active|3
Nadia Petrova|Engineering|Sofia|4450|2023-02-01|Active|4
Oscar Jensen|Support|Aarhus|3050|2020-04-27|On leave|3
Paula Reyes|Finance|Madrid|4250|2022-09-05|Active|3
Quentin Dubois|Marketing|Paris|4100|2018-06-11|Active|4
Rosa Jimenez|Support|Seville|2700|2023-10-16|Active|2
Stefan Novak|Sales|Prague|3950|2020-12-07|Active|4
Tara Singh|Engineering|London|6200|2015-03-23|Active|5
Ugo Bianchi|Finance|Turin|4400|2019-02-25|Inactive|3
Vera Novotna|Marketing|Brno|3550|2022-04-04|Active|3
Wim de Vries|Sales|Utrecht|4500|2017-10-30|Active|4
Xenia Papadaki|Support|Athens|2850|2021-07-12|Active|4
Yusuf Demir|Engineering|Ankara|4350|2023-05-15|On leave|3
Zoe Martin|Marketing|Brussels|4000|2019-12-02|Active|3
Adam Horvath|Finance|Bratislava|4050|2023-01-09|Active|3
Bianca Ionescu|Support|Cluj|2600|2022-11-28|Active|3
Colm Doyle|Engineering|Cork|5250|2018-09-10|Active|4
Dora Szabo|Sales|Szeged|3700|2021-02-08|On leave|3
Erik Hansen|Engineering|Oslo|5950|2016-05-17|Active|4
Freya Olsen|Support|Bergen|3100|2020-08-24|Active|5
Gianni Russo|Sales|Naples|3850|2022-03-14|Active|3
Helena Costa|Finance|Porto|4150|2020-06-08|Active|4`;
const rows = RAW.split('\n').map((l, i) => {
  const [name, dept, city, salary, start, status, rating] = l.split('|');
  return { id: 101 + i, name, email: name.toLowerCase().replace(/[^a-z]+/g, '.') + '@northwind.example', dept, city, salary: +salary, start, status, rating: +rating, remote: i % 4 === 0 };
});
const $ = s => document.querySelector(s);
const copy = d => JSON.parse(JSON.stringify(d));
const before = copy(rows);
// what differs from the data the page came with: {id: {field: value}}, 'gone' for deleted rows, all fields for new ones
window.changed = () => {
  const out = {}, now = table.getData();
  for (const r of now) { const o = before.find(b => b.id === r.id); for (const k in r) if (!o || o[k] !== r[k]) (out[r.id] ||= {})[k] = r[k]; }
  for (const o of before) if (!now.some(r => r.id === o.id)) out[o.id] = 'gone';
  return JSON.stringify(out);
};
window.view = () => ({ sort: table.getSorters().map(s => s.field + ' ' + s.dir).join(), header: table.getHeaderFilters().map(f => f.field + '=' + f.value).join(), q: $('#q').value, status: $('#status').value,
  page: table.getPage(), size: table.getPageSize(), selected: table.getSelectedData().map(r => r.name).sort().join(), hidden: table.getColumns().filter(c => !c.isVisible()).map(c => c.getField()).join() });
const toast = t => { $('#toast').textContent = t; $('#toast').hidden = false; clearTimeout(toast.t); toast.t = setTimeout(() => $('#toast').hidden = true, 6000); };
let current = null;
const openForm = row => {
  current = row; const f = $('#form'), d = row ? row.getData() : { dept: 'Engineering' };
  $('#edit-h').textContent = row ? 'Edit employee' : 'New employee';
  for (const k of ['name', 'email', 'dept', 'city', 'salary', 'start']) f.elements[k].value = d[k] ?? '';
  f.elements.remote.checked = !!d.remote; $('#edit').showModal();
};
const buttons = cell => {
  const span = document.createElement('span');
  for (const [t, fn] of [['Edit', openForm], ['Delete', askDelete]]) {
    const b = document.createElement('button'); b.className = 'row-btn'; b.textContent = t;
    b.onclick = e => { e.stopPropagation(); fn(cell.getRow()); }; span.append(b);
  }
  return span;
};
const askDelete = row => { current = row; $('#conf-t').textContent = `Do you really want to delete ${row.getData().name}?`; $('#confirm').showModal(); };
const table = window.table = new Tabulator('#table', {
  data: copy(rows), layout: 'fitColumns', pagination: true, paginationSize: 10, paginationSizeSelector: [10, 25, 50], paginationCounter: 'rows',
  placeholder: 'No matching employees',
  columns: [
    { formatter: 'rowSelection', titleFormatter: 'rowSelection', hozAlign: 'center', headerHozAlign: 'center', headerSort: false, width: 44, field: 'sel' },
    { title: 'Name', field: 'name', headerFilter: 'input', headerFilterPlaceholder: 'Filter names', minWidth: 140 },
    { title: 'Department', field: 'dept', minWidth: 120, headerFilter: 'list', headerFilterParams: { values: ['Engineering', 'Finance', 'Marketing', 'Sales', 'Support'], clearable: true }, editor: 'list', editorParams: { values: ['Engineering', 'Finance', 'Marketing', 'Sales', 'Support'] } },
    { title: 'City', field: 'city' },
    { title: 'E-mail', field: 'email', minWidth: 210 },
    { title: 'Salary', field: 'salary', hozAlign: 'right', sorter: 'number', formatter: 'money', formatterParams: { symbol: '€ ', precision: 0 }, editor: 'number', width: 100 },
    { title: 'Since', field: 'start', sorter: 'string', width: 110 },
    { title: 'Status', field: 'status', width: 100 },
    { title: 'Rating', field: 'rating', formatter: 'star', formatterParams: { stars: 5 }, editor: 'star', width: 110, hozAlign: 'center' },
    { title: 'Remote', field: 'remote', formatter: 'tickCross', hozAlign: 'center', width: 95 },
    { title: 'Actions', formatter: buttons, headerSort: false, width: 140, field: 'act' },
  ],
});
const filt = () => { const q = $('#q').value.trim().toLowerCase(), st = $('#status').value;
  table.setFilter(r => (!st || r.status === st) && (!q || [r.name, r.city, r.email].some(v => (v || '').toLowerCase().includes(q)))); };
const sum = () => { const d = table.getData(); $('#sum').textContent = `${d.length} employees, ${d.filter(r => r.status === 'Active').length} active, average salary € ${Math.round(d.reduce((a, r) => a + r.salary, 0) / d.length).toLocaleString('en')}`; };
$('#q').oninput = filt; $('#status').onchange = filt;
$('#reset').onclick = () => { $('#q').value = ''; $('#status').value = ''; table.clearFilter(true); };
$('#add').onclick = () => openForm(null);
$('#cancel').onclick = () => $('#edit').close('');
$('#no').onclick = () => $('#confirm').close();
$('#yes').onclick = () => { const n = current.getData().name; current.delete(); $('#confirm').close(); toast(`${n} was deleted`); };
$('#form').onsubmit = () => {
  const f = $('#form').elements, d = { name: f.name.value.trim(), email: f.email.value.trim(), dept: f.dept.value, city: f.city.value.trim(), salary: +f.salary.value, start: f.start.value, remote: f.remote.checked };
  if (current) current.update(d); else table.addRow({ id: 135 + (table.getData().length - 34), status: 'Active', rating: 0, ...d });
  toast('Saved ' + d.name);
};
$('#deact').onclick = () => { const s = table.getSelectedRows(); s.forEach(r => r.update({ status: 'Inactive' })); table.deselectRow(); toast(`${s.length} employee${s.length === 1 ? '' : 's'} deactivated`); };
table.on('rowSelectionChanged', d => $('#deact').disabled = !d.length);
for (const e of ['tableBuilt', 'dataChanged', 'rowDeleted', 'rowAdded', 'rowUpdated', 'cellEdited']) table.on(e, () => setTimeout(sum));
table.on('tableBuilt', () => { for (const c of table.getColumns()) { const t = c.getDefinition().title; if (!t || t === 'Name' || t === 'Actions') continue;
  const l = document.createElement('label'), i = document.createElement('input'); i.type = 'checkbox'; i.checked = true; i.onchange = () => i.checked ? c.show() : c.hide(); l.append(i, ' ' + t); $('#colpop').append(l); } });
$('#cols').onclick = e => { e.stopPropagation(); const o = $('#colpop').hidden; $('#colpop').hidden = !o; $('#cols').setAttribute('aria-expanded', o); };
document.addEventListener('click', e => { if (!e.target.closest('.menu')) { $('#colpop').hidden = true; $('#cols').setAttribute('aria-expanded', false); } });
