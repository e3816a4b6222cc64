import 'element-plus/dist/index.css';
import { createApp, reactive } from 'vue/dist/vue.esm-bundler.js';
import ElementPlus, { ElMessage, ElMessageBox, ElNotification } from 'element-plus';

let no = 4100;
const t = (subject, customer, status, priority, agent, opened, tags = [], text = '') => ({ id: ++no, subject, customer, status, priority, agent, opened, tags, text, comments: [] });
const S = window.S = reactive({
  tickets: [
    t('Cannot log in after update', 'Brightwater Ltd', 'Open', 'High', 'Dana', '2026-09-14', ['login'], 'Since the update on Friday nobody in accounting can log in.'),
    t('Invoice shows wrong VAT', 'Café Linde', 'Open', 'Normal', '', '2026-09-14', ['billing'], 'It says 19 % but we should have 7 %.'),
    t('Printer offline on floor 2', 'Ostra Clinic', 'Pending', 'Low', 'Marek', '2026-09-11', ['hardware'], 'The printer next to room 214 is offline.'),
    t('Export to Excel takes minutes', 'Brightwater Ltd', 'Open', 'Normal', 'Dana', '2026-09-10', ['reports', 'slow'], 'The yearly export never ends.'),
    t('New user for the warehouse', 'Nordlicht AG', 'Open', 'Low', '', '2026-09-10', ['account'], 'Please create a user for Timo Berg.'),
    t('App crashes when scanning', 'Nordlicht AG', 'Open', 'Urgent', 'Sofia', '2026-09-09', ['mobile'], 'It crashes on every second label.'),
    t('Wrong logo on quotes', 'Café Linde', 'Solved', 'Low', 'Marek', '2026-09-08', [], 'The old logo is still there.'),
    t('Password reset mail not arriving', 'Velo Kurier', 'Pending', 'High', 'Sofia', '2026-09-07', ['login', 'mail'], 'Nothing in the spam folder either.'),
    t('Question about the API limit', 'Velo Kurier', 'Solved', 'Normal', 'Dana', '2026-09-04', ['api'], 'How many calls per hour?'),
    t('Dashboard is empty', 'Ostra Clinic', 'Open', 'High', '', '2026-09-03', ['reports'], 'All widgets are blank since Monday.'),
    t('Change billing address', 'Tannenhof Hotel', 'Open', 'Normal', 'Marek', '2026-09-02', ['billing'], 'We have moved to Seestrasse 9.'),
    t('Slow search in the archive', 'Tannenhof Hotel', 'Closed', 'Normal', 'Sofia', '2026-08-28', ['slow'], 'More than ten seconds per search.'),
  ],
  customers: [
    { id: 1, name: 'Brightwater Ltd', contact: 'Oliver Hughes', phone: '+44 20 555 0144', plan: 'Enterprise' }, { id: 2, name: 'Café Linde', contact: 'Jana Linde', phone: '+49 30 555 172', plan: 'Basic' },
    { id: 3, name: 'Nordlicht AG', contact: 'Timo Berg', phone: '+49 40 555 908', plan: 'Business' }, { id: 4, name: 'Ostra Clinic', contact: 'Irena Malik', phone: '+43 1 555 330', plan: 'Business' },
    { id: 5, name: 'Tannenhof Hotel', contact: 'Beat Frei', phone: '+41 44 555 612', plan: 'Basic' }, { id: 6, name: 'Velo Kurier', contact: 'Nadia Rossi', phone: '+41 31 555 787', plan: 'Business' },
  ],
  replies: [
    { id: 1, title: 'We are looking into it', text: 'Thank you for your message. We are looking into it.' }, { id: 2, title: 'Please send a screenshot', text: 'Could you please send us a screenshot of the problem?' },
    { id: 3, title: 'Solved – please confirm', text: 'We believe this is solved. Please confirm.' },
  ],
  settings: [{ id: 'desk', hours: ['08:00', '17:00'], auto: true, survey: false, days: 7, target: 4, from: 'support@harbour.example', channels: ['E-mail', 'Phone'] }],
});
const plain = () => new Map(Object.entries(S).flatMap(([k, rows]) => rows.map(r => [k + ' ' + r.id, JSON.parse(JSON.stringify(r))])));
const text = v => Array.isArray(v) ? v.map(text).join('+') : String(v);
const before = plain();
// what differs from the beginning: rows that are new, gone, or have another value
window.changes = () => {
  const now = plain(), out = [];
  for (const [k] of before) if (!now.has(k)) out.push('- ' + k);
  for (const [k, r] of now) {
    const old = before.get(k);
    if (!old) out.push('+ ' + k + ': ' + Object.entries(r).filter(([f]) => f !== 'id').map(([, v]) => text(v)).join(' / '));
    else for (const f in r) if (text(r[f]) !== text(old[f])) out.push(`~ ${k} ${f}: ${text(r[f])}`);
  }
  return out.join('|');
};
const AGENTS = ['Dana', 'Marek', 'Sofia'], RANK = { Low: 0, Normal: 1, High: 2, Urgent: 3 };

const app = createApp({
  data: () => ({
    S, AGENTS, at: 'tickets', q: '', status: '', page: 1, picked: [], cur: null, draft: '', tagging: false, tag: '', canned: '',
    fresh: false, form: { subject: '', customer: '', priority: 'Normal', agent: '', due: '', text: '', notify: true }, editing: null, edit: {}, open: [], adding: { title: '', text: '' }, set: JSON.parse(JSON.stringify(S.settings[0])), sorted: null,
    rules: { subject: [{ required: true, message: 'Please enter a subject', trigger: 'submit' }, { min: 5, message: 'At least 5 characters', trigger: 'submit' }], customer: [{ required: true, message: 'Please choose a customer', trigger: 'submit' }] },
  }),
  computed: {
    found() {
      const rows = S.tickets.filter(t => (!this.status || t.status === this.status) && (t.subject + t.customer + t.id).toLowerCase().includes(this.q.toLowerCase()));
      if (this.sorted?.order) { const by = (a, b) => this.sorted.prop === 'priority' ? RANK[a.priority] - RANK[b.priority] : String(a[this.sorted.prop]).localeCompare(String(b[this.sorted.prop])); rows.sort((a, b) => by(a, b) * (this.sorted.order === 'ascending' ? 1 : -1)); }
      return rows;
    },
    rows() { return this.found.slice(this.page * 6 - 6, this.page * 6); },
    count() { return s => S.tickets.filter(t => t.status === s).length; },
  },
  watch: { q() { this.page = 1; }, status() { this.page = 1; } },
  methods: {
    kind: s => ({ Open: 'danger', Pending: 'warning', Solved: 'success', Closed: 'info' })[s],
    show(t) { this.cur = t; this.draft = ''; this.canned = ''; this.tagging = false; },
    reply() { if (!this.draft.trim()) { ElMessage.error('The reply is empty'); return; } this.cur.comments.push(this.draft.trim()); this.draft = ''; ElMessage.success('Reply sent'); },
    addTag() { const v = this.tag.trim(); if (v && !this.cur.tags.includes(v)) this.cur.tags.push(v); this.tag = ''; this.tagging = false; },
    startTag() { this.tagging = true; this.$nextTick(() => this.$refs.tagInput.focus()); },
    bulk(what) {
      if (what === 'delete') return ElMessageBox.confirm(`Delete ${this.picked.length} ticket(s) for good?`, 'Delete tickets', { confirmButtonText: 'Delete', cancelButtonText: 'Keep', type: 'warning' }).then(() => { S.tickets = S.tickets.filter(t => !this.picked.some(p => p.id === t.id)); ElMessage.success('Deleted'); }, () => {});
      this.picked.forEach(t => { if (what === 'close') t.status = 'Closed'; else t.agent = what; });
      ElMessage.success(`${this.picked.length} ticket(s) changed`); this.$refs.table.clearSelection();
    },
    async create() {
      if (!await this.$refs.form.validate().catch(() => false)) return;
      const f = this.form, n = t(f.subject, f.customer, 'Open', f.priority, f.agent, '2026-09-15', [], f.text);
      n.due = f.due; n.notify = f.notify; S.tickets.unshift(n); this.fresh = false;
      this.form = { subject: '', customer: '', priority: 'Normal', agent: '', due: '', text: '', notify: true };
      ElNotification({ title: 'Ticket created', message: `Ticket #${n.id} is in the list`, type: 'success', duration: 8000 });
    },
    startEdit(c) { this.editing = c.id; this.edit = { ...c }; },
    endEdit(c) { Object.assign(c, this.edit); this.editing = null; },
    dropCustomer(c) { S.customers = S.customers.filter(x => x !== c); },
    rename(r) { ElMessageBox.prompt('New title', 'Rename reply', { inputValue: r.title, confirmButtonText: 'Rename', inputPattern: /\S/, inputErrorMessage: 'The title is empty' }).then(({ value }) => { r.title = value; }, () => {}); },
    addReply() { const a = this.adding; if (!a.title.trim()) { ElMessage.warning('A reply needs a title'); return; } S.replies.push({ id: S.replies.length + 10, title: a.title, text: a.text }); this.adding = { title: '', text: '' }; },
    save() { S.settings[0] = JSON.parse(JSON.stringify(this.set)); ElMessage.success('Settings saved'); },
  },
  template: `
  <div class="top"><h1>Harbour Desk</h1>
    <el-menu mode="horizontal" :default-active="at" :ellipsis="false" @select="k => at = k"><el-menu-item index="tickets">Tickets</el-menu-item><el-menu-item index="customers">Customers</el-menu-item><el-menu-item index="replies">Canned replies</el-menu-item><el-menu-item index="settings">Settings</el-menu-item></el-menu>
    <el-button type="primary" @click="fresh = true">New ticket</el-button></div>
  <main>
    <section v-if="at === 'tickets'">
      <div class="kpis"><div class="kpi" v-for="s in ['Open', 'Pending', 'Solved', 'Closed']">{{ s }}<b>{{ count(s) }}</b></div></div>
      <div class="bar">
        <el-input v-model="q" placeholder="Search tickets…" clearable style="width: 260px" />
        <el-select v-model="status" placeholder="Any status" clearable style="width: 150px"><el-option v-for="s in ['Open', 'Pending', 'Solved', 'Closed']" :key="s" :value="s" :label="s" /></el-select>
        <span class="grow"></span>
        <el-dropdown trigger="click" @command="bulk" :disabled="!picked.length"><el-button :disabled="!picked.length">Bulk actions ({{ picked.length }}) ▾</el-button>
          <template #dropdown><el-dropdown-menu><el-dropdown-item v-for="a in AGENTS" :command="a">Assign to {{ a }}</el-dropdown-item><el-dropdown-item command="close" divided>Close</el-dropdown-item><el-dropdown-item command="delete">Delete…</el-dropdown-item></el-dropdown-menu></template></el-dropdown>
      </div>
      <el-table ref="table" :data="rows" row-key="id" @selection-change="v => picked = v" @sort-change="v => sorted = v" border>
        <el-table-column type="selection" width="44" />
        <el-table-column prop="id" label="No." width="80"><template #default="{ row }">#{{ row.id }}</template></el-table-column>
        <el-table-column label="Subject" min-width="220"><template #default="{ row }"><span class="subject" @click="show(row)">{{ row.subject }}</span></template></el-table-column>
        <el-table-column prop="customer" label="Customer" width="150" sortable="custom" />
        <el-table-column label="Status" width="100"><template #default="{ row }"><el-tag :type="kind(row.status)" size="small">{{ row.status }}</el-tag></template></el-table-column>
        <el-table-column prop="priority" label="Priority" width="110" sortable="custom" />
        <el-table-column label="Agent" width="130"><template #default="{ row }"><el-select v-model="row.agent" size="small" placeholder="Nobody"><el-option v-for="a in AGENTS" :key="a" :value="a" :label="a" /></el-select></template></el-table-column>
        <el-table-column prop="opened" label="Opened" width="120" sortable="custom" />
      </el-table>
      <el-pagination layout="total, prev, pager, next" :total="found.length" :page-size="6" v-model:current-page="page" />
    </section>
    <section v-if="at === 'customers'">
      <el-table :data="S.customers" border>
        <el-table-column label="Company"><template #default="{ row }"><el-input v-if="editing === row.id" v-model="edit.name" /><template v-else>{{ row.name }}</template></template></el-table-column>
        <el-table-column label="Contact"><template #default="{ row }"><el-input v-if="editing === row.id" v-model="edit.contact" /><template v-else>{{ row.contact }}</template></template></el-table-column>
        <el-table-column label="Phone"><template #default="{ row }"><el-input v-if="editing === row.id" v-model="edit.phone" /><template v-else>{{ row.phone }}</template></template></el-table-column>
        <el-table-column label="Plan" width="160"><template #default="{ row }"><el-select v-if="editing === row.id" v-model="edit.plan"><el-option v-for="p in ['Basic', 'Business', 'Enterprise']" :key="p" :value="p" :label="p" /></el-select><template v-else>{{ row.plan }}</template></template></el-table-column>
        <el-table-column label="" width="170"><template #default="{ row }">
          <template v-if="editing === row.id"><el-button size="small" type="primary" @click="endEdit(row)">Save</el-button><el-button size="small" @click="editing = null">Cancel</el-button></template>
          <template v-else><el-button size="small" @click="startEdit(row)">Edit</el-button><el-popconfirm title="Remove this customer?" confirm-button-text="Yes" cancel-button-text="No" @confirm="dropCustomer(row)"><template #reference><el-button size="small" type="danger" plain>Remove</el-button></template></el-popconfirm></template>
        </template></el-table-column>
      </el-table>
    </section>
    <section v-if="at === 'replies'" class="narrow">
      <el-collapse v-model="open" accordion><el-collapse-item v-for="r in S.replies" :key="r.id" :name="r.id" :title="r.title"><el-input type="textarea" v-model="r.text" :rows="2" /><p><el-button size="small" @click="rename(r)">Rename</el-button><el-button size="small" type="danger" plain @click="S.replies.splice(S.replies.indexOf(r), 1)">Delete</el-button></p></el-collapse-item></el-collapse>
      <h3>Add a reply</h3><el-input v-model="adding.title" placeholder="Title" /><el-input type="textarea" v-model="adding.text" placeholder="What it says" :rows="2" style="margin: 8px 0" /><el-button @click="addReply">Add</el-button>
    </section>
    <section v-if="at === 'settings'" class="narrow">
      <el-form label-width="210px">
        <el-form-item label="Sender address"><el-input v-model="set.from" /></el-form-item>
        <el-form-item label="Office hours"><el-time-select v-model="set.hours[0]" start="06:00" step="00:30" end="12:00" style="width: 120px" placeholder="from" />&nbsp;–&nbsp;<el-time-select v-model="set.hours[1]" start="12:00" step="00:30" end="22:00" style="width: 120px" placeholder="to" /></el-form-item>
        <el-form-item label="Close solved tickets after"><el-input-number v-model="set.days" :min="1" :max="30" />&nbsp; days</el-form-item>
        <el-form-item label="Reply within (hours)"><el-slider v-model="set.target" :min="1" :max="24" /><small>{{ set.target }} h</small></el-form-item>
        <el-form-item label="Channels"><el-checkbox-group v-model="set.channels"><el-checkbox v-for="c in ['E-mail', 'Phone', 'Chat', 'WhatsApp']" :key="c" :value="c" :label="c" /></el-checkbox-group></el-form-item>
        <el-form-item label="Automatic answer"><el-switch v-model="set.auto" /></el-form-item>
        <el-form-item label="Satisfaction survey"><el-switch v-model="set.survey" /></el-form-item>
        <el-form-item><el-button type="primary" @click="save">Save</el-button></el-form-item>
      </el-form>
    </section>
  </main>
  <el-dialog v-model="fresh" title="New ticket" width="560px"><el-form ref="form" :model="form" :rules="rules" label-position="top">
    <el-form-item label="Subject" prop="subject"><el-input v-model="form.subject" /></el-form-item>
    <el-form-item label="Customer" prop="customer"><el-select v-model="form.customer" filterable placeholder="Choose…"><el-option v-for="c in S.customers" :key="c.id" :value="c.name" :label="c.name" /></el-select></el-form-item>
    <el-form-item label="Priority"><el-radio-group v-model="form.priority"><el-radio-button v-for="p in ['Low', 'Normal', 'High', 'Urgent']" :key="p" :value="p" :label="p" /></el-radio-group></el-form-item>
    <el-form-item label="Agent"><el-select v-model="form.agent" placeholder="Nobody yet" clearable><el-option v-for="a in AGENTS" :key="a" :value="a" :label="a" /></el-select></el-form-item>
    <el-form-item label="Due"><el-date-picker v-model="form.due" type="date" value-format="YYYY-MM-DD" format="DD/MM/YYYY" :default-value="new Date(2026, 8, 15)" placeholder="No date" /></el-form-item>
    <el-form-item label="Description"><el-input type="textarea" v-model="form.text" :rows="3" maxlength="300" show-word-limit /></el-form-item>
    <el-checkbox v-model="form.notify">Notify the customer by e-mail</el-checkbox>
  </el-form><template #footer><el-button @click="fresh = false">Cancel</el-button><el-button type="primary" @click="create">Create</el-button></template></el-dialog>
  <el-drawer :model-value="!!cur" @close="cur = null" :title="cur ? '#' + cur.id + ' ' + cur.subject : ''" size="460px"><template v-if="cur">
    <p>{{ cur.text }}</p><p>{{ cur.customer }} · opened {{ cur.opened }}</p>
    <el-form label-width="80px"><el-form-item label="Status"><el-select v-model="cur.status"><el-option v-for="s in ['Open', 'Pending', 'Solved', 'Closed']" :key="s" :value="s" :label="s" /></el-select></el-form-item>
      <el-form-item label="Priority"><el-radio-group v-model="cur.priority"><el-radio v-for="p in ['Low', 'Normal', 'High', 'Urgent']" :key="p" :value="p">{{ p }}</el-radio></el-radio-group></el-form-item>
      <el-form-item label="Tags"><div class="tags"><el-tag v-for="g in cur.tags" :key="g" closable @close="cur.tags.splice(cur.tags.indexOf(g), 1)">{{ g }}</el-tag><el-input v-if="tagging" ref="tagInput" v-model="tag" size="small" style="width: 100px" @keyup.enter="addTag" @blur="addTag" /><el-button v-else size="small" @click="startTag">+ New tag</el-button></div></el-form-item></el-form>
    <h4>Replies ({{ cur.comments.length }})</h4><div class="comment" v-for="c in cur.comments">{{ c }}<br><small>you, just now</small></div>
    <el-select v-model="canned" placeholder="Insert a canned reply" style="margin-bottom: 8px" @change="v => draft = S.replies.find(r => r.id === v).text"><el-option v-for="r in S.replies" :key="r.id" :value="r.id" :label="r.title" /></el-select>
    <el-input type="textarea" v-model="draft" :rows="3" placeholder="Write a reply…" /><p><el-button type="primary" @click="reply">Send</el-button></p>
  </template></el-drawer>`,
});
app.use(ElementPlus);
const vm = app.mount('#app');
window.view = { get editing() { return vm.editing; }, get at() { return vm.at; }, get q() { return vm.q; }, get status() { return vm.status; }, get page() { return vm.page; }, get sorted() { return vm.sorted?.order ? vm.sorted.prop + ' ' + vm.sorted.order : ''; }, get ticket() { return vm.cur?.id ?? 0; }, get fresh() { return vm.fresh; }, get form() { return vm.form; } };
