import { createElement, useState, useReducer } from 'react';
import { createRoot } from 'react-dom/client';
import htm from 'htm';
import dayjs from 'dayjs';
import {
  Alert, AppBar, Autocomplete, Avatar, Box, Button, Card, CardContent, Checkbox, Chip, CssBaseline, Dialog, DialogActions, DialogContent,
  DialogContentText, DialogTitle, Divider, FormControl, FormControlLabel, FormLabel, IconButton, InputLabel, List, ListItem, ListItemButton, ListItemText,
  Menu, MenuItem, Paper, Radio, RadioGroup, Select, Slider, Snackbar, SvgIcon, Switch, Tab, Table, TableBody, TableCell, TableHead,
  TablePagination, TableRow, TableSortLabel, Tabs, TextField, ToggleButton, ToggleButtonGroup, Toolbar, Tooltip, Typography,
} from '@mui/material';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { DatePicker } from '@mui/x-date-pickers/DatePicker';
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';
const html = htm.bind(createElement);
const icon = d => html`<${SvgIcon} fontSize="small"><path d=${d} /><//>`;
const MORE = icon('M12 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4zm0 2a2 2 0 1 0 0 4 2 2 0 0 0 0-4zm0 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4z');
const PEN = icon('M3 17.25V21h3.75L17.81 9.94l-3.75-3.75L3 17.25zM20.7 7a1 1 0 0 0 0-1.4l-2.3-2.3a1 1 0 0 0-1.4 0l-1.8 1.8 3.75 3.75L20.7 7z');
const BIN = icon('M6 19a2 2 0 0 0 2 2h8a2 2 0 0 0 2-2V7H6v12zM19 4h-3.5l-1-1h-5l-1 1H5v2h14V4z');
const PLUS = icon('M19 13h-6v6h-2v-6H5v-2h6V5h2v6h6v2z');
const TICK = icon('M9 16.2 4.8 12l-1.4 1.4L9 19 21 7l-1.4-1.4z');

const DOCTORS = ['Dr. Abel', 'Dr. Novak', 'Dr. Osei'];
const TIMES = ['08:00', '08:30', '09:00', '09:30', '10:00', '10:30', '11:00', '11:30', '13:00', '13:30', '14:00', '14:30', '15:00', '15:30', '16:00'];
let nextA = 301;
const a = (patient, doctor, date, time, reason, type = 'In person', status = 'Booked', reminder = true) => ({ id: nextA++, patient, doctor, date, time, reason, type, status, reminder });
let nextP = 1;
const p = (name, born, phone, email, insurer, texts, note) => ({ id: nextP++, name, born, phone, email, insurer, texts, note });
const S = window.S = {
  appointments: [
    a('Marta Iversen', 'Dr. Abel', '2026-10-05', '08:00', 'Blood test', 'In person', 'Seen'), a('Tobias Kern', 'Dr. Novak', '2026-10-05', '08:30', 'Back pain', 'In person', 'Waiting'),
    a('Aisha Rahman', 'Dr. Osei', '2026-10-05', '09:00', 'Vaccination'), a('Henrik Dahl', 'Dr. Abel', '2026-10-05', '09:30', 'Follow-up', 'Video call'),
    a('Lucia Moretti', 'Dr. Novak', '2026-10-05', '10:30', 'Skin rash'), a('Piotr Zielinski', 'Dr. Osei', '2026-10-06', '08:30', 'Check-up'),
    a('Grace Bennett', 'Dr. Abel', '2026-10-06', '11:00', 'Migraine', 'Video call'), a('Noah Fischer', 'Dr. Novak', '2026-10-06', '13:30', 'Sprained ankle'),
    a('Marta Iversen', 'Dr. Abel', '2026-10-08', '09:00', 'Test results', 'Phone'), a('Elif Yilmaz', 'Dr. Osei', '2026-10-08', '14:00', 'Travel advice'),
    a('Samuel Ortega', 'Dr. Novak', '2026-10-09', '15:00', 'Blood pressure'), a('Henrik Dahl', 'Dr. Osei', '2026-10-12', '10:00', 'Vaccination'),
  ],
  patients: [
    p('Aisha Rahman', '1991-04-12', '0151 220 18', 'aisha@rahman.example', 'Nordkasse', true, ''), p('Elif Yilmaz', '1987-11-30', '0151 904 71', 'elif.y@mail.example', 'Medica', false, ''),
    p('Grace Bennett', '1969-02-03', '0160 338 25', 'grace.bennett@mail.example', 'Nordkasse', true, 'Allergic to penicillin'), p('Henrik Dahl', '1954-07-19', '0172 451 09', '', 'Helvia', false, 'Uses a walking frame'),
    p('Lucia Moretti', '2001-09-08', '0151 667 40', 'lucia@moretti.example', 'Medica', true, ''), p('Marta Iversen', '1978-01-25', '0170 118 93', 'm.iversen@mail.example', 'Nordkasse', true, ''),
    p('Noah Fischer', '2012-05-17', '0162 590 66', 'fischer.family@mail.example', 'Helvia', true, 'Comes with his mother'), p('Piotr Zielinski', '1983-12-02', '0157 702 34', 'piotr.z@mail.example', 'Private', false, ''),
    p('Samuel Ortega', '1960-08-21', '0171 285 57', '', 'Medica', false, ''), p('Tobias Kern', '1995-03-14', '0176 833 12', 'kern.t@mail.example', 'Helvia', true, ''),
  ],
  waiting: [{ id: 1, text: 'Ines Carvalho – any morning', called: false }, { id: 2, text: 'Peter Lund – Dr. Abel only', called: true }, { id: 3, text: 'Yuki Tanaka – vaccination', called: false }, { id: 4, text: 'Olga Petrova – after 15:00', called: false }],
  settings: [{ id: 'practice', length: 30, opening: '08:00', video: true, online: false, overbook: false, text: 'Please bring your insurance card.' }],
};
const flat = () => Object.entries(S).flatMap(([k, rows]) => rows.map(r => [k + ' ' + r.id, r]));
const before = new Map(JSON.parse(JSON.stringify(flat())));
// what differs from the beginning: rows that are new, gone, or have another value
window.changes = () => {
  const now = new Map(flat()), out = [];
  for (const [k, r] of before) if (!now.has(k)) out.push('- ' + k);
  for (const [k, r] of now) {
    const old = before.get(k);
    if (!old) out.push('+ ' + k + ': ' + Object.entries(r).filter(([f]) => f !== 'id').map(([, v]) => v).join(' / '));
    else for (const f in r) if (r[f] !== old[f]) out.push(`~ ${k} ${f}: ${r[f]}`);
  }
  return out.join('|');
};
const day = d => dayjs(d).format('ddd, D MMM');
const view = window.view = {};

function Row({ it, act }) {
  const [at, open] = useState(null);
  const go = what => () => { open(null); act(what, it); };
  const color = { Booked: 'default', Waiting: 'warning', Seen: 'success', Cancelled: 'error' }[it.status];
  return html`<${TableRow} hover>
    <${TableCell}>${day(it.date)}<//><${TableCell}>${it.time}<//><${TableCell}>${it.patient}<//><${TableCell}>${it.doctor}<//>
    <${TableCell}>${it.reason}<//><${TableCell}>${it.type}<//><${TableCell}><${Chip} size="small" label=${it.status} color=${color} /><//>
    <${TableCell} align="right"><${IconButton} size="small" onClick=${e => open(e.currentTarget)}>${MORE}<//>
      <${Menu} anchorEl=${at} open=${!!at} onClose=${() => open(null)}>
        <${MenuItem} disabled=${it.status !== 'Booked'} onClick=${go('in')}>Check in<//>
        <${MenuItem} disabled=${it.status !== 'Waiting'} onClick=${go('seen')}>Mark as seen<//>
        <${MenuItem} onClick=${go('move')}>Reschedule…<//><${Divider} /><${MenuItem} onClick=${go('cancel')}>Cancel appointment…<//>
      <//><//><//>`;
}

function New({ onClose, onDone }) {
  const [f, setF] = useState({ patient: null, doctor: '', date: null, time: '', reason: '', type: 'In person', reminder: true }), [err, setErr] = useState({});
  const set = x => setF({ ...f, ...x });
  const save = () => {
    const e = {};
    if (!f.patient) e.patient = 'Choose a patient';
    if (!f.doctor) e.doctor = true;
    const date = f.date && f.date.isValid() ? f.date.format('YYYY-MM-DD') : '';
    if (!date) e.date = 'Enter a date'; else if (date < '2026-10-05') e.date = 'The date is in the past';
    if (!f.time) e.time = 'Required';
    else if (S.appointments.some(x => x.doctor === f.doctor && x.date === date && x.time === f.time && x.status !== 'Cancelled')) e.time = f.doctor + ' is busy at that time';
    setErr(e);
    if (!Object.keys(e).length) onDone({ ...f, patient: f.patient, date });
  };
  return html`<${Dialog} open onClose=${onClose} fullWidth maxWidth="sm"><${DialogTitle}>New appointment<//><${DialogContent}>
    <${Box} sx=${{ display: 'grid', gap: 2, pt: 1 }}>
      <${Autocomplete} options=${S.patients.map(x => x.name)} value=${f.patient} onChange=${(_, v) => set({ patient: v })} renderInput=${q => html`<${TextField} ...${q} label="Patient" error=${!!err.patient} helperText=${err.patient} />`} />
      <${FormControl} error=${!!err.doctor}><${InputLabel} id="doc">Doctor<//><${Select} labelId="doc" label="Doctor" value=${f.doctor} onChange=${e => set({ doctor: e.target.value })}>${DOCTORS.map(d => html`<${MenuItem} key=${d} value=${d}>${d}<//>`)}<//><//>
      <${Box} sx=${{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 2 }}>
        <${DatePicker} label="Date" format="DD.MM.YYYY" referenceDate=${dayjs('2026-10-05')} value=${f.date} onChange=${v => set({ date: v })} slotProps=${{ textField: { error: !!err.date, helperText: err.date } }} />
        <${TextField} select label="Time" value=${f.time} onChange=${e => set({ time: e.target.value })} error=${!!err.time} helperText=${err.time}>${TIMES.map(t => html`<${MenuItem} key=${t} value=${t}>${t}<//>`)}<//>
      <//>
      <${TextField} label="Reason" value=${f.reason} onChange=${e => set({ reason: e.target.value })} placeholder="e.g. check-up" />
      <${FormControl}><${FormLabel}>How<//><${RadioGroup} row value=${f.type} onChange=${e => set({ type: e.target.value })}>${['In person', 'Video call', 'Phone'].map(t => html`<${FormControlLabel} key=${t} value=${t} control=${html`<${Radio} />`} label=${t} />`)}<//><//>
      <${FormControlLabel} control=${html`<${Checkbox} checked=${f.reminder} onChange=${e => set({ reminder: e.target.checked })} />`} label="Send a reminder the day before" />
    <//><//><${DialogActions}><${Button} onClick=${onClose}>Cancel<//><${Button} variant="contained" onClick=${save}>Book<//><//><//>`;
}

function Appointments({ say, redraw }) {
  const [doctor, setDoctor] = useState('all'), [q, setQ] = useState(''), [page, setPage] = useState(0), [per, setPer] = useState(5), [down, setDown] = useState(false), [dlg, setDlg] = useState(null), [to, setTo] = useState({});
  let rows = S.appointments.filter(x => (doctor === 'all' || x.doctor === doctor) && (x.patient + ' ' + x.reason).toLowerCase().includes(q.toLowerCase()));
  rows.sort((x, y) => (x.date + x.time).localeCompare(y.date + y.time) * (down ? -1 : 1));
  const count = rows.length; rows = rows.slice(page * per, page * per + per);
  Object.assign(view, { doctor, q, page, per, down, shown: rows.map(r => r.id).join() });
  const act = (what, it) => {
    if (what === 'in') { it.status = 'Waiting'; say(`${it.patient} has been checked in`); redraw(); }
    else if (what === 'seen') { it.status = 'Seen'; redraw(); }
    else { setTo({ date: dayjs(it.date), time: it.time }); setDlg({ what, it }); }
  };
  const close = () => setDlg(null);
  return html`<div>
    <${Box} sx=${{ display: 'flex', gap: 2, mb: 2, alignItems: 'center' }}>
      <${ToggleButtonGroup} exclusive size="small" value=${doctor} onChange=${(_, v) => { if (v) { setDoctor(v); setPage(0); } }}><${ToggleButton} value="all">All<//>${DOCTORS.map(d => html`<${ToggleButton} key=${d} value=${d} sx=${{ textTransform: 'none' }}>${d}<//>`)}<//>
      <${TextField} size="small" placeholder="Search patient or reason" value=${q} onChange=${e => { setQ(e.target.value); setPage(0); }} sx=${{ flex: 1 }} />
      <${Button} variant="contained" startIcon=${PLUS} onClick=${() => setDlg({ what: 'new' })}>New appointment<//>
    <//>
    <${Paper}><${Table} size="small"><${TableHead}><${TableRow}><${TableCell}><${TableSortLabel} active direction=${down ? 'desc' : 'asc'} onClick=${() => setDown(!down)}>Date<//><//>${['Time', 'Patient', 'Doctor', 'Reason', 'How', 'Status', ''].map(h => html`<${TableCell} key=${h}>${h}<//>`)}<//><//>
      <${TableBody}>${rows.map(it => html`<${Row} key=${it.id} it=${it} act=${act} />`)}<//><//>
      ${!count && html`<${Typography} sx=${{ p: 3, textAlign: 'center' }} color="text.secondary">No appointments found<//>`}
      <${TablePagination} component="div" count=${count} page=${page} rowsPerPage=${per} rowsPerPageOptions=${[5, 10, 25]} onPageChange=${(_, v) => setPage(v)} onRowsPerPageChange=${e => { setPer(+e.target.value); setPage(0); }} /><//>
    ${dlg?.what === 'new' && html`<${New} onClose=${close} onDone=${f => { const x = a(f.patient, f.doctor, f.date, f.time, f.reason, f.type, 'Booked', f.reminder); S.appointments.push(x); close(); say(`Appointment no. ${x.id} booked for ${x.patient}`); redraw(); }} />`}
    ${dlg?.what === 'cancel' && html`<${Dialog} open onClose=${close}><${DialogTitle}>Cancel this appointment?<//><${DialogContent}><${DialogContentText}>${dlg.it.patient}, ${day(dlg.it.date)} at ${dlg.it.time}<//><//><${DialogActions}><${Button} onClick=${close}>Keep it<//><${Button} color="error" onClick=${() => { dlg.it.status = 'Cancelled'; close(); say('Appointment cancelled'); redraw(); }}>Cancel appointment<//><//><//>`}
    ${dlg?.what === 'move' && html`<${Dialog} open onClose=${close}><${DialogTitle}>Reschedule ${dlg.it.patient}<//><${DialogContent}><${Box} sx=${{ display: 'grid', gap: 2, pt: 1, minWidth: 320 }}>
      <${DatePicker} label="New date" format="DD.MM.YYYY" value=${to.date} onChange=${v => setTo({ ...to, date: v })} />
      <${TextField} select label="New time" value=${to.time} onChange=${e => setTo({ ...to, time: e.target.value })}>${TIMES.map(t => html`<${MenuItem} key=${t} value=${t}>${t}<//>`)}<//><//><//>
      <${DialogActions}><${Button} onClick=${close}>Back<//><${Button} variant="contained" disabled=${!to.date?.isValid()} onClick=${() => { dlg.it.date = to.date.format('YYYY-MM-DD'); dlg.it.time = to.time; close(); say(`Moved to ${day(dlg.it.date)}, ${dlg.it.time}`); redraw(); }}>Save<//><//><//>`}
  </div>`;
}

function Patients({ say, redraw }) {
  const [cur, setCur] = useState(null), [tab, setTab] = useState(0), [edit, setEdit] = useState(null), [note, setNote] = useState(''), [q, setQ] = useState('');
  view.patient = cur?.name ?? '';
  const open = x => { setCur(x); setTab(0); setEdit(null); setNote(x.note); };
  const visits = cur ? S.appointments.filter(x => x.patient === cur.name) : [];
  const line = (key, label) => html`<${ListItem} key=${key} secondaryAction=${edit?.key === key ? html`<${IconButton} edge="end" onClick=${() => { cur[key] = edit.value; setEdit(null); redraw(); }}>${TICK}<//>` : html`<${Tooltip} title="Edit"><${IconButton} edge="end" onClick=${() => setEdit({ key, value: cur[key] })}>${PEN}<//><//>`}>
    ${edit?.key === key ? html`<${TextField} variant="standard" autoFocus label=${label} value=${edit.value} onChange=${e => setEdit({ key, value: e.target.value })} />` : html`<${ListItemText} primary=${cur[key] || '–'} secondary=${label} />`}<//>`;
  return html`<div><${TextField} size="small" label="Find a patient" value=${q} onChange=${e => setQ(e.target.value)} sx=${{ mb: 2, width: 320 }} />
    <${Box} sx=${{ display: 'grid', gridTemplateColumns: 'repeat(3, 1fr)', gap: 2 }}>${S.patients.filter(x => x.name.toLowerCase().includes(q.toLowerCase())).map(x => html`<${Card} key=${x.id}><${CardContent} sx=${{ display: 'flex', gap: 2, alignItems: 'center' }}>
      <${Avatar}>${x.name[0]}<//><div style=${{ flex: 1 }}><b>${x.name}</b><br /><small>${x.insurer}</small></div><${Button} size="small" onClick=${() => open(x)}>Open<//><//><//>`)}<//>
    ${cur && html`<${Dialog} open onClose=${() => setCur(null)} fullWidth maxWidth="sm"><${DialogTitle}>${cur.name}<//>
      <${Tabs} value=${tab} onChange=${(_, v) => setTab(v)} sx=${{ px: 2 }}><${Tab} label="Details" /><${Tab} label="Visits" /><${Tab} label="Notes" /><//>
      <${DialogContent}>
        ${tab === 0 && html`<${List} dense><${ListItem}><${ListItemText} primary=${dayjs(cur.born).format('D MMMM YYYY')} secondary="Date of birth" /><//>${line('phone', 'Phone')}${line('email', 'E-mail')}
          <${ListItem}><${TextField} select size="small" fullWidth label="Insurer" value=${cur.insurer} onChange=${e => { cur.insurer = e.target.value; redraw(); }}>${['Nordkasse', 'Medica', 'Helvia', 'Private'].map(i => html`<${MenuItem} key=${i} value=${i}>${i}<//>`)}<//><//>
          <${ListItem}><${FormControlLabel} control=${html`<${Switch} checked=${cur.texts} onChange=${e => { cur.texts = e.target.checked; redraw(); }} />`} label="Reminders by text message" /><//><//>`}
        ${tab === 1 && (visits.length ? html`<${List} dense>${visits.map(v => html`<${ListItem} key=${v.id}><${ListItemText} primary=${v.reason} secondary=${`${day(v.date)}, ${v.time}, ${v.doctor}`} /><//>`)}<//>` : 'No visits yet')}
        ${tab === 2 && html`<${Box} sx=${{ pt: 1 }}><${TextField} multiline minRows=${3} fullWidth placeholder="Anything the team should know" value=${note} onChange=${e => setNote(e.target.value)} /><${Button} sx=${{ mt: 1 }} variant="outlined" disabled=${note === cur.note} onClick=${() => { cur.note = note; say('Note saved'); redraw(); }}>Save note<//><//>`}
      <//><${DialogActions}><${Button} onClick=${() => setCur(null)}>Close<//><//><//>`}
  </div>`;
}

function Waiting({ say, redraw }) {
  const [text, setText] = useState('');
  const add = e => { e.preventDefault(); if (!text.trim()) return; S.waiting.push({ id: Math.max(0, ...S.waiting.map(w => w.id), 4) + 1, text: text.trim(), called: false }); setText(''); redraw(); };
  return html`<${Paper} sx=${{ maxWidth: 560, p: 2 }}><${Typography} variant="h6">Waiting list<//>
    <form onSubmit=${add} style=${{ display: 'flex', gap: 8 }}><${TextField} size="small" fullWidth placeholder="Name and wish" value=${text} onChange=${e => setText(e.target.value)} /><${IconButton} type="submit" color="primary">${PLUS}<//></form>
    <${List}>${S.waiting.map(w => html`<${ListItem} key=${w.id} disablePadding secondaryAction=${html`<${IconButton} edge="end" onClick=${() => { S.waiting.splice(S.waiting.indexOf(w), 1); say('Removed from the waiting list'); redraw(); }}>${BIN}<//>`}>
      <${ListItemButton} dense onClick=${() => { w.called = !w.called; redraw(); }}><${Checkbox} edge="start" checked=${w.called} tabIndex=${-1} /><${ListItemText} primary=${w.text} secondary=${w.called ? 'called' : 'not called yet'} /><//><//>`)}<//>
    <${Typography} color="text.secondary">${S.waiting.filter(w => !w.called).length} still to call<//><//>`;
}

function Settings({ say, redraw }) {
  const [f, setF] = useState({ ...S.settings[0] }), set = x => setF({ ...f, ...x });
  const sw = (key, label) => html`<${FormControlLabel} control=${html`<${Switch} checked=${f[key]} onChange=${e => set({ [key]: e.target.checked })} />`} label=${label} />`;
  return html`<${Paper} sx=${{ maxWidth: 560, p: 3, display: 'grid', gap: 2 }}><${Typography} variant="h6">Settings<//>
    <div><${Typography} gutterBottom>Length of an appointment: ${f.length} min<//><${Slider} value=${f.length} step=${5} min=${10} max=${60} onChange=${(_, v) => set({ length: v })} /></div>
    <${TextField} select label="Opens at" value=${f.opening} onChange=${e => set({ opening: e.target.value })}>${['07:00', '07:30', '08:00', '08:30', '09:00'].map(t => html`<${MenuItem} key=${t} value=${t}>${t}<//>`)}<//>
    ${sw('video', 'Offer video calls')}${sw('online', 'Patients may book online')}${sw('overbook', 'Allow overbooking')}
    <${TextField} multiline label="Text of the reminder" value=${f.text} onChange=${e => set({ text: e.target.value })} helperText=${`${f.text.length}/80`} error=${f.text.length > 80} />
    <div><${Button} variant="contained" disabled=${f.text.length > 80} onClick=${() => { S.settings[0] = f; say('Settings saved'); redraw(); }}>Save changes<//></div><//>`;
}

function App() {
  const [, redraw] = useReducer(x => x + 1, 0), [at, setAt] = useState('Appointments'), [msg, setMsg] = useState('');
  const say = m => setMsg(m);
  view.at = at;
  const Page = { Appointments, Patients, 'Waiting list': Waiting, Settings }[at];
  return html`<${LocalizationProvider} dateAdapter=${AdapterDayjs}><${CssBaseline} />
    <${AppBar} position="static"><${Toolbar}><${Typography} variant="h6" sx=${{ flex: 1 }}>Lindenhof Practice<//><${Typography} variant="body2">Monday, 5 October 2026<//><//><//>
    <${Box} sx=${{ display: 'flex' }}><${Box} component="nav" sx=${{ width: 200, flexShrink: 0, pt: 2 }}><${List}>${['Appointments', 'Patients', 'Waiting list', 'Settings'].map(x => html`<${ListItemButton} key=${x} selected=${at === x} onClick=${() => setAt(x)}><${ListItemText} primary=${x} /><//>`)}<//><//>
    <${Box} component="main" sx=${{ flex: 1, p: 3 }}><${Page} say=${say} redraw=${redraw} /><//><//>
    <${Snackbar} open=${!!msg} autoHideDuration=${6000} onClose=${(_, why) => why !== 'clickaway' && setMsg('')}><${Alert} severity="success" onClose=${() => setMsg('')}>${msg}<//><//>
  <//>`;
}
createRoot(document.getElementById('root')).render(html`<${App} />`);
