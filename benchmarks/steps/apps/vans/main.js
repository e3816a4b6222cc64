import '@material/web/all.js';
import 'leaflet/dist/leaflet.css';
import 'pikaday/css/pikaday.css';
import { html, render, nothing } from 'lit';
import L from 'leaflet';
import Pikaday from 'pikaday';

let v = 0, t = 70, j = 0;
const van = (plate, model, state, driver, km, fuel, winter, at) => ({ id: ++v, plate, model, state, driver, km, fuel, winter, at });
const trip = (van, driver, from, to, date, load, trailer = false, urgency = 'Normal') => ({ id: ++t, van, driver, from, to, date, load, trailer, urgency });
const job = (van, what, done = false) => ({ id: ++j, van, what, done });
const S = window.S = {
  vans: [
    van('FJ 1204', 'Ford Transit', 'Available', 'Ingrid Moe', 84200, 70, true, [60.39, 5.32]), van('FJ 1377', 'VW Crafter', 'On the road', 'Pavel Horak', 121450, 35, true, [59.91, 10.75]), van('FJ 1502', 'Renault Master', 'Available', '', 15300, 100, false, [60.39, 5.4]),
    van('FJ 1618', 'Ford Transit', 'Workshop', '', 203900, 10, false, [58.97, 5.73]), van('FJ 1733', 'Mercedes Sprinter', 'On the road', 'Amina Diallo', 67010, 55, true, [61.12, 10.47]), van('FJ 1841', 'Fiat Ducato', 'Available', 'Jonas Lie', 98770, 80, false, [63.43, 10.4]),
    van('FJ 1905', 'VW Crafter', 'Workshop', 'Leila Nasser', 150020, 25, true, [60.79, 11.07]),
  ],
  trips: [
    trip('FJ 1377', 'Pavel Horak', 'Bergen', 'Oslo', '2026-11-02', 850), trip('FJ 1733', 'Amina Diallo', 'Oslo', 'Lillehammer', '2026-11-02', 420, true), trip('FJ 1204', 'Ingrid Moe', 'Bergen', 'Voss', '2026-11-03', 300), trip('FJ 1841', 'Jonas Lie', 'Trondheim', 'Ålesund', '2026-11-04', 1100, false, 'Express'),
    trip('FJ 1204', 'Ingrid Moe', 'Voss', 'Flåm', '2026-11-05', 150), trip('FJ 1733', 'Amina Diallo', 'Lillehammer', 'Hamar', '2026-11-06', 640), trip('FJ 1841', 'Jonas Lie', 'Ålesund', 'Molde', '2026-11-09', 90, false, 'Express'),
  ],
  jobs: [job('FJ 1618', 'Replace clutch'), job('FJ 1618', 'New number plate', true), job('FJ 1905', 'Brake pads'), job('FJ 1204', 'Oil change'), job('FJ 1841', 'Windscreen wipers'), job('FJ 1377', 'Annual inspection', true)],
};
const flat = () => Object.entries(S).flatMap(([k, rows]) => rows.map(r => [k + ' ' + r.id, JSON.parse(JSON.stringify(r))]));
const before = new Map(flat());
// what differs from the beginning: rows that are new, gone, or have another value
window.changes = () => {
  const now = new Map(flat()), out = [];
  for (const [k] of before) if (!now.has(k)) out.push('- ' + k);
  for (const [k, r] of now) {
    const old = before.get(k);
    if (!old) out.push('+ ' + k + ': ' + Object.entries(r).filter(([f]) => f !== 'id').map(([, x]) => x).join(' / '));
    else for (const f in r) if (String(r[f]) !== String(old[f])) out.push(`~ ${k} ${f}: ${r[f]}`);
  }
  return out.join('|');
};
const DRIVERS = ['Amina Diallo', 'Ingrid Moe', 'Jonas Lie', 'Leila Nasser', 'Pavel Horak'], STATES = ['Available', 'On the road', 'Workshop'], CLASS = { Available: 'free', 'On the road': 'road', Workshop: 'shop' };
const view = window.view = { at: 0, states: [], q: '', van: 0, draft: null, plan: null, page: 0, sort: 'date', ask: 0, pending: false, msg: '', undo: null, jobVan: '', jobText: '', popup: '', menu: false };
const set = x => { Object.assign(view, x); draw(); };
let timer; const say = (msg, undo = null) => { clearTimeout(timer); timer = setTimeout(() => set({ msg: '', undo: null }), 9000); set({ msg, undo }); };
const icon = d => html`<svg class="i" viewBox="0 0 24 24"><path d=${d}></path></svg>`;
const MORE = icon('M12 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4zm0 2a2 2 0 1 0 0 4 2 2 0 0 0 0-4zm0 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4z'), PLUS = icon('M19 13h-6v6h-2v-6H5v-2h6V5h2v6h6v2z'), BIN = icon('M6 19a2 2 0 0 0 2 2h8a2 2 0 0 0 2-2V7H6v12zM19 4h-3.5l-1-1h-5l-1 1H5v2h14V4z');
const NEXT = icon('M10 6 8.6 7.4 13.2 12l-4.6 4.6L10 18l6-6z'), PREV = icon('M15.4 7.4 14 6l-6 6 6 6 1.4-1.4L10.8 12z'), COPY = icon('M16 1H4a2 2 0 0 0-2 2v14h2V3h12V1zm3 4H8a2 2 0 0 0-2 2v14c0 1.1.9 2 2 2h11a2 2 0 0 0 2-2V7a2 2 0 0 0-2-2zm0 16H8V7h11v14z');
const options = (list, value, none) => html`${none ? html`<md-select-option value="" ?selected=${!value}><div slot="headline">${none}</div></md-select-option>` : nothing}${list.map(x => html`<md-select-option value=${x} ?selected=${x === value}><div slot="headline">${x}</div></md-select-option>`)}`;
const nice = d => new Date(d + 'T12:00').toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric', month: 'short' });

const open = x => set({ van: x.id, draft: { driver: x.driver, km: x.km, fuel: x.fuel, winter: x.winter }, bad: '' });
const Vehicles = () => {
  const rows = S.vans.filter(x => (!view.states.length || view.states.includes(x.state)) && (x.plate + x.model + x.driver).toLowerCase().includes(view.q.toLowerCase()));
  const cur = S.vans.find(x => x.id === view.van), d = view.draft;
  return html`<div class="split"><div>
    <div class="row"><md-outlined-text-field class="grow" placeholder="Plate, model or driver" .value=${view.q} @input=${e => set({ q: e.target.value })}></md-outlined-text-field></div>
    <md-chip-set>${STATES.map(s => html`<md-filter-chip label=${s} .selected=${view.states.includes(s)} @click=${() => set({ states: view.states.includes(s) ? view.states.filter(x => x !== s) : [...view.states, s] })}></md-filter-chip>`)}</md-chip-set>
    <p class="muted">${rows.length} of ${S.vans.length} vans</p>
    ${rows.map(x => html`<div class="van ${x.id === view.van ? 'on' : ''}" @click=${() => open(x)}><span class="dot ${CLASS[x.state]}"></span><b>${x.plate}</b><span class="grow">${x.model}</span><span class="muted">${x.driver || 'no driver'}</span></div>`)}
    </div>
    <div>${!cur ? html`<p class="muted">Choose a van on the left</p>` : html`<div class="panel stack">
      <div class="row" style="position:relative;margin:0"><h2>${cur.plate}</h2><md-icon-button id="more" @click=${() => set({ menu: !view.menu })}>${MORE}</md-icon-button>
        <md-menu anchor="more" ?open=${view.menu} @closed=${() => set({ menu: false })}>
          <md-menu-item @click=${() => { cur.state = cur.state === 'Workshop' ? 'Available' : 'Workshop'; say(`${cur.plate}: ${cur.state}`); }}><div slot="headline">${cur.state === 'Workshop' ? 'Back from the workshop' : 'Send to the workshop'}</div></md-menu-item>
          <md-menu-item @click=${() => set({ ask: cur.id })}><div slot="headline">Retire…</div></md-menu-item></md-menu></div>
      <div class="muted">${cur.model} · ${cur.state}</div>
      <md-outlined-select label="Driver" .value=${d.driver} @change=${e => { d.driver = e.target.value; draw(); }}>${options(DRIVERS, d.driver, 'Nobody')}</md-outlined-select>
      <md-outlined-text-field label="Odometer" suffix-text="km" .value=${String(d.km)} ?error=${!!view.bad} error-text=${view.bad || ''} @input=${e => { d.km = e.target.value; draw(); }}></md-outlined-text-field>
      <div>Fuel: ${d.fuel} %<br><md-slider labeled min="0" max="100" step="5" .value=${d.fuel} @input=${e => { d.fuel = e.target.value; draw(); }} style="width:100%"></md-slider></div>
      <label class="row">Winter tyres <md-switch .selected=${d.winter} @change=${e => { d.winter = e.target.selected; draw(); }}></md-switch></label>
      <div><md-filled-button @click=${() => save(cur)}>Save</md-filled-button> <md-text-button @click=${() => set({ van: 0 })}>Close</md-text-button></div></div>`}</div></div>`;
};
const save = x => {
  const d = view.draft, km = Number(d.km);
  if (!Number.isInteger(km)) return set({ bad: 'Enter a whole number' });
  if (km < x.km) return set({ bad: `It cannot be less than ${x.km} km` });
  Object.assign(x, d, { km }); set({ bad: '' }); say(`${x.plate} saved`);
};
const Trips = () => {
  const rows = [...S.trips].sort((a, b) => view.sort === 'load' ? b.load - a.load : a.date.localeCompare(b.date) || a.id - b.id), part = rows.slice(view.page * 5, view.page * 5 + 5);
  return html`<div class="row"><md-outlined-select label="Sorted by" .value=${view.sort} @change=${e => set({ sort: e.target.value, page: 0 })}><md-select-option value="date"><div slot="headline">Date</div></md-select-option><md-select-option value="load"><div slot="headline">Heaviest load</div></md-select-option></md-outlined-select></div>
    <table><thead><tr><th>Trip</th><th>Date</th><th>Van</th><th>Driver</th><th>Route</th><th>Load</th><th></th><th></th></tr></thead><tbody>${part.map(x => html`<tr><td>T-${x.id}</td><td>${nice(x.date)}</td><td>${x.van}</td><td>${x.driver}</td><td>${x.from} – ${x.to}</td><td>${x.load} kg</td><td>${x.urgency === 'Express' ? html`<b>Express</b>` : nothing}${x.trailer ? ' + trailer' : nothing}</td>
      <td><md-icon-button title="Copy" @click=${() => plan({ ...x, date: '' })}>${COPY}</md-icon-button><md-icon-button title="Delete" @click=${() => { const i = S.trips.indexOf(x); S.trips.splice(i, 1); say(`Trip T-${x.id} deleted`, () => { S.trips.splice(i, 0, x); }); }}>${BIN}</md-icon-button></td></tr>`)}</tbody></table>
    <div class="pager"><span>${view.page * 5 + 1}–${view.page * 5 + part.length} of ${rows.length}</span><md-icon-button ?disabled=${!view.page} @click=${() => set({ page: view.page - 1 })}>${PREV}</md-icon-button><md-icon-button ?disabled=${view.page * 5 + 5 >= rows.length} @click=${() => set({ page: view.page + 1 })}>${NEXT}</md-icon-button></div>
    <md-fab label="Plan a trip" @click=${() => plan({ van: '', driver: '', from: '', to: '', date: '', load: '', trailer: false, urgency: 'Normal' })}><span slot="icon">${PLUS}</span></md-fab>`;
};
const plan = f => { set({ plan: { ...f }, err: {} }); const d = document.querySelector('#plan'); d.show(); picker.setDate(null, true); };
const book = () => {
  const f = view.plan, err = {}, load = Number(f.load);
  if (!f.van) err.van = 'Choose a van';
  if (!f.driver) err.driver = 'Choose a driver';
  if (!f.from.trim()) err.from = 'Where does it start?';
  if (!f.to.trim()) err.to = 'Where does it go?';
  if (!f.date) err.date = 'Pick a date';
  if (!(load > 0)) err.load = 'Enter the load in kg'; else if (load > 1200) err.load = 'More than 1200 kg is not allowed';
  const x = S.vans.find(x => x.plate === f.van); if (x?.state === 'Workshop') err.van = 'This van is in the workshop';
  set({ err }); if (Object.keys(err).length) return;
  const n = trip(f.van, f.driver, f.from.trim(), f.to.trim(), f.date, load, f.trailer, f.urgency); S.trips.push(n); document.querySelector('#plan').close(); say(`Trip T-${n.id} is planned`);
};
const Plan = () => {
  const f = view.plan ?? { van: '', driver: '', from: '', to: '', date: '', load: '', trailer: false, urgency: 'Normal' }, err = view.err ?? {}, put = k => e => { f[k] = e.target.value; draw(); };
  const box = (k, label) => html`<md-outlined-text-field label=${label} .value=${String(f[k])} ?error=${!!err[k]} error-text=${err[k] ?? ''} @input=${put(k)}></md-outlined-text-field>`;
  return html`<md-dialog id="plan"><div slot="headline">Plan a trip</div><div slot="content" class="stack">
    <div class="two"><md-outlined-select label="Van" .value=${f.van} ?error=${!!err.van} error-text=${err.van ?? ''} @change=${put('van')}>${options(S.vans.map(x => x.plate), f.van)}</md-outlined-select>
    <md-outlined-select label="Driver" .value=${f.driver} ?error=${!!err.driver} error-text=${err.driver ?? ''} @change=${put('driver')}>${options(DRIVERS, f.driver)}</md-outlined-select></div>
    <div class="two">${box('from', 'From')}${box('to', 'To')}</div>
    <div class="two"><div><input id="day" placeholder="Date" readonly style="font:inherit;padding:15px;width:100%;box-sizing:border-box;border:1px solid #6f7979;border-radius:4px"><div style="color:#b3261e;font-size:12px;padding-left:15px">${err.date ?? ''}</div><div id="cal"></div></div><div class="stack">${box('load', 'Load in kg')}
    <div role="radiogroup">${['Normal', 'Express'].map(u => html`<label class="r"><md-radio name="urgency" value=${u} .checked=${f.urgency === u} @change=${() => { f.urgency = u; draw(); }}></md-radio>${u}</label>`)}
    <label class="r"><md-checkbox .checked=${f.trailer} @change=${e => { f.trailer = e.target.checked; draw(); }}></md-checkbox>With trailer</label></div></div></div></div>
    <div slot="actions"><md-text-button @click=${() => document.querySelector('#plan').close()}>Cancel</md-text-button><md-filled-button @click=${book}>Plan</md-filled-button></div></md-dialog>`;
};
const Service = () => {
  const shown = S.jobs.filter(x => !view.pending || !x.done);
  return html`<div class="panel" style="max-width:640px"><div class="row"><h2>Service jobs</h2><label class="r">Only open ones <md-switch .selected=${view.pending} @change=${e => set({ pending: e.target.selected })}></md-switch></label></div>
    <md-linear-progress value=${S.jobs.filter(x => x.done).length / S.jobs.length}></md-linear-progress><p class="muted">${S.jobs.filter(x => x.done).length} of ${S.jobs.length} done</p>
    ${shown.map(x => html`<div class="row"><md-checkbox .checked=${x.done} @change=${e => { x.done = e.target.checked; draw(); }}></md-checkbox><span class="grow">${x.what}<br><small class="muted">${x.van}</small></span><md-icon-button @click=${() => { S.jobs.splice(S.jobs.indexOf(x), 1); draw(); }}>${BIN}</md-icon-button></div>`)}
    <div class="row"><md-outlined-select label="Van" .value=${view.jobVan} @change=${e => set({ jobVan: e.target.value })}>${options(S.vans.map(x => x.plate), view.jobVan)}</md-outlined-select><md-outlined-text-field class="grow" label="What has to be done" .value=${view.jobText} @input=${e => { set({ jobText: e.target.value }); }}></md-outlined-text-field>
    <md-outlined-button @click=${() => { if (!view.jobVan || !view.jobText.trim()) return say('Choose a van and say what has to be done'); S.jobs.push(job(view.jobVan, view.jobText.trim())); set({ jobVan: '', jobText: '' }); }}>Add</md-outlined-button></div></div>`;
};
const Map_ = () => html`<div id="map"></div>`;
const mapUp = () => {
  const el = document.querySelector('#map'); if (!el || el.dataset.up) return; el.dataset.up = 1;
  const map = L.map(el, { center: [60.9, 8.5], zoom: 6, attributionControl: false });
  S.vans.forEach(x => L.marker(x.at, { title: x.plate, icon: L.divIcon({ className: 'dot ' + CLASS[x.state], iconSize: [16, 16] }) }).addTo(map).bindPopup(`<b>${x.plate}</b><br>${x.model}<br>${x.fuel} % fuel`).on('popupopen', () => { view.popup = x.plate; }));
  map.on('zoomend', () => { view.zoom = map.getZoom(); });
};
const TABS = [['Vehicles', Vehicles], ['Trips', Trips], ['Service', Service], ['Map', Map_]];
const App = () => html`<header><h1>Fjordline Vans</h1><md-tabs @change=${e => set({ at: e.target.activeTabIndex })}>${TABS.map(([n], i) => html`<md-primary-tab ?active=${i === 0}>${n}</md-primary-tab>`)}</md-tabs></header>
  <main>${TABS[view.at][1]()}</main>${Plan()}
  <md-dialog id="ask" ?open=${!!view.ask} @closed=${() => set({ ask: 0 })}><div slot="headline">Retire this van?</div><div slot="content">${S.vans.find(x => x.id === view.ask)?.plate} will be taken out of the fleet for good.</div>
    <div slot="actions"><md-text-button @click=${() => document.querySelector('#ask').close()}>Keep</md-text-button><md-text-button @click=${() => { const x = S.vans.find(x => x.id === view.ask); S.vans.splice(S.vans.indexOf(x), 1); view.van = 0; document.querySelector('#ask').close(); say(`${x.plate} has been retired`); }}>Retire</md-text-button></div></md-dialog>
  ${view.msg ? html`<div class="bar" role="status"><span>${view.msg}</span>${view.undo ? html`<button @click=${() => { view.undo(); set({ msg: '', undo: null }); }}>Undo</button>` : nothing}</div>` : nothing}`;
function draw() { render(App(), document.querySelector('#app')); mapUp(); }
draw();
const iso = d => d && [d.getFullYear(), d.getMonth() + 1, d.getDate()].map(n => String(n).padStart(2, '0')).join('-');
const picker = new Pikaday({ field: document.querySelector('#day'), bound: false, container: document.querySelector('#cal'), firstDay: 1, minDate: new Date(2026, 10, 2), defaultDate: new Date(2026, 10, 2), toString: d => iso(d).split('-').reverse().join('/'), onSelect: d => { view.plan.date = iso(d); } });
