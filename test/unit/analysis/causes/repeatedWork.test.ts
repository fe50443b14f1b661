import { describe, expect, it } from 'vitest';
import { findCause } from '../../../../src/analysis/causes/findCause';
import type { CodePlace } from '../../../../src/analysis/causes/code';
import type { Evidence } from '../../../../src/analysis/causes/site';
import { causeOf, EVIDENCE, FILE, loop } from '../../../support/causeOf';

describe('a collection that is built again', () => {
  const CALLED = `const products = load();
class Cache {
  entries = {};
  items = [];
  HERE
}
function priceOf(sku, factor = 1) {
  HERE2
}
for (const row of rows) price(row);`;
  const inFunction = (line: string, evidence: Partial<Evidence> = {}): string | null =>
    causeWithin(CALLED.replace('HERE2', line), evidence);
  const inMethod = (line: string): string | null =>
    causeWithin(CALLED.replace('HERE', `read(key) {\n${line}\n}`));
  const causeWithin = (code: string, evidence: Partial<Evidence> = {}): string | null => {
    const lines = code.split('\n');
    const line = lines.findIndex(each => each.endsWith('// here')) + 1;
    return (
      findCause({
        place: { file: FILE, line },
        textOf: () => code,
        evidence: { ...EVIDENCE, ...evidence },
        callers: evidence.isForRequests === true ? [] : [{ file: FILE, line: lines.length }]
      })?.cause ?? null
    );
  };

  it.each([
    [
      'const index = new Map(products.map(each => [each.sku, each.price])); // here',
      'rebuiltInLoop'
    ],
    ['const all = new Set(products); // here', 'rebuiltInLoop'],
    ["if (new Set(['a', 'b', 'c']).has(sku)) return 1; // here", 'rebuiltInLoop'],
    [
      'return Object.fromEntries(products.map(each => [each.sku, each]))[sku]; // here',
      'rebuiltInLoop'
    ],
    ['return Object.groupBy(products, each => each.sku)[sku]; // here', 'rebuiltInLoop'],
    ['return new Map(products.map(each => [each.sku, each.price * factor])); // here', null],
    ['return new Map(sku.lines.map(each => [each.sku, each])); // here', null],
    ['return new Map(); // here', null],
    ['return Object.keys(sku).length; // here', null]
  ])('in a function that a loop calls: %s', (line, cause) => {
    expect(inFunction(line)).toBe(cause);
    expect(inFunction(line, { isForRequests: true })).toBe(cause);
  });

  it.each([
    ['if (Object.keys(this.entries).length > 9) return; // here', 'rebuiltInLoop'],
    ['return Object.keys(this.entries)[0]; // here', 'rebuiltInLoop'],
    ['return new Set(this.items).has(key); // here', null],
    ['return Object.values(this.entries).join(); // here', null]
  ])('in a method, of an object that may be another one each time: %s', (line, cause) => {
    expect(inMethod(line)).toBe(cause);
  });

  it('needs a loop, or requests', () => {
    const code = 'const products = load();\nconst all = new Set(products); // here';
    expect(causeOf(code)).toBeNull();
  });
});

describe('what is done for each request', () => {
  const answer = (line: string): string =>
    `const sessions = load();\nfunction answer(token) {\n  ${line} // here\n}`;

  it.each([
    ['return sessions.find(each => each.token === token);', 'searchInLoop'],
    ['return sessions.filter(each => each.token === token)[0];', 'searchInLoop'],
    ['return sessions.filter(each => each.age > 9);', null],
    ['return z.object({ id: z.number(), name: z.string() }).parse(token);', 'constructorInLoop'],
    ['return z.object({ id: token.id }).parse(token);', null],
    ["return new Intl.NumberFormat('de').format(token);", 'constructorInLoop'],
    ['return new Intl.NumberFormat(token.locale).format(1);', null],
    ['return token.list.find(each => each.id === token.id);', null],
    ['return JSON.stringify(sessions);', 'jsonInLoop'],
    ['return JSON.stringify(token);', null],
    [
      'for (const each of sessions) if (new RegExp(`^${each.token}`).test(token)) return;',
      'constructorInLoop'
    ],
    ['for (const each of token.list) if (new RegExp(`^${each.token}`).test(token)) return;', null]
  ])('%s', (line, cause) => {
    expect(causeOf(answer(line), { isForRequests: true })).toBe(cause);
    expect(causeOf(answer(line))).toBeNull();
  });
});

/** The cause of the line that ends with `// here`, whose function the lines that end with `// calls` call, those further out last. */
function causeIn(
  files: Readonly<Record<string, string>>,
  evidence: Partial<Evidence> = {}
): string | null {
  const linesOf = (ending: string): CodePlace[] =>
    Object.entries(files).flatMap(([file, text]) =>
      text
        .split('\n')
        .flatMap((each, at) => (each.endsWith(ending) ? [{ file, line: at + 1 }] : []))
    );
  const [place] = linesOf('// here');
  const found = findCause({
    place,
    textOf: file => files[file] ?? null,
    evidence: { ...EVIDENCE, ...evidence },
    callers: linesOf('// calls')
  });
  return found?.cause ?? null;
}

describe('what a function is given where it is called', () => {
  const orders =
    'export const ordersOf = (list, id) =>\n  list.filter(each => each.id === id); // here';
  const report = (call: string, before = ''): string =>
    `${before}\nfunction report(rows, customers) {\n  for (const customer of customers) {\n    ${call} // calls\n  }\n}`;

  it.each([
    ['ordersOf(rows, customer.id);', 'searchInLoop'],
    ['ordersOf(customer.orders, customer.id);', null],
    ['ordersOf(rows.slice(1), customer.id);', 'searchInLoop'],
    ['ordersOf([1, 2, 3], customer.id);', null],
    ['ordersOf();', null],
    ['others(rows, customer.id);', null]
  ])('is searched in a loop of another file: %s', (call, cause) => {
    expect(causeIn({ 'orders.ts': orders, 'report.ts': report(call) })).toBe(cause);
  });

  it('may be given on by a function between', () => {
    const between = (list: string): string =>
      `function first(all, id) {\n  return ordersOf(${list}, id); // calls\n}`;
    const files = { 'a.ts': orders, 'c.ts': report('first(rows, customer.id);') };
    expect(causeIn({ 'a.ts': orders, 'b.ts': between('all'), 'c.ts': files['c.ts'] })).toBe(
      'searchInLoop'
    );
    expect(
      causeIn({ 'a.ts': orders, 'b.ts': between('load()'), 'c.ts': files['c.ts'] })
    ).toBeNull();
  });

  it('is an array where that is told', () => {
    const has = 'export function isKnown(names, name) {\n  return names.includes(name); // here\n}';
    const loopOf = (names: string): string =>
      `const names = ${names};\nfor (const row of rows) isKnown(names, row.name); // calls`;
    expect(causeIn({ 'a.ts': has, 'b.ts': loopOf('rows.map(row => row.name)') })).toBe(
      'searchInLoop'
    );
    expect(causeIn({ 'a.ts': has, 'b.ts': loopOf("text.join(' ')") })).toBeNull();
    expect(causeIn({ 'a.ts': has, 'b.ts': loopOf("['a', 'b']") })).toBeNull();
  });

  const label =
    "export const label = row =>\n  new Date(row.day).toLocaleDateString('de', { month: 'short' }); // here";

  it.each([
    ['rows.map(label);', 'constructorInLoop'],
    ['for (const each of rows.slice(1).filter(label)) keep(each);', 'constructorInLoop'],
    ['rows.forEach(dates.label);', 'constructorInLoop'],
    ['register(label);', null],
    ['rows.map(other, label(rows[0]));', null]
  ])('is called for each element where a method is given it: %s', (call, cause) => {
    expect(causeIn({ 'dates.ts': label, 'main.ts': `${call} // calls` })).toBe(cause);
    const common = label.replace('export const label', 'exports.label');
    expect(causeIn({ 'dates.ts': common, 'main.ts': `${call} // calls` })).toBe(cause);
    const inOneLine = label.replace('=>\n', '=>');
    expect(causeIn({ 'dates.ts': inOneLine, 'main.ts': `${call} // calls` })).toBe(cause);
  });

  it('is no more the same where the function replaces it', () => {
    const own = orders
      .replace('=>\n', '=> {\n  list = load(id);\n  return')
      .replace(/ \/\/ here$/, '} // here');
    expect(causeIn({ 'a.ts': own, 'b.ts': report('ordersOf(rows, customer.id);') })).toBeNull();
  });

  it('is searched in a loop in which the function calls itself', () => {
    const visit = (call: string): string =>
      `function visit(graph, name, seen = []) {\n  if (seen.includes(name)) return; // here\n  seen.push(name);\n  for (const next of graph[name]) ${call};\n}`;
    expect(causeIn({ 'a.ts': visit('visit(graph, next, seen)') })).toBe('searchInLoop');
    expect(causeIn({ 'a.ts': visit('visit(graph, next, [...seen])') })).toBeNull();
    expect(causeIn({ 'a.ts': visit('other(graph, next, seen)') })).toBeNull();
  });

  it('is another one where the function calls itself, or is called by another one', () => {
    const clone = (rest: string): string =>
      `function clone(value) {\n  const keys = Object.keys(value); // here\n  ${rest}\n}`;
    const history = 'const state = load();\nfor (const row of rows) clone(state); // calls';
    const found = (rest: string): string | null =>
      causeIn({ 'a.ts': clone(rest), 'b.ts': history });
    expect(found('return keys;')).toBe('rebuiltInLoop');
    expect(found('return keys.map(key => clone(value[key]));')).toBeNull();
    expect(found('return Object.values(value).map(clone);')).toBeNull();
  });

  it('is a name of few values, of which an object is made for each', () => {
    const format = (name: string): string =>
      `const money = (value, ${name}) =>\n  new Intl.NumberFormat('de', { style, ${name} }).format(value); // here`;
    const rows = 'const style = 1;\nfor (const row of rows) money(row.price, row.any); // calls';
    expect(causeIn({ 'a.ts': format('currency'), 'b.ts': rows })).toBe('constructorInLoop');
    expect(causeIn({ 'a.ts': format('minimumFractionDigits'), 'b.ts': rows })).toBeNull();
  });
});

describe('a reducer', () => {
  const reducer = (line: string, more = ''): string =>
    `function reducer(state = START, action) {\n  ${line} // here\n  ${more}\n}`;
  const store = (call: string): string => `function dispatch(action) {\n  ${call} // calls\n}`;
  const main = 'for (const row of rows) store.dispatch({ row }); // calls';

  it.each([
    ['return { ...state, list: [...state.list, action.row] };', '', 'spreadInAccumulator'],
    ['return state.list.concat(action.row);', '', 'spreadInAccumulator'],
    [
      'const next = { ...state };',
      'next[action.id] = action.row;\n  return next;',
      'spreadInAccumulator'
    ],
    ['const next = { ...state };', 'send(next);\n  return state;', null],
    ['return { ...DEFAULTS, row: action.row };', '', null]
  ])('copies all that it was given: %s %s', (line, more, cause) => {
    const files = { 'a.ts': reducer(line, more), 'c.ts': main };
    expect(causeIn({ ...files, 'b.ts': store('state = reducer(state, action);') })).toBeNull();
    const inOrder = {
      'a.ts': reducer(line, more),
      'b.ts': store('state = reducer(state, action);'),
      'c.ts': main
    };
    expect(causeIn(inOrder)).toBe(cause);
    expect(causeIn({ ...inOrder, 'b.ts': store('last = reducer(state, action);') })).toBeNull();
    expect(causeIn({ ...inOrder, 'c.ts': 'store.dispatch({ row }); // calls' })).toBeNull();
  });
});

describe('a file of JSON', () => {
  it.each([
    ["JSON.parse(readFileSync(FILE, 'utf8'))", 'jsonInLoop'],
    ["JSON.parse(fs.readFileSync('settings.json'))", 'jsonInLoop'],
    ["JSON.parse(readFileSync(name + '.json', 'utf8'))", null],
    ['JSON.parse(textOf(FILE))', null]
  ])('is read again and again by: %s', (read, cause) => {
    const setting = `const FILE = 'a.json';\nfunction setting(name) {\n  return ${read}[name]; // here\n}`;
    const main = 'for (const row of rows) setting(row.name); // calls';
    expect(causeIn({ 'a.ts': setting, 'b.ts': main })).toBe(cause);
    expect(causeIn({ 'a.ts': setting })).toBeNull();
  });
});

describe('text of JSON that is a key', () => {
  it.each([
    ['return cache[key];', 'jsonInLoop'],
    ['if (!cache.has(key)) cache.set(key, make(query));\n  return cache.get(key);', 'jsonInLoop'],
    ['if (key === last) return;', 'jsonInLoop'],
    ['send(key);\n  return cache.get(key);', null],
    ['return key;', null],
    ['', null]
  ])('is only looked up by: %s', (rest, cause) => {
    const score = `function score(query) {\n  const key = JSON.stringify(query); // here\n  ${rest}\n}`;
    expect(causeIn({ 'a.ts': score, 'b.ts': 'for (const row of rows) score(row); // calls' })).toBe(
      cause
    );
    expect(causeIn({ 'a.ts': score })).toBeNull();
  });
});

describe('a chain of promises', () => {
  const waiting = { costs: 'waiting', waits: 9 } as const;
  const reduced = (next: string): string =>
    `const all = await ids.reduce((chain, id) => chain.then(${next}), Promise.resolve([])); // here`;

  it.each([
    [reduced('() => load(id)'), 'sequentialAwaits'],
    [reduced('async rows => [...rows, await load(id)]'), 'sequentialAwaits'],
    [reduced('row => load(row.next)'), null],
    [reduced('() => sleep(100)'), null],
    ['for (const id of ids) {\n  last = last.then(() => load(id)); // here\n}', 'sequentialAwaits'],
    ['for (const id of ids) {\n  last = first.then(() => load(id)); // here\n}', null],
    ['const rows = await load(1).then(() => load(2)); // here', null]
  ])('%s', (code, cause) => {
    expect(causeOf(code, waiting)).toBe(cause);
    expect(causeOf(code, { ...waiting, overlaps: true })).toBeNull();
  });
});

describe('what is between the brackets of a loop', () => {
  it.each([
    ['let i = list.indexOf(first); i < n; i++', null],
    ['let i = 0; i < list.indexOf(last); i++', 'searchInLoop'],
    ['let i = 0; i < n; i = list.indexOf(next)', 'searchInLoop']
  ])('for (%s)', (head, cause) => {
    expect(causeOf(`const list = read().split(',');\nfor (${head}) { // here\n}`)).toBe(cause);
  });

  it('makes no BigInt where it compares', () => {
    const found = (head: string): string | null => causeOf(`for (${head}) { // here\n}`);
    expect(found('let e = start(); e > 0n; e = next()')).toBeNull();
    expect(found('let e = 90_000n; e > 0n; e -= 1n')).toBe('bigintInLoop');
    expect(found('let e = start(); e > 0n; e -= 1n')).toBeNull();
  });
});

describe('pauses in a loop', () => {
  const waiting = { costs: 'waiting', waits: 9 } as const;

  it.each([
    ["while (jobs.get(id) !== 'done') {", '}', 'pollingLoop'],
    ['while (!this.isReady) {', '}', 'pollingLoop'],
    ['do {', '} while (!isReady());', 'pollingLoop'],
    ["while (state !== 'done') {\n  const begun = performance.now();", '}', 'pollingLoop'],
    ['while (true) {', '}', null],
    ['while (isRunning) {\n  tick();', '}', null],
    ['while (!isReady()) {\n  await refresh();', '}', null],
    ['for (const job of jobs) {', '}', null]
  ])('%s %s', (begin, end, cause) => {
    expect(causeOf(`${begin}\n  await sleep(200); // here\n${end}`, waiting)).toBe(cause);
  });

  it('may be promises of timers', () => {
    const pause = 'await new Promise(resolve => setTimeout(resolve, 200));';
    const code = `while (!isReady()) {\n  ${pause} // here\n}`;
    expect(causeOf(code, waiting)).toBe('pollingLoop');
  });

  it.each([
    ['await new Promise(done => setTimeout(done, 100 * attempt));', true],
    ['await sleep(100);', true],
    ['await backoff.next(attempt);', false],
    ['await retryLater(attempt);', true],
    ['await report(error);', false],
    ['await all(calls.map(async call => { await sleep(100); }));', false]
  ])('are meant after an error, before another try: %s', (pause, isMeant) => {
    const found = (code: string) =>
      findCause({
        place: { file: FILE, line: code.split('\n').findIndex(each => each.includes(pause)) + 1 },
        textOf: () => code,
        evidence: { ...EVIDENCE, ...waiting },
        callers: []
      });
    const meant = { cause: null, code: '', around: null };
    const tries = (line: string): string =>
      `for (let attempt = 1; ; attempt++) {\n  try {\n    return await run();\n  } catch (error) {\n${line}\n  }\n}`;
    expect(found(tries(pause))).toEqual(isMeant ? meant : null);
    expect(found(`async function pauseFor() {\n  ${pause}\n}`)).toBeNull();
  });

  it('are no looks where something else is awaited', () => {
    const code = 'while (queue.length > 0) {\n  await run(queue); // here\n}';
    expect(causeOf(code, waiting)).not.toBe('pollingLoop');
  });
});

describe('a query for each row', () => {
  const code = loop('db.insert({ id: i, name: names[i] });');

  it('is none where the time is that of the code itself', () => {
    expect(causeOf(code, { called: new Map([['run', 0.9]]) })).toBe('queryPerRow');
    expect(causeOf(code, { called: new Map() })).toBeNull();
  });
});

describe('a statement for each row', () => {
  const cause = (line: string): string | null =>
    causeOf(loop(line, "const read = db.prepare('SELECT a FROM t WHERE id = ?');"), {
      called: new Map()
    });

  it('is told where native code is on no stack, but not beside what is converted', () => {
    expect(cause('sum += read.get(ids[i]).a;')).toBe('queryPerRow');
    expect(cause('rows.push(JSON.parse(read.get(ids[i]).a));')).toBeNull();
    expect(cause('sum += cache.get(ids[i]).a;')).toBeNull();
  });

  it('is told by a thread that a call blocks, wherever the statement was made', () => {
    const code = loop('insert.run(JSON.stringify(rows[i]));');
    expect(causeOf(code, { costs: 'waiting', waits: 1, isBlocked: true })).toBe('queryPerRow');
    expect(causeOf(code, { costs: 'waiting', waits: 9 })).toBeNull();
  });
});

describe('data for another thread', () => {
  const code = loop('worker.postMessage({ table, from: i });', 'const table = load();');

  it('is copied where that is what takes the time', () => {
    expect(causeOf(code, { called: new Map([['postMessage', 0.9]]) })).toBe('copyToThread');
    expect(causeOf(code, { called: new Map([['postMessage', 0.1]]) })).toBeNull();
  });
});
