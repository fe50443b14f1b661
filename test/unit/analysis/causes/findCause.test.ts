import { describe, expect, it } from 'vitest';
import { Code } from '../../../../src/analysis/causes/code';
import { findCause } from '../../../../src/analysis/causes/findCause';
import { causeOf, EVIDENCE, FILE, loop } from '../../../support/causeOf';
import { CELLS_ALIKE } from '../../../truth/plantedCauses/cellsAlike';
import { CELLS_ELSEWHERE } from '../../../truth/plantedCauses/cellsElsewhere';
import { sourceLines } from '../../../../src/model/profile/sourceText';
import { PLANTED_LOOPS } from '../../../truth/plantedCauses/plantedLoops';
import { PLANTED_OTHERS } from '../../../truth/plantedCauses/plantedOthers';

it.each([...PLANTED_LOOPS, ...PLANTED_OTHERS, ...CELLS_ELSEWHERE, ...CELLS_ALIKE])(
  '$name',
  ({ code, cause }) => {
    const patterns = [...code.matchAll(/\/(\S*[+*]\S*)\/[.,]/g)].map(([, text]) => text);
    const called = new Map([
      ...EVIDENCE.called,
      ...patterns.map(text => [`RegExp: ${text}`, 0.9] as const)
    ]);
    const waits = code.includes('// here') && /await .*\/\/ here/.test(code) ? 20 : 0;
    const costs = waits > 0 ? 'waiting' : 'cpu';
    expect(causeOf(code, { called, waits, costs })).toBe(cause);
  }
);

it.each([
  [
    'of lines to one file',
    'for (const row of rows) appendFileSync(file, row); // here',
    'writeInLoop'
  ],
  [
    'of a file for each row',
    'for (const row of rows) writeFileSync(row.id, row.text); // here',
    null
  ],
  [
    'of state that is replaced',
    'for (const row of rows) writeFileSync(file, state(row)); // here',
    'fileRewritten'
  ],
  [
    'of state whose text takes most of the time',
    'for (const row of rows) writeFile(file, JSON.stringify(state), done); // here',
    'fileRewritten'
  ],
  [
    'to the end of a file by a flag',
    "for (const row of rows) writeFileSync(file, row, { flag: 'a' }); // here",
    'writeInLoop'
  ],
  [
    'once, after a loop',
    'for (const row of rows) { text += row; }\nwriteFileSync(file, text); // here',
    null
  ],
  [
    'whose text takes the time',
    'for (const row of rows) writeFile(file, render(row), done); // here',
    null
  ],
  [
    'of the same file, awaited',
    'for (const row of rows)\n  await writeFile(file, row); // here',
    'fileRewritten'
  ],
  [
    'to the end of one file, awaited',
    'for (const row of rows)\n  await appendFile(file, row); // here',
    'writeInLoop'
  ],
  [
    'of files that can wait together',
    'for (const row of rows)\n  await writeFile(row.id, row.text); // here',
    'sequentialAwaits'
  ],
  ['to an open file', 'for (const row of rows)\n  stream.write(row); // here', null],
  ['of lines by its number', 'for (const row of rows) writeSync(fd, row); // here', 'writeInLoop']
])('writes %s', (_what, code, cause) => {
  const isAwaited = code.includes('await');
  const evidence = isAwaited ? ({ costs: 'waiting', waits: 20 } as const) : {};
  expect(causeOf(`const file = 'rows.csv';\nconst rows = read();\n${code}`, evidence)).toBe(cause);
});

describe('tensors', () => {
  const IMPORT = "import * as tf from '@tensorflow/tfjs';\nconst x = tf.ones([9]);";

  it.each([
    ['tensorReadInLoop', 'sums.push(x.mul(i).sum().dataSync()[0]);', {}],
    ['tensorReadInLoop', 'const [sum] = await x.sum().data();', { costs: 'waiting', waits: 9 }],
    ['tensorMadeInLoop', 'y = y.add(tf.tensor1d([1, 2, 3]));', {}],
    ['tensorNotDisposed', 'y = tf.add(x, i);', { allocated: 100, held: 90 }],
    ['tensorNotDisposed', 'losses.push(x.square());', { allocated: 100, held: 90 }],
    ['slowBackend', 'tf.tidy(() => tf.matMul(x, x));', { backends: ['tfjs/cpu'] }]
  ] as const)('%s: %s', (cause, line, evidence) => {
    expect(causeOf(loop(line, IMPORT), evidence)).toBe(cause);
  });

  it.each([
    ['y = tf.add(x, i);', { allocated: 100, held: 3 }],
    ['tf.tidy(() => tf.add(x, i));', { allocated: 100, held: 90 }],
    ['y = y.add(tf.scalar(i));', {}],
    ['y = tf.matMul(x, x);', { backends: ['tfjs/wasm'] }],
    ['sum += list.data();', {}]
  ] as const)('none: %s', (line, evidence) => {
    expect(causeOf(loop(line, IMPORT), evidence)).toBeNull();
  });
});

describe('errors that are thrown in a loop', () => {
  const LINES = `function sum(texts) {
  let all = 0;
  for (const text of texts) {
    try {
      all += parse(text); // here
    } catch {
      all += 0;
    }
  }
  return all;
}`;

  it('are told by lines of which V8 gave up optimized code', () => {
    expect(causeOf(LINES, { givenUpLines: [5] })).toBe('throwInLoop');
  });

  it('are told by functions where V8 tells no lines', () => {
    expect(causeOf(LINES, { givenUpFunctions: ['sum'] })).toBe('throwInLoop');
    expect(causeOf(LINES, { givenUpFunctions: ['other'] })).toBeNull();
  });

  it('are not told by the syntax alone', () => {
    expect(causeOf(LINES)).toBeNull();
    expect(causeOf(LINES, { givenUpLines: [2] })).toBeNull();
  });
});

describe('what a value is', () => {
  it.each([
    ['list: readonly number[]', 'searchInLoop'],
    ['list: Array<string>', 'searchInLoop'],
    ['list = []', 'searchInLoop'],
    ['list: string', null],
    ["list = ''", null],
    ['list: Uint8Array', null],
    ['list', null]
  ])('is told by the parameter `%s`', (parameter, cause) => {
    const code = `function count(${parameter}, n: number) {${loop('if (list.includes(i)) found++;')}\n}`;
    expect(causeOf(code)).toBe(cause);
  });

  it.each([
    ['count(rows.map(row => row.id));', 'searchInLoop'],
    ["count('text');", null]
  ])('is told by the call `%s`', (call, cause) => {
    const code = `${call}\nfunction count(list) {${loop('if (list.includes(i)) found++;')}\n}`;
    expect(causeOf(code)).toBe(cause);
  });

  it('is told by the field of a class', () => {
    const body = loop('if (this.#seen.includes(i)) found++;');
    expect(causeOf(`class A {\n#seen: number[] = [];\nrun(n) {${body}\n}\n}`)).toBe('searchInLoop');
    expect(causeOf(`class A {\n#seen = '';\nrun(n) {${body}\n}\n}`)).toBeNull();
    const set = (value: string): string =>
      `class A {\nconstructor() {\nthis.seen = ${value};\n}\nrun(n) {${body.replace('#', '')}\n}\n}`;
    expect(causeOf(set('[]'))).toBe('searchInLoop');
    expect(causeOf(set("''"))).toBeNull();
  });

  it('goes round in no circles', () => {
    expect(causeOf(loop('if (a.includes(i)) found++;', 'let a = b;\nlet b = a;'))).toBeNull();
  });
});

describe('awaits', () => {
  const waiting = { costs: 'waiting', waits: 9 } as const;

  it.each([
    ['rows.push(await load(i));', 'sequentialAwaits'],
    ['cursor = await load(cursor);', null],
    ['last = (await load(last.id)).last;', null],
    ['if (await isDone(i)) break;', null],
    ['await sleep(100);', null],
    ['await new Promise(r => setTimeout(r, 10));', null],
    ['await new Promise<void>((resolve, reject) => { setTimeout(() => resolve(), 10); });', null],
    ['await new Promise<void>(done => void setImmediate(done));', null],
    [
      'rows.push(await new Promise(done => setTimeout(() => done(load(i)), 10)));',
      'sequentialAwaits'
    ],
    ['rows.push(await new Promise(done => pool.run(i, done)));', 'sequentialAwaits'],
    ['await writer.write(i);', null],
    ['yield await load(i);', null],
    ['rows.push(...(await Promise.all(batch(i).map(load))));', null],
    ['await Promise.allSettled([load(i), load(-i)]);', null],
    ['last = { ...last, id: await load(last.id) };', null]
  ])('%s', (line, cause) => {
    const before = 'let cursor = 0;\nlet last = { id: 0 };\nconst rows = [];';
    expect(causeOf(loop(line, before), waiting)).toBe(cause);
  });

  it('are not one after another where they overlap', () => {
    const overlapping = { ...waiting, overlaps: true };
    expect(causeOf(loop('rows.push(await load(i));'), overlapping)).toBeNull();
  });

  it('are no matter where one thread, which is the only one, has to do it all', () => {
    const forOne = { ...waiting, isForOne: true };
    expect(causeOf(loop('rows.push(await load(i));'), forOne)).toBeNull();
  });

  it('need several waits', () => {
    expect(causeOf(loop('rows.push(await load(i));'), { ...waiting, waits: 1 })).toBeNull();
  });
});

describe('a loop around the calls of a function', () => {
  const CODE = `class Lru {
  keys: string[] = [];
  touch(key) {
    return this.keys.indexOf(key); // here
  }
  set(key) {
    this.touch(key);
  }
}
for (const key of keys) {
  lru.set(key);
}
lru.set('last');`;
  const causeWith = (...lines: number[]): string | null =>
    findCause({
      place: { file: FILE, line: 4 },
      textOf: () => CODE,
      evidence: EVIDENCE,
      callers: lines.map(line => ({ file: FILE, line }))
    })?.cause ?? null;

  it('may be some calls further out', () => {
    expect(causeWith(11)).toBe('searchInLoop');
    expect(causeWith(7, 11)).toBe('searchInLoop');
    expect(causeWith(7, 13)).toBeNull();
    expect(causeWith()).toBeNull();
  });
});

describe('awaits in a row', () => {
  const beside = new Map([1, 2, 3, 4, 5, 6].map(line => [line, 100e6] as const));
  const waiting = { costs: 'waiting', waits: 1, waited: beside } as const;
  const row = (...lines: string[]): string =>
    `async function report(id) {\n${lines.join('\n')} // here\n  return [];\n}`;

  it.each([
    [
      'for nothing of each other',
      [
        'const a = await loadUsers();',
        '// the next',
        'const b = await fetchOrders(id);',
        'const { c } = await db.getPrices(id);'
      ],
      'sequentialAwaits'
    ],
    [
      'for what the first gave',
      [
        'const a = await loadUsers();',
        'const b = await fetchOrders(a);',
        'const c = await getPrices(b);'
      ],
      null
    ],
    [
      'of which the last needs another',
      [
        'const a = await loadUsers();',
        'const b = await fetchOrders(id);',
        'const c = await getPrices(a);'
      ],
      null
    ],
    [
      'of which there are two',
      ['const a = await loadUsers();', 'const b = await fetchOrders(id);'],
      null
    ],
    [
      'that change something',
      [
        'const a = await saveUsers();',
        'const b = await postOrders(id);',
        'const c = await setPrices(id);'
      ],
      null
    ],
    [
      'that read on from where another stopped',
      [
        'const a = await file.readLine();',
        'const b = await file.readLine();',
        'const c = await file.readLine();'
      ],
      null
    ],
    [
      'with other code between them',
      [
        'const a = await loadUsers();',
        'a.sort();',
        'const b = await fetchOrders(id);',
        'b.sort();',
        'const c = await getPrices(id);'
      ],
      null
    ]
  ])('%s', (_, lines, cause) => {
    expect(causeOf(row(...lines), waiting)).toBe(cause);
  });

  it('are no matter where one takes all the time, or they overlap', () => {
    const lines = row(
      'const a = await loadA();',
      'const b = await loadB();',
      'const c = await loadC();'
    );
    expect(causeOf(lines, waiting)).toBe('sequentialAwaits');
    const one = new Map([
      [2, 5e6],
      [3, 900e6]
    ]);
    expect(causeOf(lines, { ...waiting, waited: one })).toBeNull();
    expect(causeOf(lines, { ...waiting, waited: new Map() })).toBeNull();
    expect(causeOf(lines, { ...waiting, overlaps: true })).toBeNull();
  });
});

describe('a query for each row', () => {
  it.each([
    ["rows.push(db.get('SELECT a FROM t WHERE id = ?', i));", 'queryPerRow'],
    ["rows.push(client.query('SELECT a FROM t WHERE id = $1', [i]));", 'queryPerRow'],
    ['rows.push(prisma.user.findUnique({ where: { id: i } }));', 'queryPerRow'],
    ['rows.push(userRepository.get(i));', 'queryPerRow'],
    ['rows.push(pool.execute(statements[i]));', 'queryPerRow'],
    ['rows.push(pool.run(() => load(i)));', null],
    ['rows.push(workerPool.run(i));', null],
    ['rows.push(httpClient.get(`/users/${i}`));', null],
    ['rows.push(threadPool.execute(() => square(i)));', null],
    ['rows.push(db.run(async () => square(i)));', null]
  ])('%s', (line, cause) => {
    expect(causeOf(loop(line, 'const rows = [];'))).toBe(cause);
  });
});

describe('code that cannot be told', () => {
  it('of a file whose text is not known has no cause', () => {
    const looked = { place: { file: 'b.ts', line: 3 }, evidence: EVIDENCE, callers: [] };
    expect(findCause({ ...looked, textOf: () => null })).toBeNull();
    expect(findCause({ ...looked, textOf: () => '' })).toBeNull();
  });

  it.each(['(', '[{(', '}', '/*', '`${', '<a>', 'x=>', '\u2028', 'a?.b(', '...', 'for(;;)', '\n'])(
    'of %j again and again is looked at no further than a function is long',
    piece => {
      const source = Array.from({ length: 5000 }, () => piece.repeat(20)).join('\n');
      const last = sourceLines(source).length + 1;
      expect(causeOf(`${source}\nx(); // here`)).toBeNull();
      expect(
        new Code(`${source}\nx();`, { file: FILE, line: last }).text.length
      ).toBeLessThanOrEqual(16_000);
    }
  );

  it('around lines that are left out has the lines of the file', () => {
    const kept = `${'\n'.repeat(5000)}${loop('if (list.includes(i)) found++;', 'const list: number[] = ids();')}`;
    const found = findCause({
      place: { file: 'a.ts', line: 5003 },
      textOf: () => kept,
      evidence: EVIDENCE,
      callers: []
    });
    expect(found).toEqual({
      cause: 'searchInLoop',
      code: 'list.includes(i)',
      around: { file: 'a.ts', line: 5002 }
    });
  });
});
