import 'jquery-ui/dist/themes/smoothness/jquery-ui.min.css';
import 'jstree/dist/themes/default/style.min.css';
import 'quill/dist/quill.snow.css';
import './libraries.js';
import 'jquery-ui/dist/jquery-ui.min.js';
import 'jstree';
import Quill from 'quill';
import { track } from '../track.js';
const $ = window.jQuery;
const P = (id, parent, title, owner, text, more = {}) => ({ id, parent, title, owner, text, watch: false, status: 'Published', review: '2026-08-01', every: 6, confidential: false, labels: [], faq: [], tasks: [], comments: [], files: [], versions: [[1, 'Priya', '12 Jan 2026', 'First version']], ...more });
const C = (id, by, type, text, likes = 0, resolved = false) => ({ id, by, type, text, likes, resolved, replies: [] });
const T = (id, text, who, due, done = false) => ({ id, text, who, due, done });
const data = { pages: [
  P('welcome', '#', 'Welcome', 'Priya', 'This is the handbook of Northwind Labs. Pick a page on the left.', { faq: [['Who may edit?', 'Everybody with a Northwind account.'], ['How do I find things?', 'Use the filter above the tree.']] }),
  P('eng', '#', 'Engineering', 'Jonas', 'How we build and run software.'),
  P('onboarding', 'eng', 'Onboarding', 'Mei', 'The first two weeks of a new engineer.', { tasks: [T('t1', 'Order laptop', 'Jonas', '4 May', true), T('t2', 'Create accounts', 'Mei', '6 May'), T('t3', 'Pair with a buddy', 'Farid', '8 May'), T('t4', 'First deployment', 'Lucia', '15 May')], labels: ['people'] }),
  P('release', 'eng', 'Release process', 'Farid', 'We release every second Tuesday.', { comments: [C('c1', 'Lucia', 'Comment', 'The diagram is out of date.', 2), C('c2', 'Mei', 'Question', 'Who approves hotfixes?', 1)], tasks: [T('t1', 'Update the diagram', 'Lucia', '2 Jun')], faq: [['When is the code freeze?', 'Monday at 16:00.'], ['How do I roll back?', 'Run the rollback job with the previous tag.']] }),
  P('oncall', 'eng', 'On-call guide', 'Jonas', 'What to do when the pager rings.', { versions: [[1, 'Jonas', '3 Feb 2025', 'First version'], [2, 'Mei', '18 Apr 2025', 'Phone numbers'], [3, 'Jonas', '7 Jul 2025', 'Escalation path'], [4, 'Lucia', '9 Nov 2025', 'New dashboard links'], [5, 'Farid', '21 Jan 2026', 'Shortened']], faq: [['How fast must I react?', 'Within 15 minutes.'], ['Can I swap shifts?', 'Yes, tell your lead one day before.']] }),
  P('arch', 'eng', 'Architecture', 'Lucia', 'Services and how they talk.'),
  P('payments', 'arch', 'Payments service', 'Lucia', 'Handles cards and invoices.', { files: [['sequence.png', '340 KB', 'Lucia'], ['contract.pdf', '1.1 MB', 'Farid']] }),
  P('searchsvc', 'arch', 'Search service', 'Farid', 'Full-text search for all products.', { files: [['mapping.json', '18 KB', 'Farid'], ['old-index.png', '612 KB', 'Mei'], ['load-test.xlsx', '2.4 MB', 'Jonas']] }),
  P('people', '#', 'People', 'Priya', 'Everything about working here.'),
  P('holidays', 'people', 'Holidays and leave', 'Priya', 'You have 28 days a year.', { faq: [['How do I request days off?', 'In the HR portal, two weeks ahead.'], ['Carry-over days', 'Unused days must be taken by 31 March.'], ['Sick leave', 'Call your lead before 10:00.']] }),
  P('expenses', 'people', 'Expenses', 'Priya', 'Travel, books and hardware.', { tasks: [T('t1', 'Hand in receipts for March', 'Mei', '10 Apr'), T('t2', 'Check the new mileage rate', 'Priya', '22 Apr')], faq: [['What is the limit for meals?', '€32 per day.']] }),
  P('remote', 'people', 'Remote work', 'Mei', 'Working from home or abroad.'),
  P('projects', '#', 'Projects', 'Farid', 'Running projects.'),
  P('atlas', 'projects', 'Atlas migration', 'Jonas', 'Move from Atlas 1 to Atlas 2 until autumn.', { comments: [C('c1', 'Priya', 'Question', 'Do we need a maintenance window?'), C('c2', 'Jonas', 'Decision', 'We migrate region by region.', 4), C('c3', 'Farid', 'Comment', 'Added a first draft of the plan.', 1)], labels: ['2026', 'infra'] }),
  P('mobile', 'projects', 'Mobile app 3.0', 'Mei', 'Redesign of the app.', { status: 'Draft' }),
  P('archive', '#', 'Archive', 'Priya', 'Old pages.'),
  P('office', 'archive', 'Office move 2022', 'Priya', 'Boxes, keys and a plan of the new floor.', { files: [['floorplan.pdf', '870 KB', 'Priya']] }),
] };
const view = { page: 'welcome', tab: 'Page', filter: '' };
const handbook = window.handbook = { data, view, changes: track(data) };
const page = (id = view.page) => data.pages.find(p => p.id === id);
const esc = s => $('<i>').text(s).html();
const notice = t => $('#notice').stop(true, true).text(t).show().delay(3000).fadeOut();

// ---- tree
const nodes = () => data.pages.map(p => ({ id: p.id, parent: p.parent, text: esc(p.title) }));
const tree = $('#tree').jstree({
  core: { data: (o, cb) => cb(nodes()), check_callback: (op, node, par) => op !== 'move_node' || true, multiple: false, themes: { stripes: false, dots: true, icons: false }, animation: 100 },
  plugins: ['wholerow', 'contextmenu', 'dnd', 'search'], search: { show_only_matches: true },
  contextmenu: { items: node => ({ add: { label: 'New page below…', action: () => openNew(node.id) }, rename: { label: 'Rename', action: () => tree.edit(node) }, watch: { label: page(node.id).watch ? 'Stop watching' : 'Watch', action: () => { page(node.id).watch = !page(node.id).watch; show(); } }, del: { label: 'Delete…', separator_before: true, action: () => askDelete(node.id) } }) },
}).on('select_node.jstree', (e, d) => { view.page = d.node.id; show(); })
  .on('rename_node.jstree', (e, d) => { page(d.node.id).title = $('<i>').html(d.text).text(); show(); })
  .on('move_node.jstree', (e, d) => { page(d.node.id).parent = d.parent; show(); })
  .on('ready.jstree', () => { tree.select_node('welcome'); })
  .jstree(true);
const reload = id => { $('#tree').one('refresh.jstree', () => { tree.deselect_all(true); tree._open_to(id); tree.select_node(id); }); tree.refresh(true); };
let timer; $('#filter').on('input', e => { clearTimeout(timer); timer = setTimeout(() => { view.filter = e.target.value.trim(); tree.search(view.filter); }, 250); });
$('#openall').on('click', () => tree.open_all()); $('#closeall').on('click', () => tree.close_all());

// ---- page
const tabs = $('#tabs').tabs({ activate: (e, ui) => { view.tab = ui.newTab.attr('data-name'); } });
function crumbs(p) { const out = []; for (let x = p; x; x = page(x.parent)) out.unshift(x.title); return out.join(' › '); }
function show() {
  const p = page();
  $('#crumbs').text(crumbs(p)); $('#title').text(p.title); $('#owner').text(p.owner); $('#state').text(p.status).toggleClass('draft', p.status === 'Draft');
  $('#watch').attr('aria-pressed', p.watch).text(p.watch ? '👁 Watching' : '👁 Watch'); $('#text').text(p.text); $('#labels').html(p.labels.map(l => `<span class="lab">${esc(l)}</span>`).join(''));
  if ($('#acc').hasClass('ui-accordion')) $('#acc').accordion('destroy');
  $('#acc').html(p.faq.map(([q, a]) => `<h3>${esc(q)}</h3><div><p>${esc(a)}</p></div>`).join('')); if (p.faq.length) $('#acc').accordion({ collapsible: true, active: false, heightStyle: 'content', animate: 100 });
  $('#taskbox').toggle(p.tasks.length > 0); $('#tasks').html(p.tasks.map(t => `<tr data-id="${t.id}"><td><input type="checkbox" aria-label="Done" ${t.done ? 'checked' : ''}></td><td>${esc(t.text)}</td><td>${t.who}</td><td>${t.due}</td></tr>`).join(''));
  showComments(); showFiles(); showHistory();
}
$('#tasks').on('change', 'input', e => { page().tasks.find(t => t.id === $(e.target).closest('tr').data('id')).done = e.target.checked; });
$('#watch').on('click', () => { page().watch = !page().watch; show(); });

// ---- comments
function showComments() {
  const p = page(); $('.ncomments').text(p.comments.length);
  $('#comments').html(p.comments.map(c => `<li data-id="${c.id}" class="${c.resolved ? 'done' : ''}"><div><b>${esc(c.by)}</b> <span class="kind ${c.type}">${c.type}</span>${c.resolved ? ' <i>resolved</i>' : ''}</div><p>${esc(c.text)}</p>${c.replies.map(r => `<p class="reply"><b>You:</b> ${esc(r)}</p>`).join('')}<button type="button" class="like" title="Like">👍 ${c.likes}</button> <button type="button" class="answer">Reply</button> <button type="button" class="resolve">${c.resolved ? 'Reopen' : 'Resolve'}</button></li>`).join('') || '<li>No comments yet.</li>');
}
const cOf = e => page().comments.find(c => c.id === $(e.target).closest('li').data('id'));
let replyTo = null;
$('#comments').on('click', '.like', e => { cOf(e).likes++; showComments(); }).on('click', '.resolve', e => { const c = cOf(e); c.resolved = !c.resolved; showComments(); }).on('click', '.answer', e => { replyTo = cOf(e); $('#replytext').val(''); $('#replydlg').dialog('option', 'title', 'Reply to ' + replyTo.by).dialog('open'); });
$('#replydlg').dialog({ autoOpen: false, modal: true, width: 420, buttons: { 'Send reply': function () { const t = $('#replytext').val().trim(); if (!t) return; replyTo.replies.push(t); showComments(); $(this).dialog('close'); }, Cancel: function () { $(this).dialog('close'); } } });
const quill = new Quill('#editor', { theme: 'snow', placeholder: 'Write a comment…', modules: { toolbar: [['bold', 'italic', 'link'], [{ list: 'bullet' }]] } });
$('#kind').selectmenu({ width: 160 });
$('#commentform').on('submit', e => {
  e.preventDefault(); const t = quill.getText().trim(); $('#cerr').toggle(!t); if (!t) return;
  page().comments.push({ id: 'n' + (page().comments.length + 1), by: 'You', type: $('#kind').val(), text: t, likes: 0, resolved: false, replies: [], notify: $('#notify').prop('checked') });
  quill.setText(''); $('#kind').val('Comment').selectmenu('refresh'); $('#notify').prop('checked', true); showComments(); notice('Comment posted');
});

// ---- files, history
function showFiles() { const f = page().files; $('#files').html(f.map(([n, s, w], i) => `<tr data-i="${i}"><td><a href="#" onclick="return false">${esc(n)}</a></td><td>${s}</td><td>${w}</td><td><button type="button" class="delfile" aria-label="Delete ${esc(n)}">🗑</button></td></tr>`).join('') || '<tr><td colspan="4">No attachments</td></tr>'); }
$('#files').on('click', '.delfile', e => { const i = +$(e.target).closest('tr').data('i'), n = page().files[i][0]; ask('Delete attachment', `Delete ${n}?`, 'Delete', () => { page().files.splice(i, 1); show(); }); });
function showHistory() { const v = [...page().versions].reverse(); $('#current').text(v[0][0]); $('#history').html(v.map(([n, who, when, what], i) => `<tr data-v="${n}"><td>v${n}</td><td>${who}</td><td>${when}</td><td>${esc(what)}</td><td>${i ? '<button type="button" class="restore">Restore</button>' : '<em>current</em>'}</td></tr>`).join('')); }
$('#history').on('click', '.restore', e => { const n = +$(e.target).closest('tr').data('v'); ask('Restore version', `Restore version ${n} of this page? A new version will be made.`, 'Restore', () => { const l = page().versions; l.push([l[l.length - 1][0] + 1, 'You', 'today', 'Restored from v' + n]); show(); }); });

// ---- dialogs
function ask(title, text, label, fn) { $('#ask').text(text).dialog({ title, modal: true, width: 380, resizable: false, buttons: [{ text: label, click() { $(this).dialog('close'); fn(); } }, { text: 'Cancel', click() { $(this).dialog('close'); } }] }); }
function askDelete(id) { const p = page(id); ask('Delete page', `Delete “${p.title}” and everything below it?`, 'Delete', () => { const gone = new Set([id]); for (let n = 0; n !== gone.size;) { n = gone.size; data.pages.forEach(x => gone.has(x.parent) && gone.add(x.id)); } data.pages = data.pages.filter(x => !gone.has(x.id)); view.page = 'welcome'; reload('welcome'); show(); notice(`“${p.title}” was deleted`); }); }
const options = skip => '<option value="#">(top level)</option>' + data.pages.filter(p => p.id !== skip).map(p => `<option value="${p.id}">${esc(crumbs(p))}</option>`).join('');
$('#newdlg').dialog({ autoOpen: false, modal: true, width: 460, buttons: { Create: function () {
  const t = $('#new-title').val().trim(); $('#new-err').toggle(!t); if (!t) return; const id = 'n' + (data.pages.length + 1);
  data.pages.push({ ...P(id, $('#new-parent').val(), t, 'You', ''), template: $('input[name=template]:checked').val(), watch: $('#new-watch').prop('checked'), status: 'Draft' }); view.page = id; reload(id); show(); $(this).dialog('close'); notice('Page created');
}, Cancel: function () { $(this).dialog('close'); } } });
function openNew(parent) { $('#newform')[0].reset(); $('#new-err').hide(); $('#new-parent').html(options()).val(parent); $('#newdlg').dialog('open'); }
$('#new').on('click', () => openNew('#'));
$('#movedlg').dialog({ autoOpen: false, modal: true, width: 420, buttons: { Move: function () { page().parent = $('#move-to').val(); reload(view.page); show(); $(this).dialog('close'); notice('Page moved'); }, Cancel: function () { $(this).dialog('close'); } } });
$('#review').datepicker({ dateFormat: 'd M yy', changeYear: true, firstDay: 1 }); $('#every').spinner({ min: 1, max: 24 }); $('#statusset').controlgroup();
$('#propdlg').dialog({ autoOpen: false, modal: true, width: 480, buttons: { Save: function () {
  const p = page(), d = $('#review').datepicker('getDate'); p.title = $('#p-title').val().trim() || p.title; p.owner = $('#p-owner').val(); p.review = d ? $.datepicker.formatDate('yy-mm-dd', d) : ''; p.every = $('#every').spinner('value'); p.status = $('input[name=status]:checked').val(); p.confidential = $('#p-conf').prop('checked'); p.labels = $('#p-labels').val().split(',').map(s => s.trim()).filter(Boolean);
  reload(p.id); show(); $(this).dialog('close'); notice('Properties saved');
}, Cancel: function () { $(this).dialog('close'); } } });
$('#props').on('click', () => { const p = page(); $('#p-title').val(p.title); $('#p-owner').val(p.owner); $('#review').datepicker('setDate', p.review ? new Date(p.review + 'T12:00') : null); $('#every').spinner('value', p.every); $(`input[name=status][value=${p.status}]`).prop('checked', true); $('#statusset').controlgroup('refresh'); $('#p-conf').prop('checked', p.confidential); $('#p-labels').val(p.labels.join(', ')); $('#propdlg').dialog('open'); });
$('#moremenu').menu({ select: (e, ui) => { $('#moremenu').hide(); const k = ui.item.data('k'); if (k === 'move') { $('#move-to').html(options(view.page)).val(page().parent); $('#movedlg').dialog('open'); } else if (k === 'delete') askDelete(view.page); else if (k === 'copy') notice('Link copied'); } }).hide();
$('#more').on('click', e => { e.stopPropagation(); $('#moremenu').toggle(); }); $(document).on('click', () => $('#moremenu').hide());
show();
