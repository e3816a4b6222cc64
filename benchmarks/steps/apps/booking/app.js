const $ = s => document.querySelector(s), $$ = s => [...document.querySelectorAll(s)];
const NOW = '2026-03-16';
let next = 1041;
const ev = (title, room, date, from, to, mine) => ({ no: 'B-' + next++, title, room, date, from, to, mine: !!mine });
window.bookings = [
  ev('Weekly stand-up', 'Elbe', '2026-03-16', '09:00', '09:30', true), ev('Design review', 'Danube', '2026-03-17', '14:00', '15:30', true),
  ev('Team lunch', 'Rhine', '2026-03-18', '12:00', '13:00'), ev('Interview: backend', 'Thames', '2026-03-19', '10:00', '11:00'),
  ev('Sprint planning', 'Danube', '2026-03-23', '09:30', '11:30', true), ev('Board meeting', 'Rhine', '2026-03-26', '13:00', '16:00'),
  ev('First aid course', 'Rhine', '2026-04-08', '08:30', '12:00', true), ev('Supplier call', 'Thames', '2026-04-21', '15:00', '15:45'),
  ev('Fire drill', 'Rhine', '2026-05-12', '11:00', '11:30'), ev('Quarterly results', 'Danube', '2026-03-05', '10:00', '12:00', true)];
window.stays = [];
const line = b => [b.no, b.title, b.room, b.date, b.from, b.to].join(' / ') + (b.people ? ' / ' + [b.people, b.seat, b.extras.join('+'), b.notes].join(' / ') : '');
const before = bookings.map(line);
// bookings that are new or changed ("+"), and those gone or as they were before the change ("-")
window.changes = () => { const now = bookings.map(line); return [...before.filter(l => !now.includes(l)).map(l => '- ' + l), ...now.filter(l => !before.includes(l)).map(l => '+ ' + l)]; };
window.form = () => ({ title: $('#title').value, room: $('#room').value, date: $('#date').value, from: $('#from').value, to: $('#to').value, people: $('#people').value, seat: $('[name=seat]:checked').value, extras: $$('[name=x]:checked').map(x => x.value).join(), notes: $('#notes').value });
const cal = window.cal = new FullCalendar.Calendar($('#cal'), {
  plugins: FullCalendar.plugins, initialView: 'dayGridMonth', initialDate: NOW, now: NOW + 'T08:00:00', firstDay: 1, height: 620, editable: true, eventDurationEditable: false, slotMinTime: '07:00', slotMaxTime: '19:00',
  headerToolbar: { left: 'prev,next today', center: 'title', right: 'dayGridMonth,timeGridWeek,timeGridDay' }, buttonText: { month: 'Month', week: 'Week', day: 'Day', today: 'Today' },
  eventTimeFormat: { hour: '2-digit', minute: '2-digit', hour12: false }, slotLabelFormat: { hour: '2-digit', minute: '2-digit', hour12: false },
  events: (i, ok) => ok(bookings.map(b => ({ id: b.no, title: b.title, start: b.date + 'T' + b.from, end: b.date + 'T' + b.to, color: b.mine ? '#0f766e' : '#7a7a8c' }))),
  eventClick: i => show(bookings.find(b => b.no === i.event.id)),
  dateClick: i => { date.setDate(i.dateStr.slice(0, 10)); if (i.dateStr.length > 10) { from.setDate(i.dateStr.slice(11, 16)); } $('#title').focus(); },
  eventDrop: i => { const b = bookings.find(b => b.no === i.event.id), s = i.event.start, e = i.event.end; b.date = flatpickr.formatDate(s, 'Y-m-d'); b.from = flatpickr.formatDate(s, 'H:i'); b.to = flatpickr.formatDate(e, 'H:i'); draw(); },
});
cal.render();
const date = flatpickr('#date', { dateFormat: 'Y-m-d', altInput: true, altFormat: 'D, j M Y', now: new Date(NOW + 'T08:00'), minDate: NOW, locale: { firstDayOfWeek: 1 } });
const time = { enableTime: true, noCalendar: true, dateFormat: 'H:i', time_24hr: true, minuteIncrement: 15 };
const from = flatpickr('#from', { ...time, defaultDate: '09:00' }), to = flatpickr('#to', { ...time, defaultDate: '10:00' }), arrive = flatpickr('#arrive', { ...time, defaultDate: '15:00' });
const range = flatpickr('#range', { mode: 'range', dateFormat: 'Y-m-d', now: new Date(NOW + 'T08:00'), minDate: NOW, showMonths: 2, locale: { firstDayOfWeek: 1 }, onChange: () => price() });
const nights = () => { const [a, b] = range.selectedDates; return a && b ? Math.round((b - a) / 864e5) : 0; };
const price = () => { const n = nights(); $('#nights').textContent = n ? `${n} night${n > 1 ? 's' : ''}` : 'No dates chosen yet'; $('#total').textContent = '€ ' + n * (65 + ($('#breakfast').checked ? 9 * $('#persons').value : 0)); };
$('#persons').onchange = price; $('#breakfast').onchange = price;
let cur;
const show = b => { cur = b; $('#ev-t').textContent = b.title; $('#ev-d').textContent = `Room ${b.room}, ${flatpickr.formatDate(new Date(b.date + 'T00:00'), 'D, j M Y')}, ${b.from} – ${b.to} (${b.no})`; $('#ev').showModal(); };
const ask = b => { cur = b; $('#sure-d').textContent = `${b.title}, ${b.date}`; $('#sure').showModal(); };
$('#ev-close').onclick = () => $('#ev').close();
$('#ev-del').onclick = () => { $('#ev').close(); ask(cur); };
$('#ev-move').onclick = () => { const d = new Date(cur.date + 'T00:00'); d.setDate(d.getDate() + 7); cur.date = flatpickr.formatDate(d, 'Y-m-d'); $('#ev').close(); draw(); };
$('#sure-no').onclick = () => $('#sure').close();
$('#sure-yes').onclick = () => { bookings.splice(bookings.indexOf(cur), 1); $('#sure').close(); draw(); };
const draw = () => { cal.refetchEvents(); $('#list').innerHTML = '';
  for (const b of bookings.filter(b => b.mine).sort((a, c) => (a.date + a.from).localeCompare(c.date + c.from))) { const tr = document.createElement('tr');
    for (const t of [b.no, b.title, b.room, flatpickr.formatDate(new Date(b.date + 'T00:00'), 'D, j M Y'), `${b.from} – ${b.to}`]) { const td = document.createElement('td'); td.textContent = t; tr.append(td); }
    const td = document.createElement('td'); for (const [t, f] of [['Details', show], ['Cancel', ask]]) { const x = document.createElement('button'); x.className = 'btn'; x.textContent = t; x.onclick = () => f(b); td.append(x, ' '); } tr.append(td); $('#list').append(tr); } };
draw();
$('#room-form').onsubmit = e => { e.preventDefault(); const f = form(), r = f.room.split(' (')[0], seats = +(/\d+/.exec(f.room) || [0])[0]; $('#room-ok').hidden = true;
  const clash = bookings.find(b => b.room === r && b.date === f.date && b.from < f.to && f.from < b.to);
  const err = !f.title ? 'Please enter a title.' : !r ? 'Please choose a room.' : !f.date ? 'Please pick a date.' : f.from >= f.to ? 'The end must be after the start.' : +f.people > seats ? `${r} has only ${seats} seats.` : clash ? `${r} is taken by "${clash.title}".` : '';
  $('#room-err').textContent = err; if (err) return;
  const b = { ...ev(f.title, r, f.date, f.from, f.to, true), people: f.people, seat: f.seat, extras: $$('[name=x]:checked').map(x => x.value), notes: f.notes }; bookings.push(b);
  $('#room-form').reset(); $('#room-ok').textContent = `Booked! Your booking number is ${b.no}.`; $('#room-ok').hidden = false; draw(); };
$('#room-form').onreset = () => setTimeout(() => { date.clear(); from.setDate('09:00'); to.setDate('10:00'); $('#room-err').textContent = ''; });
$('#stay-form').onsubmit = e => { e.preventDefault(); const n = nights(), err = !$('#guest').value.trim() ? 'Please enter the guest name.' : !n ? 'Please select arrival and departure.' : ''; $('#stay-err').textContent = err; if (err) return;
  stays.push([$('#guest').value.trim(), ...range.selectedDates.map(d => flatpickr.formatDate(d, 'Y-m-d')), $('#arrive').value, $('#persons').value, $('#breakfast').checked].join(' / '));
  $('#stay-ok').textContent = `Request S-${205 + stays.length} sent.`; $('#stay-ok').hidden = false; };
for (const t of $$('nav [role=tab]')) t.onclick = () => { for (const o of $$('nav [role=tab]')) { o.setAttribute('aria-selected', o === t); $('#' + o.dataset.t).hidden = o !== t; } if (t.dataset.t === 'rooms') cal.updateSize(); };
