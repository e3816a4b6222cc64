import { createGrid, ModuleRegistry, AllCommunityModule, themeQuartz } from 'ag-grid-community';
import { Grid, h, html } from 'gridjs';
import 'gridjs/dist/theme/mermaid.min.css';
import A11yDialog from 'a11y-dialog';
import tippy from 'tippy.js';
import 'tippy.js/dist/tippy.css';
import 'tippy.js/themes/light-border.css';
import { Notyf } from 'notyf';
import 'notyf/notyf.min.css';
import { track } from '../track.js';
ModuleRegistry.registerModules([AllCommunityModule]);

const U = (n, name, email, role, team, status, last, ext, mfa) => ({ id: 'u' + n, name, email, role, team, status, last, ext, mfa });
const I = (no, customer, date, due, amount, status) => ({ id: no, customer, date, due, amount, status });
const data = {
  users: [
    U(1, 'Amelia Hart', 'amelia.hart@norda.test', 'Admin', 'Platform', 'Active', '2025-03-14', '201', true),
    U(2, 'Bogdan Iliev', 'bogdan.iliev@norda.test', 'Editor', 'Content', 'Active', '2025-03-12', '214', false),
    U(3, 'Carla Mendes', 'carla.mendes@norda.test', 'Viewer', 'Sales', 'Invited', '', '', false),
    U(4, 'Daniel Okafor', 'daniel.okafor@norda.test', 'Billing', 'Finance', 'Active', '2025-02-27', '230', true),
    U(5, 'Elif Yildiz', 'elif.yildiz@norda.test', 'Editor', 'Content', 'Suspended', '2024-11-03', '217', false),
    U(6, 'Frank Bergmann', 'frank.bergmann@norda.test', 'Viewer', 'Support', 'Active', '2025-03-01', '251', false),
    U(7, 'Grace Liu', 'grace.liu@norda.test', 'Admin', 'Platform', 'Active', '2025-03-15', '202', true),
    U(8, 'Hugo Lindberg', 'hugo.lindberg@norda.test', 'Viewer', 'Sales', 'Active', '2025-01-19', '241', false),
    U(9, 'Ingrid Solheim', 'ingrid.solheim@norda.test', 'Editor', 'Content', 'Active', '2025-03-10', '219', true),
    U(10, 'Jamal Reed', 'jamal.reed@norda.test', 'Viewer', 'Support', 'Active', '2025-02-20', '252', false),
    U(11, 'Katja Novak', 'katja.novak@norda.test', 'Billing', 'Finance', 'Invited', '', '', false),
    U(12, 'Liam Doyle', 'liam.doyle@norda.test', 'Viewer', 'Sales', 'Suspended', '2024-09-30', '243', false),
    U(13, 'Mina Park', 'mina.park@norda.test', 'Editor', 'Content', 'Active', '2025-03-13', '220', true),
    U(14, 'Nikos Pappas', 'nikos.pappas@norda.test', 'Viewer', 'Support', 'Active', '2025-02-02', '253', false),
    U(15, 'Olga Petrova', 'olga.petrova@norda.test', 'Viewer', 'Sales', 'Active', '2024-12-22', '244', false),
    U(16, 'Pavel Dvorak', 'pavel.dvorak@norda.test', 'Admin', 'Platform', 'Active', '2025-03-11', '203', false),
    U(17, 'Quinn Taylor', 'quinn.taylor@norda.test', 'Viewer', 'Support', 'Invited', '', '', false),
    U(18, 'Rosa Bergamo', 'rosa.bergamo@norda.test', 'Billing', 'Finance', 'Active', '2025-03-08', '231', true),
    U(19, 'Samir Haddad', 'samir.haddad@norda.test', 'Viewer', 'Sales', 'Active', '2025-02-11', '245', false),
    U(20, 'Tessa Vermeer', 'tessa.vermeer@norda.test', 'Editor', 'Content', 'Active', '2025-01-29', '221', false),
    U(21, 'Umberto Sala', 'umberto.sala@norda.test', 'Viewer', 'Support', 'Suspended', '2024-10-17', '254', false),
    U(22, 'Vera Lang', 'vera.lang@norda.test', 'Viewer', 'Sales', 'Active', '2025-03-05', '246', true),
    U(23, 'Wiktor Zielinski', 'wiktor.zielinski@norda.test', 'Viewer', 'Support', 'Active', '2025-02-25', '255', false),
  ],
  invoices: [
    I('INV-1041', 'Alder & Sons', '2025-01-08', '2025-02-07', 1240.00, 'Paid'),
    I('INV-1042', 'Brightline Media', '2025-01-10', '2025-02-09', 480.50, 'Paid'),
    I('INV-1043', 'Café Rosso', '2025-01-15', '2025-02-14', 96.00, 'Overdue'),
    I('INV-1044', 'Delft Ceramics', '2025-01-17', '2025-02-16', 3310.00, 'Open'),
    I('INV-1045', 'Eastgate Clinic', '2025-01-21', '2025-02-20', 2750.75, 'Paid'),
    I('INV-1046', 'Fennel Foods', '2025-01-22', '2025-02-21', 615.20, 'Overdue'),
    I('INV-1047', 'Gresham Law', '2025-01-28', '2025-02-27', 5120.00, 'Paid'),
    I('INV-1048', 'Hollow Books', '2025-02-03', '2025-03-05', 149.90, 'Open'),
    I('INV-1049', 'Brightline Media', '2025-02-04', '2025-03-06', 520.00, 'Overdue'),
    I('INV-1050', 'Ivory Dental', '2025-02-06', '2025-03-08', 890.00, 'Open'),
    I('INV-1051', 'Juniper Travel', '2025-02-11', '2025-03-13', 1999.00, 'Draft'),
    I('INV-1052', 'Alder & Sons', '2025-02-12', '2025-03-14', 1240.00, 'Open'),
    I('INV-1053', 'Kestrel Bikes', '2025-02-18', '2025-03-20', 733.40, 'Open'),
    I('INV-1054', 'Lumen Studio', '2025-02-20', '2025-03-22', 268.00, 'Draft'),
    I('INV-1055', 'Delft Ceramics', '2025-02-24', '2025-03-26', 410.00, 'Open'),
    I('INV-1056', 'Fennel Foods', '2025-02-25', '2025-03-27', 705.00, 'Paid'),
    I('INV-1057', 'Mistral Sails', '2025-03-03', '2025-04-02', 4480.00, 'Open'),
    I('INV-1058', 'Brightline Media', '2025-03-04', '2025-04-03', 355.00, 'Void'),
    I('INV-1059', 'Northside Gym', '2025-03-06', '2025-04-05', 129.00, 'Open'),
  ],
  resets: [], reminders: [],
  settings: { company: 'Norda Systems', currency: 'EUR', terms: 30, autoReminder: false, digest: 'weekly' },
};
const app = window.backoffice = { data, changes: track(data), tab: 'users' };
const $ = s => document.querySelector(s), $$ = s => [...document.querySelectorAll(s)];
const notyf = new Notyf({ duration: 3000, position: { x: 'right', y: 'bottom' }, dismissible: true });
const dialogs = Object.fromEntries($$('.dialog-container').map(el => [el.id, new A11yDialog(el)]));
const money = n => '€' + n.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

// ----- tabs
$$('nav.side a').forEach(a => a.addEventListener('click', e => {
  e.preventDefault(); app.tab = a.dataset.view;
  $$('nav.side a').forEach(x => x === a ? x.setAttribute('aria-current', 'page') : x.removeAttribute('aria-current'));
  $$('main > section').forEach(s => { s.hidden = s.id !== 'view-' + app.tab; });
}));

// ----- menus
let menu = null;
function openMenu(button, items) {
  menu?.destroy();
  const box = document.createElement('div'); box.className = 'menu'; box.setAttribute('role', 'menu');
  for (const [label, fn] of items) { const b = document.createElement('button'); b.type = 'button'; b.setAttribute('role', 'menuitem'); b.textContent = label; b.onclick = () => { menu.hide(); fn(); }; box.append(b); }
  menu = tippy(button, { content: box, interactive: true, trigger: 'manual', placement: 'bottom-end', theme: 'light-border', appendTo: document.body, arrow: false, maxWidth: 240, hideOnClick: true });
  menu.show();
}
let yes = null;
function confirmBox(title, text, label, fn) { $('#confirm h2').textContent = title; $('#confirm p').textContent = text; $('#confirm-yes').textContent = label; yes = fn; dialogs.confirm.show(); }
$('#confirm-yes').addEventListener('click', () => { dialogs.confirm.hide(); yes?.(); yes = null; });

// ----- users
const grid = app.users = createGrid($('#usergrid'), {
  theme: themeQuartz.withParams({ fontSize: 13, spacing: 6 }), rowData: data.users.map(u => ({ ...u })), getRowId: p => p.data.id, domLayout: 'autoHeight',
  pagination: true, paginationPageSize: 10, paginationPageSizeSelector: [10, 20, 50], rowSelection: { mode: 'multiRow', selectAll: 'filtered' }, stopEditingWhenCellsLoseFocus: true,
  defaultColDef: { sortable: true, filter: true, suppressMovable: true },
  columnDefs: [
    { field: 'name', headerName: 'Name', flex: 1.3 }, { field: 'email', headerName: 'E-mail', flex: 2, floatingFilter: true },
    { field: 'role', headerName: 'Role', flex: 1 }, { field: 'team', headerName: 'Team', flex: 1 },
    { field: 'status', headerName: 'Status', flex: 1, cellRenderer: p => `<span class="pill ${p.value.toLowerCase()}">${p.value}</span>` },
    { field: 'last', headerName: 'Last sign-in', flex: 1.1, valueFormatter: p => p.value || 'never' },
    { field: 'ext', headerName: 'Ext.', width: 90, editable: true, filter: false },
    { field: 'mfa', headerName: '2FA', width: 80, editable: true, cellDataType: 'boolean', filter: false },
    { colId: 'act', headerName: '', width: 60, sortable: false, filter: false, resizable: false, cellRenderer: () => '<button type="button" class="dots" aria-label="Row actions">⋮</button>',
      onCellClicked: p => { const b = p.event.target.closest('.dots'); if (b) openMenu(b, userMenu(p.data.id)); } },
  ],
  onCellValueChanged: p => { user(p.data.id)[p.colDef.field] = p.newValue ?? ''; },
  onSelectionChanged: () => { const n = grid.getSelectedNodes().length; $('#bulk').hidden = !n; $('#bulk-n').textContent = n + ' selected'; },
});
const user = id => data.users.find(u => u.id === id);
const refresh = () => grid.setGridOption('rowData', data.users.map(u => ({ ...u })));
const userMenu = id => { const u = user(id); return [
  ['Edit…', () => openUser(id)],
  ['Reset password', () => { data.resets.push(u.email); notyf.success('Reset link sent to ' + u.email); }],
  [u.status === 'Suspended' ? 'Reactivate' : 'Suspend', () => { u.status = u.status === 'Suspended' ? 'Active' : 'Suspended'; refresh(); notyf.success(u.name + ' is now ' + u.status.toLowerCase()); }],
  ['Delete', () => confirmBox('Delete user', `${u.name} will lose access at once. This cannot be undone.`, 'Delete', () => { data.users.splice(data.users.indexOf(u), 1); refresh(); notyf.success('User deleted'); })],
]; };
$('#usersearch').addEventListener('input', e => grid.setGridOption('quickFilterText', e.target.value));
let editing = null;
function openUser(id) {
  editing = id; const f = $('#userform'); f.reset(); $('#user-error').hidden = true;
  $('#userdlg h2').textContent = id ? 'Edit user' : 'Invite user'; $('#userform [type=submit]').textContent = id ? 'Save' : 'Send invitation'; $('#welcomebox').hidden = !!id;
  if (id) for (const k of ['name', 'email', 'role', 'team']) f.elements[k].value = user(id)[k];
  dialogs.userdlg.show();
}
$('#invite').addEventListener('click', () => openUser(null));
$('#userform').addEventListener('submit', e => {
  e.preventDefault(); const f = e.target.elements, v = Object.fromEntries(['name', 'email', 'role', 'team'].map(k => [k, f[k].value.trim()]));
  const bad = !v.name ? 'Please enter a name.' : !/^\S+@\S+\.\S+$/.test(v.email) ? 'Please enter a valid e-mail address.' : !v.role ? 'Please choose a role.' : data.users.some(u => u.email === v.email && u.id !== editing) ? 'This e-mail address is already in use.' : '';
  $('#user-error').textContent = bad; $('#user-error').hidden = !bad; if (bad) return;
  if (editing) Object.assign(user(editing), v); else { data.users.push({ id: 'u' + (data.users.length + 100), ...v, status: 'Invited', last: '', ext: '', mfa: false, welcome: f.welcome.checked }); }
  refresh(); dialogs.userdlg.hide(); notyf.success(editing ? 'Changes saved' : 'Invitation sent');
});
$('#bulk-suspend').addEventListener('click', () => { grid.getSelectedNodes().forEach(n => { user(n.data.id).status = 'Suspended'; }); grid.deselectAll(); refresh(); });
$('#bulk-delete').addEventListener('click', () => { const ids = grid.getSelectedNodes().map(n => n.data.id); confirmBox('Delete users', `Delete ${ids.length} users for good?`, 'Delete', () => { data.users = data.users.filter(u => !ids.includes(u.id)); grid.deselectAll(); refresh(); }); });
$('#bulk-role').addEventListener('change', e => { if (!e.target.value) return; grid.getSelectedNodes().forEach(n => { user(n.data.id).role = e.target.value; }); e.target.value = ''; grid.deselectAll(); refresh(); });

// ----- invoices
const invoice = no => data.invoices.find(x => x.id === no);
let statusFilter = 'all';
const rows = () => data.invoices.filter(x => statusFilter === 'all' || x.status.toLowerCase() === statusFilter).map(x => [x.id, x.customer, x.date, x.due, x.amount, x.status, null]);
const inv = new Grid({
  columns: [{ name: 'No.' }, { name: 'Customer' }, { name: 'Date' }, { name: 'Due' }, { name: 'Amount', formatter: c => money(c) },
    { name: 'Status', formatter: c => html(`<span class="pill ${c.toLowerCase()}">${c}</span>`) },
    { name: 'Actions', sort: false, formatter: (_, row) => h('button', { type: 'button', className: 'dots', title: 'More', onClick: e => openMenu(e.currentTarget, invMenu(row.cells[0].data)) }, '⋯') }],
  data: rows(), search: true, sort: true, pagination: { limit: 8 }, language: { search: { placeholder: 'Search invoices…' } },
}).render($('#invgrid'));
const refreshInv = () => { inv.updateConfig({ data: rows() }).forceRender(); renderSum(); };
function renderSum() { const due = data.invoices.filter(x => x.status === 'Open' || x.status === 'Overdue'); $('#outstanding').textContent = money(due.reduce((s, x) => s + x.amount, 0)); $('#overduecount').textContent = data.invoices.filter(x => x.status === 'Overdue').length; }
const invMenu = no => { const x = invoice(no); return [
  ['Mark as paid', () => { x.status = 'Paid'; refreshInv(); notyf.success(no + ' marked as paid'); }],
  ['Send reminder', () => { if (x.status === 'Paid') return notyf.error('Already paid'); data.reminders.push(no); notyf.success('Reminder sent to ' + x.customer); }],
  ['Edit…', () => openInv(no)],
  ['Void', () => confirmBox('Void invoice', `${no} for ${x.customer} (${money(x.amount)}) will be voided.`, 'Void invoice', () => { x.status = 'Void'; refreshInv(); })],
]; };
$$('#statuschips button').forEach(b => b.addEventListener('click', () => { $$('#statuschips button').forEach(x => x.setAttribute('aria-pressed', String(x === b))); app.statusFilter = statusFilter = b.dataset.s; refreshInv(); }));
let editInv = null;
const lineHtml = () => `<td><input name="item" placeholder="Description" aria-label="Description"></td><td><input name="qty" type="number" min="1" value="1" aria-label="Quantity"></td><td><input name="price" type="number" min="0" step="0.01" placeholder="0.00" aria-label="Unit price"></td><td><button type="button" class="dropline" title="Remove line">✕</button></td>`;
function addLine(v) { const tr = document.createElement('tr'); tr.innerHTML = lineHtml(); $('#linebody').append(tr); if (v) for (const k in v) tr.querySelector(`[name=${k}]`).value = v[k]; total(); }
function total() { const t = $$('#linebody tr').reduce((s, tr) => s + (+tr.querySelector('[name=qty]').value || 0) * (+tr.querySelector('[name=price]').value || 0), 0); $('#invtotal').textContent = money(t); return Math.round(t * 100) / 100; }
function openInv(no) {
  editInv = no; const f = $('#invform'); f.reset(); $('#linebody').innerHTML = ''; $('#inv-error').hidden = true;
  $('#invdlg h2').textContent = no ? 'Edit ' + no : 'New invoice';
  if (no) { const x = invoice(no); f.elements.customer.value = x.customer; f.elements.date.value = x.date; f.elements.due.value = x.due; f.elements.status.value = x.status; addLine({ item: 'Services', qty: 1, price: x.amount }); } else addLine();
  dialogs.invdlg.show();
}
$('#newinv').addEventListener('click', () => openInv(null)); $('#addline').addEventListener('click', () => addLine());
$('#linebody').addEventListener('input', total); $('#linebody').addEventListener('click', e => { if (e.target.closest('.dropline')) { e.target.closest('tr').remove(); total(); } });
$('#invform').addEventListener('submit', e => {
  e.preventDefault(); const f = e.target.elements, v = { customer: f.customer.value.trim(), date: f.date.value, due: f.due.value, amount: total(), status: f.status.value };
  const bad = !v.customer ? 'Customer is missing.' : !v.date || !v.due ? 'Please enter both dates.' : v.due < v.date ? 'The due date is before the invoice date.' : !v.amount ? 'Add at least one line with a price.' : '';
  $('#inv-error').textContent = bad; $('#inv-error').hidden = !bad; if (bad) return;
  if (editInv) Object.assign(invoice(editInv), v); else data.invoices.push({ id: 'INV-' + (1041 + data.invoices.length), ...v, items: $$('#linebody tr').map(tr => tr.querySelector('[name=qty]').value + 'x' + tr.querySelector('[name=item]').value.trim() + '@' + tr.querySelector('[name=price]').value) });
  refreshInv(); dialogs.invdlg.hide(); notyf.success('Invoice saved');
});

// ----- settings
$('#setform').addEventListener('submit', e => {
  e.preventDefault(); const f = e.target.elements;
  Object.assign(data.settings, { company: f.company.value.trim(), currency: f.currency.value, terms: +f.terms.value, autoReminder: f.auto.checked, digest: f.digest.value }); notyf.success('Settings saved');
});
renderSum();
