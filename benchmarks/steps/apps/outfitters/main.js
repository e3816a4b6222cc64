import * as bootstrap from 'bootstrap';
import 'bootstrap/dist/css/bootstrap.min.css';
import 'bootstrap-icons/font/bootstrap-icons.css';
import { InputSpinner } from 'bootstrap-input-spinner/src/InputSpinner.js';
import { track } from '../track.js';

const P = (id, name, cat, brand, price, rating, stock, sizes, colours, text) => ({ id, name, cat, brand, price, rating, stock, sizes, colours, text });
const products = [
  P('T01', 'Ridgeline 2 Tent', 'Tents', 'Norrfell', 249, 4.6, 5, null, ['Moss', 'Sand'], 'Two-person, three-season tent with two vestibules.'),
  P('T02', 'Basecamp 4 Tent', 'Tents', 'Karvik', 389, 4.2, 0, null, ['Orange'], 'Roomy family tent with standing height.'),
  P('B01', 'Fjord 45L Backpack', 'Backpacks', 'Karvik', 159, 4.7, 8, ['S/M', 'L/XL'], ['Slate', 'Rust'], 'Load-bearing pack for multi-day tours.'),
  P('C01', 'Titanium Mug 450 ml', 'Cookware', 'Ember', 24.5, 4.8, 40, null, null, 'Single wall, foldable handles, 62 g.'),
  P('F01', 'Trailrunner GTX Shoes', 'Footwear', 'Norrfell', 139, 4.5, 7, ['41', '42', '43', '44'], ['Black', 'Forest', 'Ocean'], 'Waterproof, grippy and light.'),
  P('L01', 'Spark Headlamp 350', 'Lighting', 'Ember', 39.9, 4.4, 25, null, null, '350 lumens, red light, USB-C.'),
  P('B02', 'Daytrip 20L Rucksack', 'Backpacks', 'Moss & Pine', 64.9, 4.1, 20, null, ['Navy', 'Ochre'], 'Small pack for a day in the hills.'),
  P('C02', 'Duo Gas Stove', 'Cookware', 'Ember', 74, 4.5, 9, null, null, 'Two burners with wind shield.'),
  P('T03', 'Drift Ultralight Tarp', 'Tents', 'Norrfell', 89.5, 4.0, 12, null, ['Moss', 'Grey'], '3 × 3 m, 480 g with guy lines.'),
  P('F02', 'Alpine Leather Boots', 'Footwear', 'Karvik', 219, 4.9, 4, ['40', '41', '42', '43', '44', '45'], ['Brown'], 'Resoleable boots for rough ground.'),
  P('L02', 'Glow Lantern', 'Lighting', 'Moss & Pine', 32, 3.9, 11, null, null, 'Warm dimmable light for the table.'),
  P('C03', 'Camp Cook Set, 5 pieces', 'Cookware', 'Karvik', 54, 4.3, 15, null, null, 'Two pots, pan, lid and bag.'),
  P('B03', 'Commuter Roll-Top', 'Backpacks', 'Moss & Pine', 79, 3.8, 0, null, ['Black'], 'Bike-friendly bag with laptop sleeve.'),
  P('F03', 'Merino Hiking Socks', 'Footwear', 'Moss & Pine', 18.9, 4.6, 60, ['36–38', '39–41', '42–44'], null, 'Soft, warm and quick to dry.'),
];
const byId = id => products.find(p => p.id === id);
const reviewsOf = {
  C02: [['Tom', 5, 'Great stove for two pans at once.'], ['Ilse', 3, 'Good, but the wind shield wobbles.']],
  B01: [['Marek', 5, 'Carried it for nine days, no sore shoulders.']],
};
const data = {
  cart: [{ id: 'L02', sku: 'L02', qty: 2 }], saved: [], promo: null, orders: [], newsletter: null, reviews: [], language: 'English',
};
const view = { page: 'shop', search: '', cat: 'All', brands: [], inStock: false, rating: 0, maxPrice: null, sort: 'featured' };
const shop = window.shop = { data, view, products, changes: track(data) };
const $ = s => document.querySelector(s), $$ = s => [...document.querySelectorAll(s)];
const eur = n => (n < 0 ? '−' : '') + '€' + Math.abs(n).toFixed(2);
const esc = s => String(s).replace(/[&<>"]/g, c => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }[c]));
const toast = t => { $('#toast .toast-body').textContent = t; bootstrap.Toast.getOrCreateInstance($('#toast'), { delay: 2500 }).show(); };
const stars = r => [1, 2, 3, 4, 5].map(i => `<i class="bi bi-star${r >= i - 0.25 ? '-fill' : r >= i - 0.75 ? '-half' : ''}"></i>`).join('');

// ---------- list
function visible() {
  let list = products.filter(p =>
    (view.cat === 'All' || p.cat === view.cat) && (!view.brands.length || view.brands.includes(p.brand)) &&
    (!view.inStock || p.stock > 0) && p.rating >= view.rating && (view.maxPrice == null || p.price <= view.maxPrice) &&
    (p.name + ' ' + p.cat + ' ' + p.brand).toLowerCase().includes(view.search.toLowerCase()));
  const by = { 'price-asc': (a, b) => a.price - b.price, 'price-desc': (a, b) => b.price - a.price, rating: (a, b) => b.rating - a.rating, name: (a, b) => a.name.localeCompare(b.name) }[view.sort];
  return by ? list.sort(by) : list;
}
function renderList() {
  const list = visible();
  $('#count').textContent = list.length === 1 ? '1 product' : list.length + ' products';
  $('#grid').innerHTML = list.map(p => `<div class="col"><div class="card h-100" data-sku="${p.id}">
    <div class="ratio ratio-16x9 bg-body-secondary"><div class="d-flex align-items-center justify-content-center fs-1 text-secondary"><i class="bi bi-${{ Tents: 'house', Backpacks: 'backpack2', Cookware: 'cup-hot', Footwear: 'signpost-split', Lighting: 'lightbulb' }[p.cat]}"></i></div></div>
    <button type="button" class="btn btn-light btn-sm position-absolute top-0 end-0 m-2 save" aria-pressed="${data.saved.includes(p.id)}" title="Save for later"><i class="bi bi-heart${data.saved.includes(p.id) ? '-fill text-danger' : ''}"></i></button>
    <div class="card-body d-flex flex-column"><div class="text-muted small">${esc(p.brand)}</div><h3 class="card-title h6"><a href="#" class="stretched text-decoration-none quick">${p.name}</a></h3>
    <div class="text-warning small" title="${p.rating} out of 5">${stars(p.rating)} <span class="text-muted">${p.rating.toFixed(1)}</span></div>
    <div class="mt-auto pt-2 d-flex justify-content-between align-items-center"><strong>${eur(p.price)}</strong>${p.stock ? (p.stock < 6 ? `<span class="badge text-bg-warning">Only ${p.stock} left</span>` : '') : '<span class="badge text-bg-secondary">Sold out</span>'}</div>
    <div class="mt-2 d-flex gap-2"><button type="button" class="btn btn-primary btn-sm flex-grow-1 add" ${p.stock ? '' : 'disabled'}><i class="bi bi-cart-plus"></i> Add to cart</button>
    <button type="button" class="btn btn-outline-secondary btn-sm quick" aria-label="Quick view ${esc(p.name)}"><i class="bi bi-eye"></i></button></div></div></div></div>`).join('')
    || '<div class="col-12"><div class="alert alert-info">No products match your filters.</div></div>';
}
$('#grid').addEventListener('click', e => {
  const card = e.target.closest('[data-sku]'); if (!card) return;
  const id = card.dataset.sku;
  if (e.target.closest('.save')) { data.saved = data.saved.includes(id) ? data.saved.filter(x => x !== id) : [...data.saved, id]; renderList(); renderCart(); }
  else if (e.target.closest('.add')) { const p = byId(id); if (p.sizes) openQuick(id); else add({ sku: id, qty: 1, ...(p.colours ? { colour: p.colours[0] } : {}) }); }
  else if (e.target.closest('.quick')) { e.preventDefault(); openQuick(id); }
});
const refilter = () => {
  view.cat = $('#cats .active').dataset.cat;
  view.brands = $$('#brands input:checked').map(x => x.value);
  view.inStock = $('#instock').checked;
  view.rating = +$('input[name=minrating]:checked').value;
  view.maxPrice = $('#maxprice').value === '' ? null : +$('#maxprice').value;
  view.sort = $('#sort').value;
  renderList();
};
$('#cats').addEventListener('click', e => { const b = e.target.closest('[data-cat]'); if (!b) return; $$('#cats .active').forEach(x => x.classList.remove('active')); b.classList.add('active'); refilter(); });
$('#filters').addEventListener('change', refilter); $('#sort').addEventListener('change', refilter);
$('#maxprice').addEventListener('input', refilter);
$('#clear').addEventListener('click', () => { $('#filters').reset(); $$('#cats .active').forEach(x => x.classList.remove('active')); $('#cats [data-cat=All]').classList.add('active'); $('#search').value = ''; view.search = ''; refilter(); });
$('#searchform').addEventListener('submit', e => { e.preventDefault(); view.search = $('#search').value.trim(); show('shop'); renderList(); });

// ---------- quick view
let current = null;
function openQuick(id) {
  const p = current = byId(id), m = $('#quick');
  m.querySelector('.modal-title').textContent = p.name;
  $('#qv-text').textContent = p.text; $('#qv-price').textContent = eur(p.price);
  $('#qv-spec').innerHTML = `<tr><th>Brand</th><td>${esc(p.brand)}</td></tr><tr><th>Item no.</th><td>${p.id}</td></tr><tr><th>In stock</th><td>${p.stock}</td></tr>`;
  $('#qv-sizes').hidden = !p.sizes; $('#qv-colours').hidden = !p.colours;
  $('#qv-sizes .btn-group').innerHTML = (p.sizes || []).map((s, i) => `<input type="radio" class="btn-check" name="size" id="size${i}" value="${s}" autocomplete="off"><label class="btn btn-outline-primary" for="size${i}">${s}</label>`).join('');
  $('#qv-colour').innerHTML = (p.colours || []).map(c => `<option>${c}</option>`).join('');
  $('#qv-qty').value = 1; $('#qv-qty').setValue?.(1);
  $('#qv-hint').hidden = true; $('#qv-add').disabled = !p.stock;
  renderReviews();
  bootstrap.Tab.getOrCreateInstance($('#tab-desc')).show();
  bootstrap.Modal.getOrCreateInstance(m).show();
}
function renderReviews() {
  const all = [...(reviewsOf[current.id] || []), ...data.reviews.filter(r => r.product === current.id).map(r => ['You', r.stars, r.text])];
  $('#qv-revcount').textContent = all.length;
  $('#qv-reviews').innerHTML = all.map(([who, n, t]) => `<li class="list-group-item"><strong>${who}</strong> <span class="text-warning">${stars(n)}</span><div>${esc(t)}</div></li>`).join('') || '<li class="list-group-item text-muted">No reviews yet.</li>';
}
$('#qv-add').addEventListener('click', () => {
  const size = $('input[name=size]:checked')?.value;
  if (current.sizes && !size) { $('#qv-hint').hidden = false; return; }
  add({ sku: current.id, qty: +$('#qv-qty').value, ...(size ? { size } : {}), ...(current.colours ? { colour: $('#qv-colour').value } : {}) });
  bootstrap.Modal.getInstance($('#quick')).hide();
});
$('#reviewform').addEventListener('submit', e => {
  e.preventDefault(); const n = $('input[name=stars]:checked'), t = $('#rv-text').value.trim();
  if (!n || !t) { $('#rv-error').hidden = false; return; }
  $('#rv-error').hidden = true; data.reviews.push({ product: current.id, stars: +n.value, text: t }); e.target.reset(); renderReviews();
});

// ---------- cart
function add(line) {
  const p = byId(line.sku), id = [line.sku, line.size, line.colour].filter(Boolean).join('/');
  const old = data.cart.find(l => l.id === id);
  if (old) old.qty += line.qty; else data.cart.push({ id, ...line });
  renderCart(); toast(`${p.name} was added to your cart`);
}
const sums = () => {
  const sub = data.cart.reduce((s, l) => s + l.qty * byId(l.sku).price, 0), off = data.promo ? -Math.round(sub * 10) / 100 : 0;
  const way = $('input[name=delivery]:checked')?.value || 'standard';
  const ship = way === 'pickup' ? 0 : way === 'express' ? 12.9 : sub >= 150 ? 0 : 4.9;
  return { sub, off, ship, total: sub + off + ship, way };
};
function renderTotals() {
  const t = sums();
  $('#subtotal').textContent = $('#co-sub').textContent = eur(t.sub);
  $$('.offrow').forEach(r => { r.hidden = !data.promo; r.querySelector('.off').textContent = eur(t.off); });
  $('#co-ship').textContent = t.ship ? eur(t.ship) : 'Free'; $('#co-total').textContent = eur(t.total);
  $('#badge').textContent = data.cart.reduce((s, l) => s + l.qty, 0);
  $('#co-lines').innerHTML = data.cart.map(l => `<li class="list-group-item d-flex justify-content-between"><span>${l.qty} × ${byId(l.sku).name}</span><span>${eur(l.qty * byId(l.sku).price)}</span></li>`).join('');
}
function renderCart() {
  $('#lines').innerHTML = data.cart.map((l, i) => { const p = byId(l.sku); return `<li class="list-group-item" data-i="${i}"><div class="d-flex justify-content-between"><div><strong>${p.name}</strong><div class="small text-muted">${[l.size && 'Size ' + l.size, l.colour].filter(Boolean).join(', ')}</div></div>
    <button type="button" class="btn btn-sm btn-link text-danger drop" aria-label="Remove ${esc(p.name)}"><i class="bi bi-trash"></i></button></div>
    <div class="d-flex justify-content-between align-items-center mt-1"><div style="width:9rem"><input type="number" class="qty" aria-label="Quantity of ${esc(p.name)}" min="1" max="20" value="${l.qty}"></div><span class="linesum">${eur(l.qty * p.price)}</span></div></li>`; }).join('');
  $('#empty').hidden = data.cart.length > 0; $('#cartfoot').hidden = !data.cart.length;
  $('#savedbox').hidden = !data.saved.length;
  $('#savedlist').innerHTML = data.saved.map(id => `<li>${byId(id).name}</li>`).join('');
  $$('#lines .qty').forEach(q => {
    new InputSpinner(q, { locale: 'en-US' });
    const upd = () => { if (!(+q.value >= 1)) return; const li = q.closest('li'), l = data.cart[+li.dataset.i]; l.qty = +q.value; li.querySelector('.linesum').textContent = eur(l.qty * byId(l.sku).price); renderTotals(); };
    q.addEventListener('change', upd); q.addEventListener('input', upd);
  });
  renderTotals();
}
$('#lines').addEventListener('click', e => { if (e.target.closest('.drop')) { data.cart.splice(+e.target.closest('li').dataset.i, 1); renderCart(); } });
$('#promoform').addEventListener('submit', e => {
  e.preventDefault(); const code = $('#promo').value.trim().toUpperCase(), ok = code === 'TRAIL10';
  $('#promo').classList.toggle('is-invalid', !ok); $('#promo').classList.toggle('is-valid', ok); data.promo = ok ? code : null; renderTotals();
});
$('#tocheckout').addEventListener('click', () => { bootstrap.Offcanvas.getInstance($('#cart')).hide(); show('checkout'); });

// ---------- checkout
function show(page) { view.page = page; $('#page-shop').hidden = page !== 'shop'; $('#page-checkout').hidden = page !== 'checkout'; $('#page-done').hidden = page !== 'done'; window.scrollTo(0, 0); }
$$('[data-page]').forEach(a => a.addEventListener('click', e => { e.preventDefault(); show(a.dataset.page); }));
function syncForm() {
  const pick = $('#d-pickup').checked, card = $('#p-card').checked;
  $('#address').hidden = pick; $$('#address input, #address select').forEach(x => x.disabled = pick);
  $('#storebox').hidden = !pick; $('#store').disabled = !pick;
  $('#cardbox').hidden = !card; $$('#cardbox input').forEach(x => x.disabled = !card);
  $('#giftbox').hidden = !$('#gift').checked; $('#giftnote').disabled = !$('#gift').checked;
  renderTotals();
}
$('#checkout').addEventListener('change', syncForm);
$('#checkout').addEventListener('submit', e => {
  e.preventDefault(); const f = e.target; f.classList.add('was-validated');
  if (!f.checkValidity() || !data.cart.length) return;
  const t = sums(); const v = {}; for (const [k, x] of new FormData(f)) v[k] = String(x).trim();
  data.orders.push({ ...v, lines: data.cart.map(l => l.qty + 'x' + l.id).join(','), promo: data.promo, total: t.total.toFixed(2) });
  data.cart = []; data.promo = null; renderCart();
  $('#done-mail').textContent = v.email; $('#done-total').textContent = eur(t.total); show('done');
});
$('#newsform').addEventListener('submit', e => {
  e.preventDefault(); data.newsletter = { email: $('#news-mail').value.trim(), how: $('input[name=often]:checked').value };
  $('#newsform').hidden = true; $('#newsok').hidden = false;
});
$$('#lang [data-lang]').forEach(b => b.addEventListener('click', e => { e.preventDefault(); data.language = b.dataset.lang; $('#langname').textContent = data.language; $$('#lang .active').forEach(x => x.classList.remove('active')); b.classList.add('active'); }));
new InputSpinner($('#qv-qty'), { locale: 'en-US' });
renderList(); renderCart(); syncForm();
