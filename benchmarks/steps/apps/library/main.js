import 'datatables.net-dt/css/dataTables.dataTables.css';
import 'select2/dist/css/select2.css';
import 'air-datepicker/air-datepicker.css';
import 'toastr/build/toastr.css';
import $ from 'jquery';
import DataTable from 'datatables.net-dt';
import select2 from 'select2';
import AirDatepicker from 'air-datepicker';
import en from 'air-datepicker/locale/en';
import Swal from 'sweetalert2';
import toastr from 'toastr';
select2(window, $);
toastr.options = { positionClass: 'toast-bottom-right', timeOut: 8000, closeButton: true };

const TODAY = '2026-05-18';
let b = 0, l = 0, m = 0, r = 0;
const book = (title, author, genre, year, shelf, cover = 'paperback') => ({ id: ++b, title, author, genre, year, shelf, cover });
const loan = (book, member, due, note = '', print = false) => ({ id: ++l, book, member, due, note, print });
const member = (name, kind, phone, active = true) => ({ id: ++m, name, kind, phone, active });
const S = window.S = {
  books: [
    book('The Salt Road', 'Jane Aiken', 'Novel', 2014, 'A1'), book('Winter at the Weir', 'Tomas Hale', 'Crime', 2019, 'C2'), book('A Short Walk in Iceland', 'Runa Bergsdottir', 'Travel', 2008, 'T1'),
    book('Bees and Their Cities', 'Paul Ostrander', 'Science', 2021, 'S4', 'hardcover'), book('The Owl Who Counted', 'Mira Lindqvist', 'Children', 2017, 'K1', 'hardcover'), book('Glass Harbour', 'Jane Aiken', 'Novel', 2018, 'A1'),
    book('Murder on Line Nine', 'Ed Castellan', 'Crime', 2003, 'C1'), book('The Weight of Stars', 'Ngozi Adeyemi', 'Science', 2016, 'S2'), book('Twelve Rivers', 'Olivier Brun', 'Travel', 1998, 'T2'),
    book('Pip and the Paper Boat', 'Mira Lindqvist', 'Children', 2020, 'K1'), book('Letters to Nobody', 'Clara Voigt', 'Novel', 1987, 'A4', 'hardcover'), book('The Quiet Inspector', 'Ed Castellan', 'Crime', 2011, 'C1'),
    book('Moss', 'Paul Ostrander', 'Science', 2013, 'S4'), book('Grandmother Rides Again', 'Lotte Smit', 'Children', 2009, 'K3'), book('Sand in the Suitcase', 'Olivier Brun', 'Travel', 2005, 'T2'),
    book('An Orchard in Kent', 'Clara Voigt', 'Novel', 1992, 'A4'), book('The Last Ferry', 'Tomas Hale', 'Crime', 2022, 'C2'), book('How Bridges Sing', 'Ngozi Adeyemi', 'Science', 2020, 'S2'),
  ],
  loans: [loan('The Weight of Stars', 'Amira Haddad', '2026-05-12'), loan('Glass Harbour', 'Joe Pickering', '2026-05-29'), loan('Grandmother Rides Again', 'Kitty Doyle', '2026-06-01'), loan('Twelve Rivers', 'Walter Stein', '2026-04-30', 'cover torn'), loan('The Last Ferry', 'Amira Haddad', '2026-06-05'), loan('Moss', 'Ravi Menon', '2026-05-21')],
  members: [member('Amira Haddad', 'Adult', '555 0102'), member('Joe Pickering', 'Adult', '555 0177'), member('Kitty Doyle', 'Child', '555 0131'), member('Walter Stein', 'Adult', '555 0119', false), member('Ravi Menon', 'Student', '555 0168'), member('Selma Aydin', 'Student', '555 0150'), member('Bruno Keller', 'Child', '555 0193')],
  reservations: ['Moss – Selma Aydin', 'The Last Ferry – Joe Pickering', 'Glass Harbour – Bruno Keller', 'Moss – Walter Stein'].map(text => ({ id: ++r, text })),
};
const flat = () => Object.entries(S).flatMap(([k, rows]) => rows.map(r => [k + ' ' + r.id, r]));
const before = new Map(JSON.parse(JSON.stringify(flat())));
const order = window.order = () => S.reservations.map(r => r.id).join();
// what differs from the beginning: rows that are new, gone, or have another value
window.changes = () => {
  const now = new Map(flat()), out = [];
  for (const [k] of before) if (!now.has(k)) out.push('- ' + k);
  for (const [k, r] of now) {
    const old = before.get(k);
    if (!old) out.push('+ ' + k + ': ' + Object.entries(r).filter(([f]) => f !== 'id').map(([, v]) => v).join(' / '));
    else for (const f in r) if (r[f] !== old[f]) out.push(`~ ${k} ${f}: ${r[f]}`);
  }
  return out.join('|');
};
const svg = d => `<svg viewBox="0 0 24 24"><path d="${d}"/></svg>`;
const PEN = svg('M3 17.25V21h3.75L17.8 9.94l-3.75-3.75L3 17.25zM20.7 7a1 1 0 0 0 0-1.4l-2.3-2.3a1 1 0 0 0-1.4 0l-1.8 1.8 3.75 3.75L20.7 7z'), BIN = svg('M6 19a2 2 0 0 0 2 2h8a2 2 0 0 0 2-2V7H6v12zM19 4h-3.5l-1-1h-5l-1 1H5v2h14V4z');
const UP = svg('M12 8l-6 6 1.4 1.4 4.6-4.6 4.6 4.6L18 14z'), DOWN = svg('M12 16l6-6-1.4-1.4-4.6 4.6-4.6-4.6L6 10z'), X = svg('M19 6.4 17.6 5 12 10.6 6.4 5 5 6.4 10.6 12 5 17.6 6.4 19 12 13.4 17.6 19 19 17.6 13.4 12z');
const esc = s => $('<i>').text(s).html(), de = d => d.split('-').reverse().join('.');
const lent = x => S.loans.some(l => l.book === x.title);
const q = s => document.querySelector(s);

const books = new DataTable('#books', {
  data: [], pageLength: 6, lengthMenu: [6, 12, 50], order: [[0, 'asc']], language: { search: 'Search:', emptyTable: 'No books' },
  columns: [{ title: 'Title', data: 'title', render: esc }, { title: 'Author', data: 'author', render: esc }, { title: 'Genre', data: 'genre' }, { title: 'Year', data: 'year' }, { title: 'Shelf', data: 'shelf', render: esc },
    { title: 'State', data: null, orderable: false, render: (_, t, x) => lent(x) ? '<span class="late" style="font-weight:normal">on loan</span>' : 'available' },
    { title: '', data: 'id', orderable: false, searchable: false, render: id => `<button class="ico pen" title="Edit" data-id="${id}">${PEN}</button><button class="ico bin" data-id="${id}">${BIN}</button>` }],
});
const out = new DataTable('#out', {
  data: [], pageLength: 5, lengthChange: false, order: [[2, 'asc']],
  columns: [{ title: 'Book', data: 'book', render: esc }, { title: 'Member', data: 'member', render: esc }, { title: 'Due back', data: 'due', render: (d, t) => t === 'display' ? (d < TODAY ? `<span class="late">${de(d)}</span>` : de(d)) : d },
    { title: '', data: 'id', orderable: false, render: id => `<button class="btn back" data-id="${id}">Return</button> <button class="btn ext" data-id="${id}">Extend</button>` }],
});
const people = new DataTable('#people', {
  data: [], paging: false, info: false, order: [],
  columns: [{ title: 'Card', data: 'id', render: (i, t) => t === 'display' ? 'M-' + String(i).padStart(3, '0') : i }, { title: 'Name', data: 'name', render: esc }, { title: 'Kind', data: 'kind' }, { title: 'Phone', data: 'phone', className: 'edit', render: esc },
    { title: 'Loans', data: null, render: (_, t, x) => S.loans.filter(l => l.member === x.name).length }, { title: 'Active', data: 'active', orderable: false, render: (v, t, x) => `<input type="checkbox" class="act" data-id="${x.id}" ${v ? 'checked' : ''}>` }],
});
const fill = (t, rows) => t.clear().rows.add(rows).draw(false);
const draw = () => {
  fill(books, S.books.filter(x => (!q('#genre').value || x.genre === q('#genre').value) && (!q('#only').checked || !lent(x))));
  fill(out, S.loans); fill(people, S.members);
  $('#l-member').html('<option></option>' + S.members.map(x => `<option ${x.active ? '' : 'disabled'}>${esc(x.name)}</option>`).join('')).trigger('change');
  $('#l-books').html(S.books.filter(x => !lent(x)).map(x => `<option>${esc(x.title)}</option>`).join('')).trigger('change');
  $('#queue').html(S.reservations.map((x, i) => `<li><span class="grow">${i + 1}. ${esc(x.text)}</span><button class="ico up" data-id="${x.id}">${UP}</button><button class="ico down" data-id="${x.id}">${DOWN}</button><button class="ico off" data-id="${x.id}">${X}</button></li>`).join(''));
  $('#left').text(S.reservations.length + ' reservations');
};
const of = (list, e) => S[list].find(x => x.id === +e.currentTarget.dataset.id);
const drop = (list, x) => S[list].splice(S[list].indexOf(x), 1);

$('#genre, #only').on('change', draw);
let cur = null;
const edit = x => { cur = x; $('#dlg-t').text(x ? 'Edit book' : 'Add a book'); $('.bad').text(''); for (const f of ['title', 'author', 'year', 'shelf']) $('#b-' + f).val(x ? x[f] : ''); $('#b-genre').val(x ? x.genre : 'Novel'); $(`[name=cover][value=${x ? x.cover : 'paperback'}]`).prop('checked', true); q('#dlg').showModal(); };
$('#add').on('click', () => edit(null)); $('#b-no').on('click', () => q('#dlg').close());
$('#books').on('click', '.pen', e => edit(of('books', e)));
$('#books').on('click', '.bin', async e => {
  const x = of('books', e);
  if (lent(x)) { Swal.fire({ icon: 'error', title: 'This book is on loan', text: 'It can be removed when it is back.' }); return; }
  const { isConfirmed } = await Swal.fire({ icon: 'warning', title: 'Remove this book?', text: x.title, showCancelButton: true, confirmButtonText: 'Yes, remove it', cancelButtonText: 'Keep it' });
  if (isConfirmed) { drop('books', x); draw(); toastr.success('The book was removed'); }
});
$('#book-form').on('submit', e => {
  e.preventDefault();
  const v = { title: $('#b-title').val().trim(), author: $('#b-author').val().trim(), genre: $('#b-genre').val(), year: $('#b-year').val().trim(), shelf: $('#b-shelf').val().trim(), cover: $('[name=cover]:checked').val() };
  const bad = { title: v.title ? '' : 'A title is needed', author: v.author ? '' : 'An author is needed', year: /^\d{4}$/.test(v.year) && +v.year <= 2026 ? '' : 'The year must be a number up to 2026' };
  for (const f in bad) $(`[data-for=${f}]`).text(bad[f]);
  if (Object.values(bad).some(Boolean)) return;
  v.year = +v.year;
  if (cur) { S.loans.filter(l => l.book === cur.title).forEach(l => { l.book = v.title; }); Object.assign(cur, v); } else S.books.push(book(v.title, v.author, v.genre, v.year, v.shelf, v.cover));
  q('#dlg').close(); draw(); toastr.success(cur ? 'Changes saved' : `“${v.title}” is in the catalogue now`);
});

const due = new AirDatepicker('#l-due', { locale: { ...en, firstDay: 1 }, dateFormat: 'dd.MM.yyyy', minDate: new Date(2026, 4, 18), startDate: new Date(2026, 4, 18), autoClose: true });
$('#l-member').select2({ placeholder: 'Choose a member', allowClear: true }); $('#l-books').select2({ placeholder: 'One or more books' });
$('#lend').on('submit', e => {
  e.preventDefault();
  const who = $('#l-member').val(), what = $('#l-books').val(), d = due.selectedDates[0];
  const bad = !who ? 'Who borrows it?' : !what.length ? 'No book was chosen.' : !d ? 'When is it due back?' : S.loans.filter(l => l.member === who).length + what.length > 3 ? `${who} may have three books at most.` : '';
  $('#l-bad').text(bad); if (bad) return;
  const iso = [d.getFullYear(), d.getMonth() + 1, d.getDate()].map(n => String(n).padStart(2, '0')).join('-');
  what.forEach(x => S.loans.push(loan(x, who, iso, $('#l-note').val(), q('#l-print').checked)));
  q('#lend').reset(); due.clear(); draw(); $('#l-member').val(null).trigger('change'); toastr.success(`${what.length} book(s) lent to ${who}`);
});
$('#out').on('click', '.back', async e => {
  const x = of('loans', e), days = Math.round((new Date(TODAY) - new Date(x.due)) / 864e5);
  if (days > 0) { const { isConfirmed } = await Swal.fire({ title: 'Late return', text: `${x.book} is ${days} days late. Fine: £${(days * 0.2).toFixed(2)}`, showCancelButton: true, confirmButtonText: 'Paid' }); if (!isConfirmed) return; }
  drop('loans', x); draw(); toastr.info(`${x.book} is back`);
});
$('#out').on('click', '.ext', async e => {
  const x = of('loans', e);
  const { value } = await Swal.fire({ title: 'Extend by', input: 'select', inputOptions: { 1: '1 week', 2: '2 weeks', 4: '4 weeks' }, inputPlaceholder: 'Choose', showCancelButton: true, confirmButtonText: 'Extend', inputValidator: v => v ? undefined : 'Choose how long' });
  if (!value) return;
  const d = new Date(x.due + 'T12:00Z'); d.setUTCDate(d.getUTCDate() + 7 * value); x.due = d.toISOString().slice(0, 10); draw(); toastr.success(`Due back on ${de(x.due)}`);
});
$('#people').on('change', '.act', e => { const x = of('members', e); x.active = e.target.checked; draw(); toastr.info(x.name + (x.active ? ' is active again' : ' is blocked')); });
$('#people').on('click', 'td.edit', e => {
  const td = e.currentTarget; if (td.querySelector('input')) return;
  const x = people.row(td.closest('tr')).data(), box = $('<input size="12">').val(x.phone); $(td).empty().append(box); box.trigger('focus');
  let done = false; const end = keep => { if (done) return; done = true; if (keep) x.phone = box.val().trim(); draw(); };
  box.on('keydown', k => { if (k.key === 'Enter') end(true); if (k.key === 'Escape') end(false); }).on('blur', () => end(true));
});
$('#m-add').on('click', () => { const name = $('#m-name').val().trim(); if (!name) { toastr.error('Please enter a name'); return; } const x = member(name, $('#m-kind').val(), ''); S.members.push(x); $('#m-name').val(''); draw(); toastr.success(`Card M-${String(x.id).padStart(3, '0')} for ${name}`); });
$('#queue').on('click', '.up, .down', e => { const x = of('reservations', e), i = S.reservations.indexOf(x), j = i + (e.currentTarget.classList.contains('up') ? -1 : 1); if (j >= 0 && j < S.reservations.length) { S.reservations.splice(i, 1); S.reservations.splice(j, 0, x); draw(); } });
$('#queue').on('click', '.off', e => { drop('reservations', of('reservations', e)); draw(); });

const route = () => { const at = location.hash.slice(1) || 'catalogue'; $('main > section').each((_, s) => { s.hidden = s.id !== at; }); $('header a').each((_, a) => { a.className = a.hash === '#' + at ? 'on' : ''; }); out.columns.adjust(); };
addEventListener('hashchange', route); draw(); route();
window.view = { get at() { return location.hash.slice(1) || 'catalogue'; }, get genre() { return q('#genre').value; }, get only() { return q('#only').checked; }, get search() { return books.search(); }, get order() { return JSON.stringify(books.order()[0]); }, get page() { return books.page(); }, get dialog() { return q('#dlg').open; }, get lend() { return [$('#l-member').val(), $('#l-books').val().join('+'), q('#l-due').value].join(' / '); } };
