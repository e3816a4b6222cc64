// Makes the function that throws where a page replaced something built in with what does something else: what reads the
// page would tell what is not there. A replacement that does the same is none.
(() => {
  const made = () => ['b', 'a'];
  const checks = {
    'Array.prototype[Symbol.iterator]': () => { let all = ''; for (const each of made()) all += each; return all === 'ba'; },
    'Array.prototype.map': () => made().map((each, at) => each + at)[1] === 'a1',
    'Array.prototype.filter': () => made().filter((each) => each === 'a').length === 1,
    'Array.prototype.some': () => made().some((each) => each === 'a') && !made().some((each) => each === 'c'),
    'Array.prototype.find': () => made().find((each) => each === 'a') === 'a' && made().find((each) => each === 'c') === undefined,
    'Array.prototype.flatMap': () => made().flatMap((each) => [each, each]).length === 4,
    'Array.prototype.join': () => made().join('') === 'ba',
    'Array.prototype.slice': () => made().slice(1)[0] === 'a',
    'Array.prototype.splice': () => made().splice(1)[0] === 'a',
    'Array.prototype.sort': () => made().sort()[0] === 'a',
    'Array.prototype.includes': () => made().includes('a') && !made().includes('c'),
    'Array.prototype.push': () => { const all = made(); all.push('c'); return all.length === 3 && all.pop() === 'c'; },
    'Array.prototype.reduce': () => made().reduce((all, each) => all + each, '') === 'ba',
    'String.prototype.replace': () => 'aba'.replace(/a/g, (each) => each + 'c') === 'acbac',
    'String.prototype.trim': () => ' a '.trim() === 'a',
    'String.prototype.split': () => 'a b'.split(/ /)[1] === 'b',
    'String.prototype.slice': () => 'ab'.slice(1) === 'b',
    'String.prototype.startsWith': () => 'ab'.startsWith('a') && !'ab'.startsWith('b'),
    'String.prototype.toLowerCase': () => 'A'.toLowerCase() === 'a',
    'String.prototype.matchAll': () => [...'aa'.matchAll(/a/g)].length === 2,
    'RegExp.prototype.test': () => /a/.test('a') && !/a/.test('b'),
    'RegExp.prototype.exec': () => /(a)/.exec('a')[1] === 'a',
    'Object.fromEntries': () => Object.fromEntries([['a', 1]]).a === 1,
    'Object.prototype.toJSON': () => ({}).toJSON === undefined,
    'parseFloat': () => parseFloat('1.5px') === 1.5,
    'Set': () => new Set(made()).has('a') && [...new Set(['a', 'a'])].length === 1,
    'Map': () => new Map([['a', 1]]).get('a') === 1,
    'URL': () => new URL('b', 'https://a.example/').href === 'https://a.example/b',
    'Element.prototype.localName': () => document.createElement('i').localName === 'i',
    'Element.prototype.getAttribute': () => document.createElement('i').getAttribute('a') === null,
    'Element.prototype.matches': () => document.createElement('i').matches('i') && !document.createElement('i').matches('b'),
    'getComputedStyle': () => typeof getComputedStyle(document.documentElement).display === 'string',
  };
  return () => {
    for (const name in checks) {
      let same = false;
      try { same = Object.prototype.hasOwnProperty.call(checks, name) ? checks[name]() : true; } catch { same = false; }
      if (!same) throw new Error('page replaced ' + name);
    }
  };
})()
