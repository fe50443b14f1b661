import { describe, expect, it } from 'vitest';
import { findCause } from '../../../../src/analysis/causes/findCause';
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
    ['return token.list.find(each => each.id === token.id);', null]
  ])('%s', (line, cause) => {
    expect(causeOf(answer(line), { isForRequests: true })).toBe(cause);
    expect(causeOf(answer(line))).toBeNull();
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
