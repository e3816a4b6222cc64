import Litepicker from 'litepicker';
import Autocomplete from '@trevoreyre/autocomplete-js';
import '@trevoreyre/autocomplete-js/dist/style.css';
import noUiSlider from 'nouislider';
import 'nouislider/dist/nouislider.min.css';
import TomSelect from 'tom-select';
import 'tom-select/dist/css/tom-select.css';
import StarRating from 'star-rating.js';
import 'star-rating.js/dist/star-rating.min.css';
import { track } from '../track.js';

const H = (id, name, city, area, type, stars, price, score, fac) => ({ id, name, city, area, type, stars, price, score, fac });
const hotels = [
  H('h1', 'Casa do Rio', 'Lisbon', 'Alfama', 'Guesthouse', 3, 92, 8.7, ['Breakfast', 'Wi-Fi']),
  H('h2', 'Hotel Miradouro', 'Lisbon', 'Graça', 'Hotel', 4, 148, 9.1, ['Breakfast', 'Pool', 'Wi-Fi', 'Parking']),
  H('h3', 'Tram 28 Apartments', 'Lisbon', 'Alfama', 'Apartment', 4, 121, 8.4, ['Kitchen', 'Wi-Fi']),
  H('h4', 'Avenida Grand', 'Lisbon', 'Baixa', 'Hotel', 5, 265, 9.4, ['Breakfast', 'Pool', 'Spa', 'Wi-Fi', 'Parking']),
  H('h5', 'Backyard Hostel Lisbon', 'Lisbon', 'Bairro Alto', 'Hostel', 2, 44, 7.9, ['Kitchen', 'Wi-Fi']),
  H('h6', 'Belém Garden Hotel', 'Lisbon', 'Belém', 'Hotel', 4, 134, 8.2, ['Breakfast', 'Pool', 'Pets allowed', 'Parking', 'Wi-Fi']),
  H('h7', 'Rua Augusta Rooms', 'Lisbon', 'Baixa', 'Guesthouse', 2, 68, 6.9, ['Wi-Fi']),
  H('h8', 'Loft Santos', 'Lisbon', 'Santos', 'Apartment', 3, 110, 9.0, ['Kitchen', 'Pets allowed', 'Wi-Fi']),
  H('h9', 'Ribeira Palace', 'Porto', 'Ribeira', 'Hotel', 5, 231, 9.2, ['Breakfast', 'Spa', 'Wi-Fi']),
  H('h10', 'Douro View Hotel', 'Porto', 'Gaia', 'Hotel', 4, 126, 8.8, ['Breakfast', 'Pool', 'Parking', 'Wi-Fi']),
  H('h11', 'Bolhão Flats', 'Porto', 'Centro', 'Apartment', 3, 88, 8.5, ['Kitchen', 'Wi-Fi']),
  H('h12', 'Porto Surf Hostel', 'Porto', 'Foz', 'Hostel', 1, 36, 8.1, ['Breakfast', 'Kitchen']),
  H('h13', 'Pension Mariahilf', 'Vienna', 'Mariahilf', 'Guesthouse', 3, 96, 8.0, ['Breakfast', 'Wi-Fi']),
  H('h14', 'Hotel am Naschmarkt', 'Vienna', 'Wieden', 'Hotel', 4, 157, 8.9, ['Breakfast', 'Pets allowed', 'Wi-Fi']),
  H('h15', 'Ringstrasse Residence', 'Vienna', 'Innere Stadt', 'Hotel', 5, 318, 9.5, ['Breakfast', 'Spa', 'Parking', 'Wi-Fi']),
  H('h16', 'Prater Park Apartments', 'Vienna', 'Leopoldstadt', 'Apartment', 3, 104, 7.4, ['Kitchen', 'Parking', 'Wi-Fi']),
  H('h17', 'Hostel Westbahnhof', 'Vienna', 'Neubau', 'Hostel', 2, 39, 7.2, ['Kitchen', 'Wi-Fi']),
];
const places = ['Lisbon, Portugal', 'Lisburn, United Kingdom', 'Lismore, Ireland', 'Porto, Portugal', 'Porto Alegre, Brazil', 'Portoroz, Slovenia', 'Vienna, Austria', 'Vienne, France', 'Viana do Castelo, Portugal', 'Bergen, Norway', 'Bern, Switzerland'];
const data = {
  search: { place: '', from: '2026-06-12', to: '2026-06-14', adults: 2, children: 0, rooms: 1 },
  filter: { price: [20, 400], stars: [], type: 'Any', fac: [], score: '0', areas: [], text: '' },
  sort: 'recommended', currency: 'EUR', saved: [], compare: [], bookings: [], rating: null,
};
const only = keys => { const t = {}; for (const k of keys) Object.defineProperty(t, k, { enumerable: true, get: () => data[k] }); return track(t); };
// changes(): what was stored, asked(): what was searched and filtered
const stays = window.stays = { data, hotels, changes: only(['saved', 'compare', 'bookings', 'rating', 'currency']), asked: only(['search', 'filter', 'sort']) };
const $ = s => document.querySelector(s), $$ = s => [...document.querySelectorAll(s)];
const rate = { EUR: ['€', 1], USD: ['$', 1.1], GBP: ['£', 0.85] };
const cash = n => rate[data.currency][0] + Math.round(n * rate[data.currency][1]).toLocaleString('en-US');
const nights = () => Math.round((Date.parse(data.search.to) - Date.parse(data.search.from)) / 864e5);
const day = s => new Date(s + 'T12:00').toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });

// --- search bar
new Autocomplete('#where', {
  search: q => new Promise(done => setTimeout(() => done(q.length < 2 ? [] : places.filter(p => p.toLowerCase().startsWith(q.toLowerCase()))), 150)),
  onSubmit: r => { if (r) $('#place').value = r; }, autoSelect: false,
});
const picker = new Litepicker({ element: $('#checkin'), elementEnd: $('#checkout'), singleMode: false, numberOfMonths: 2, numberOfColumns: 2, format: 'DD MMM YYYY', startDate: '2026-06-12', endDate: '2026-06-14', minDate: '2026-05-01', autoApply: true, tooltipText: { one: 'night', other: 'nights' }, tooltipNumber: n => n - 1, lang: 'en-GB' });
const iso = d => `${d.getFullYear()}-${String(d.getMonth() + 1).padStart(2, '0')}-${String(d.getDate()).padStart(2, '0')}`;
const who = { adults: 2, children: 0, rooms: 1 };
const whoText = () => `${who.adults} adult${who.adults > 1 ? 's' : ''}${who.children ? ` · ${who.children} child${who.children > 1 ? 'ren' : ''}` : ''} · ${who.rooms} room${who.rooms > 1 ? 's' : ''}`;
$('#guests').addEventListener('click', () => { const p = $('#guestpop'); p.hidden = !p.hidden; $('#guests').setAttribute('aria-expanded', String(!p.hidden)); });
document.addEventListener('click', e => { if (!e.target.closest('.guestbox')) { $('#guestpop').hidden = true; $('#guests').setAttribute('aria-expanded', 'false'); } });
$('#guestpop').addEventListener('click', e => {
  const b = e.target.closest('button[data-k]'); if (!b) { if (e.target.id === 'guestdone') $('#guestpop').hidden = true; return; }
  const k = b.dataset.k; who[k] = Math.min(8, Math.max(k === 'children' ? 0 : 1, who[k] + +b.dataset.d)); $(`#n-${k}`).textContent = who[k]; $('#guests').textContent = whoText();
});
$('#searchbar').addEventListener('submit', e => {
  e.preventDefault(); const typed = $('#place').value.trim(), full = places.find(p => p.toLowerCase() === typed.toLowerCase());
  $('#placeerr').hidden = !typed || !!full; if (typed && !full) return;
  data.search = { place: full || '', from: iso(picker.getStartDate()), to: iso(picker.getEndDate()), ...who }; fillAreas(); render();
});

// --- filters
const slider = $('#price');
noUiSlider.create(slider, { start: [20, 400], connect: true, step: 10, range: { min: 20, max: 400 }, tooltips: [{ to: v => '€' + Math.round(v) }, { to: v => '€' + Math.round(v) }], keyboardDefaultStep: 38,
  handleAttributes: [{ 'aria-label': 'Lowest price' }, { 'aria-label': 'Highest price' }] });
slider.noUiSlider.on('update', v => { const p = v.map(x => Math.round(x)); $('#pricetext').textContent = `€${p[0]} – €${p[1]}`; });
slider.noUiSlider.on('set', v => { data.filter.price = v.map(x => Math.round(x)); render(); });
$('#facets').addEventListener('change', () => {
  data.filter.stars = $$('input[name=stars]:checked').map(x => +x.value).sort(); data.filter.type = $('input[name=type]:checked').value; data.filter.fac = $$('input[name=fac]:checked').map(x => x.value); render();
});
$('#byname').addEventListener('input', e => { data.filter.text = e.target.value.trim(); render(); });
const score = new TomSelect('#score', { controlInput: null, onChange: v => { data.filter.score = v || '0'; render(); } });
const areas = new TomSelect('#areas', { plugins: ['remove_button'], onChange: v => { data.filter.areas = [...v].sort(); render(); } });
const sort = new TomSelect('#sort', { controlInput: null, onChange: v => { data.sort = v; render(); } });
$('#currency').addEventListener('change', e => { data.currency = e.target.value; render(); });
const cityOf = () => data.search.place.split(',')[0];
function fillAreas() { areas.clear(true); areas.clearOptions(); data.filter.areas = []; for (const a of new Set(hotels.filter(h => !cityOf() || h.city === cityOf()).map(h => h.area))) areas.addOption({ value: a, text: a }); areas.refreshOptions(false); }
$('#reset').addEventListener('click', () => { $('#facets').reset(); slider.noUiSlider.set([20, 400]); score.setValue('0', true); areas.clear(true); $('#byname').value = ''; data.filter = { price: [20, 400], stars: [], type: 'Any', fac: [], score: '0', areas: [], text: '' }; render(); });

// --- results
function list() {
  const f = data.filter; const l = hotels.filter(h => (!data.search.place || h.city === cityOf()) && h.price >= f.price[0] && h.price <= f.price[1] && (!f.stars.length || f.stars.includes(h.stars)) && (f.type === 'Any' || h.type === f.type) && f.fac.every(x => h.fac.includes(x)) && h.score >= +f.score && (!f.areas.length || f.areas.includes(h.area)) && h.name.toLowerCase().includes(f.text.toLowerCase()));
  const by = { low: (a, b) => a.price - b.price, high: (a, b) => b.price - a.price, score: (a, b) => b.score - a.score }[data.sort]; return by ? l.sort(by) : l;
}
function render() {
  const l = list(); $('#found').textContent = `${l.length} ${l.length === 1 ? 'stay' : 'stays'}${data.search.place ? ' in ' + cityOf() : ''}`;
  $('#crit').textContent = `${day(data.search.from)} – ${day(data.search.to)} · ${nights()} night${nights() > 1 ? 's' : ''}`;
  $('#list').innerHTML = l.map(h => `<article class="stay" data-id="${h.id}" aria-labelledby="t-${h.id}"><div class="pic">${{ Hotel: '🏨', Apartment: '🏢', Guesthouse: '🏡', Hostel: '🛏️' }[h.type]}</div>
    <div class="info"><h3 id="t-${h.id}">${h.name} <span class="st" aria-label="${h.stars} stars">${'★'.repeat(h.stars)}</span></h3><div class="muted">${h.type} · ${h.area}, ${h.city}</div><div class="tags">${h.fac.map(x => `<span>${x}</span>`).join('')}</div>
    <details><summary>More about this place</summary><dl><dt>Check-in</dt><dd>from ${h.type === 'Hostel' ? '14:00' : '15:00'}</dd><dt>Cancellation</dt><dd>${h.stars > 3 ? 'free until 2 days before arrival' : 'free until 7 days before arrival'}</dd><dt>Distance to centre</dt><dd>${(h.price % 7) / 2 + 0.5} km</dd></dl></details>
    <label class="cmp"><input type="checkbox" class="compare" ${data.compare.includes(h.id) ? 'checked' : ''}> Compare</label></div>
    <div class="side"><span class="score">${h.score.toFixed(1)}</span><button type="button" class="heart${data.saved.includes(h.id) ? ' on' : ''}" aria-pressed="${data.saved.includes(h.id)}" aria-label="Save ${h.name}">${data.saved.includes(h.id) ? '♥' : '♡'}</button><div class="price">${cash(h.price)}<small> / night</small></div><div class="muted">${cash(h.price * nights() * data.search.rooms)} total</div><button type="button" class="book">Reserve</button></div></article>`).join('') || '<p>Nothing matches. Try fewer filters.</p>';
  $('#savedn').textContent = data.saved.length; $('#cmpbar').hidden = data.compare.length === 0; $('#cmpn').textContent = data.compare.length;
}
$('#list').addEventListener('click', e => {
  const id = e.target.closest('.stay')?.dataset.id; if (!id) return; const flip = k => { data[k] = data[k].includes(id) ? data[k].filter(x => x !== id) : [...data[k], id].sort(); };
  if (e.target.closest('.heart')) { flip('saved'); render(); } else if (e.target.matches('.compare')) { flip('compare'); render(); } else if (e.target.matches('.book')) openBook(id);
});
$('#cmpopen').addEventListener('click', () => {
  const c = data.compare.map(id => hotels.find(h => h.id === id));
  $('#cmptable').innerHTML = `<tr><th></th>${c.map(h => `<th>${h.name}</th>`).join('')}</tr>` + [['Price per night', h => cash(h.price)], ['Stars', h => h.stars], ['Guest score', h => h.score.toFixed(1)], ['Area', h => h.area], ['Breakfast', h => h.fac.includes('Breakfast') ? 'Yes' : 'No']].map(([t, fn]) => `<tr><th>${t}</th>${c.map(h => `<td>${fn(h)}</td>`).join('')}</tr>`).join('');
  $('#cmpdlg').showModal();
});
$$('dialog [data-close]').forEach(b => b.addEventListener('click', () => b.closest('dialog').close()));

// --- booking
let booking = null;
const extra = () => (+$('input[name=room]:checked').value) * nights() * data.search.rooms + ($('#bk-breakfast').checked ? 12 * (data.search.adults + data.search.children) * nights() : 0) + ($('#bk-transfer').checked ? 35 : 0);
const sum = () => booking.price * nights() * data.search.rooms + extra();
function openBook(id) { booking = hotels.find(h => h.id === id); $('#bookform').reset(); $('#bk-err').hidden = true; $('#bk-title').textContent = 'Reserve ' + booking.name; $('#bk-dates').textContent = $('#crit').textContent; $('#bk-sum').textContent = cash(sum()); $('#bookdlg').showModal(); }
$('#bookform').addEventListener('change', () => { $('#bk-sum').textContent = cash(sum()); });
$('#bookform').addEventListener('submit', e => {
  e.preventDefault(); const f = e.target.elements, bad = !f.guest.value.trim() ? 'Please enter the name of the main guest.' : !/^\S+@\S+\.\S+$/.test(f.mail.value.trim()) ? 'Please enter an e-mail address.' : !f.agree.checked ? 'Please accept the house rules.' : '';
  $('#bk-err').textContent = bad; $('#bk-err').hidden = !bad; if (bad) return;
  data.bookings.push({ hotel: booking.id, from: data.search.from, to: data.search.to, guest: f.guest.value.trim(), mail: f.mail.value.trim(), room: $('input[name=room]:checked').dataset.name, breakfast: f.breakfast.checked, transfer: f.transfer.checked, arrival: f.arrival.value, note: f.note.value.trim() });
  $('#bookdlg').close(); $('#okay').hidden = false; $('#okay b').textContent = booking.name; window.scrollTo(0, 0);
});

// --- last stay
new StarRating('#laststars', { clearable: true, tooltip: 'Tap a star' });
$('#lastform').addEventListener('submit', e => { e.preventDefault(); const n = +$('#laststars').value; if (!n) { $('#lasterr').hidden = false; return; } data.rating = { stars: n, text: $('#lasttext').value.trim(), again: $('input[name=again]:checked')?.value || null }; $('#lastform').hidden = true; $('#lastok').hidden = false; });
fillAreas(); render();
