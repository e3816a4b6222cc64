import 'todomvc-common/base.css';
import 'todomvc-app-css/index.css';
import { h, render } from 'preact';
import { useState, useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import htm from 'htm';
const html = htm.bind(h);
let n = 0;
const todo = (title, completed = false) => ({ id: ++n, title, completed });
window.model = { todos: [
  todo('Buy milk and eggs'), todo('Call the dentist'), todo('Pay the electricity bill', true),
  todo('Book train tickets to Vienna'), todo('Return library books'), todo('Renew passport', true),
  todo('Water the plants'), todo('Send invoice to Hartmann GmbH') ] };
// plain picture of what is in the list, "x" before completed ones
window.list = () => model.todos.map(t => (t.completed ? 'x ' : '- ') + t.title).join('|');
const FILTERS = { all: () => true, active: t => !t.completed, completed: t => t.completed };
const route = () => { const r = location.hash.replace(/^#\/?/, ''); return FILTERS[r] ? r : 'all'; };

function Item({ todo, editing, onEdit, onToggle, onRemove, onSave, onCancel }) {
  const input = useRef();
  useLayoutEffect(() => { if (editing) { input.current.value = todo.title; input.current.focus(); } }, [editing]);
  const key = e => { if (e.key === 'Enter') onSave(e.target.value); if (e.key === 'Escape') onCancel(); };
  return html`<li class=${(todo.completed ? 'completed ' : '') + (editing ? 'editing' : '')}>
    <div class="view">
      <input class="toggle" type="checkbox" checked=${todo.completed} onChange=${onToggle} />
      <label onDblClick=${onEdit}>${todo.title}</label>
      <button class="destroy" onClick=${onRemove}></button>
    </div>
    ${editing && html`<input class="edit" ref=${input} onBlur=${e => onSave(e.target.value)} onKeyDown=${key} />`}
  </li>`;
}

function App() {
  const [, tick] = useState(0); const redraw = () => tick(x => x + 1);
  const [filter, setFilter] = useState(route());
  const [editing, setEditingId] = useState(null); const live = useRef(null); const setEditing = id => { live.current = id; setEditingId(id); };
  useEffect(() => { const f = () => setFilter(route()); addEventListener('hashchange', f); return () => removeEventListener('hashchange', f); }, []);
  const set = todos => { model.todos = todos; redraw(); };
  const todos = model.todos, shown = todos.filter(FILTERS[filter]);
  const active = todos.filter(FILTERS.active).length, done = todos.length - active;
  const add = e => { if (e.key !== 'Enter') return; const v = e.target.value.trim(); if (v) { e.target.value = ''; set([...todos, todo(v)]); } };
  const save = (t, v) => { if (live.current !== t.id) return; setEditing(null); v = v.trim(); set(v ? model.todos.map(x => x.id === t.id ? { ...x, title: v } : x) : model.todos.filter(x => x.id !== t.id)); };
  return html`<div>
    <header class="header"><h1>todos</h1>
      <input class="new-todo" placeholder="What needs to be done?" autofocus onKeyDown=${add} /></header>
    ${todos.length > 0 && html`<main class="main">
      <div class="toggle-all-container">
      <input id="toggle-all" class="toggle-all" type="checkbox" checked=${active === 0} onChange=${e => set(todos.map(t => ({ ...t, completed: e.target.checked })))} />
      <label for="toggle-all" class="toggle-all-label">Mark all as complete</label></div>
      <ul class="todo-list">${shown.map(t => html`<${Item} key=${t.id} todo=${t} editing=${editing === t.id}
        onEdit=${() => setEditing(t.id)} onCancel=${() => setEditing(null)} onSave=${v => save(t, v)}
        onToggle=${() => set(todos.map(x => x.id === t.id ? { ...x, completed: !x.completed } : x))}
        onRemove=${() => set(todos.filter(x => x.id !== t.id))} />`)}</ul></main>
    <footer class="footer">
      <span class="todo-count"><strong>${active}</strong> ${active === 1 ? 'item' : 'items'} left</span>
      <ul class="filters">${['All', 'Active', 'Completed'].map(f => html`<li><a class=${filter === f.toLowerCase() ? 'selected' : ''} href=${'#/' + (f === 'All' ? '' : f.toLowerCase())}>${f}</a></li>`)}</ul>
      ${done > 0 && html`<button class="clear-completed" onClick=${() => set(todos.filter(FILTERS.active))}>Clear completed</button>`}
    </footer>`}
  </div>`;
}
render(h(App), document.querySelector('.todoapp'));
