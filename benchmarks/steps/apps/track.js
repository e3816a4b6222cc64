// Change log of a plain data object against the state it had when the page was loaded.
export function track(data) {
  const first = JSON.parse(JSON.stringify(data));
  const isList = v => Array.isArray(v) && v.every(x => x && typeof x === 'object' && 'id' in x);
  const walk = (a, b, path, out) => {
    if (JSON.stringify(a) === JSON.stringify(b)) return;
    if (isList(a) && isList(b)) {
      const before = new Map(a.map(x => [x.id, x])), after = new Map(b.map(x => [x.id, x]));
      for (const [id, x] of before) after.has(id) ? walk(x, after.get(id), path + '.' + id, out) : out.push('-' + path + '.' + id);
      for (const [id, x] of after) if (!before.has(id)) { const { id: _, ...rest } = x; out.push('+' + path + ' ' + JSON.stringify(rest)); }
      if (out.length === 0) out.push(path + ' order ' + b.map(x => x.id).join(','));
      return;
    }
    if (a && b && typeof a === 'object' && typeof b === 'object' && !Array.isArray(a) && !Array.isArray(b)) {
      for (const k of new Set([...Object.keys(a), ...Object.keys(b)])) walk(a[k], b[k], path ? path + '.' + k : k, out);
      return;
    }
    out.push(path + '=' + (typeof b === 'string' ? b : JSON.stringify(b)));
  };
  return () => { const out = []; walk(first, data, '', out); return out.sort().join(' | '); };
}
