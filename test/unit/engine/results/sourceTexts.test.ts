import { describe, expect, it } from 'vitest';
import { textsByFile, withSourceTexts } from '../../../../src/engine/results/sourceTexts';
import type { Profile } from '../../../../src/model/profile/profile';
import { validateProfile } from '../../../../src/model/validate/validate';
import { identityMapper } from '../../../../src/sources/v8/scripts/sourceMapper';
import { sourceProfile } from '../../../support/sourceProfile';

const cell = { file: 'Cell [9]', executionCount: 9, source: 'run();' };
const ofCells = sourceProfile({
  cell,
  durationNs: 100e6,
  lines: [9, 1, 2, 3, 4, 5, 6].map((number, row) => {
    return { file: `Cell [${number}]`, line: 1, selfNs: (row + 1) * 1e6, totalNs: 9e6 };
  })
});

type Texts = Readonly<Record<string, string>>;

const textsIn = (profile: Profile, cells: Texts, files: Texts = {}) => {
  const known = {
    cells: () => new Map(Object.entries(cells)),
    fileText: (file: string) => files[file] ?? null
  };
  return validateProfile(withSourceTexts(profile, known)).sourceTexts;
};

describe('the source texts of cells', () => {
  it('are of those that have samples, hottest first, without the profiled cell', () => {
    const texts = { 'Cell [1]': 'a', 'Cell [3]': 'c', 'Cell [7]': 'cold', 'Cell [9]': 'own' };
    expect(textsIn(ofCells, texts)).toEqual([
      { file: 'Cell [3]', text: 'c', isClipped: false },
      { file: 'Cell [1]', text: 'a', isClipped: false }
    ]);
  });

  it('are cut at 64,000 characters each and 256,000 together', () => {
    const long = 'x'.repeat(70_000);
    const names = [1, 2, 3, 4, 5, 6].map(number => [`Cell [${number}]`, long] as const);
    const texts = textsIn(ofCells, {
      ...Object.fromEntries(names),
      'Cell [6]': 'y'.repeat(1000)
    });
    expect(texts.map(({ file, text, isClipped }) => [file, text.length, isClipped])).toEqual([
      ['Cell [6]', 1000, false],
      ['Cell [5]', 64_000, true],
      ['Cell [4]', 64_000, true],
      ['Cell [3]', 64_000, true],
      ['Cell [2]', 63_000, true]
    ]);
  });

  it('are not gathered for a profile that has no other cell', () => {
    const lines = [{ file: 'Cell [9]', line: 1, selfNs: 1e6, totalNs: 1e6 }];
    const own = sourceProfile({ cell, durationNs: 100e6, lines });
    const cells = (): never => {
      throw new Error('gathered');
    };
    expect(withSourceTexts(own, { cells, fileText: () => null }).sourceTexts).toEqual([]);
    expect(() => withSourceTexts(ofCells, { cells, fileText: () => null })).toThrow('gathered');
  });

  it('are named as frames are: relative, and by the file the script was made of', () => {
    const mapper = { ...identityMapper, sourceFile: (file: string) => file.replace('.js', '.ts') };
    const cells = [
      ['Cell [1]', 'a'],
      ['/notebooks/model.js', 'b']
    ] as const;
    const texts = textsByFile(() => cells, { mapper, folder: '/notebooks' });
    expect([...texts]).toEqual([
      ['Cell [1]', 'a'],
      ['model.ts', 'b']
    ]);
  });
});

const STORE = `import { open } from './disk';
const SECRET = 'never sampled';

export async function load(
  name: string
): Promise<Store> {
  const file = await open(name);
  return parse(file);
}

const cold = () => SECRET.length;

export class Store {
  find(key: string) {
    return this.rows.find(row => row.key === key);
  }
  private cold2() {
    return SECRET;
  }
}
run(1); run(2);
`;

/** A profile of lines of `store.ts` with shares of the run, in functions that begin on those lines. */
function ofStore(
  lines: readonly (readonly [line: number, share: number])[],
  begins: readonly number[] = [4, 14],
  file = 'store.ts'
): Profile {
  const drawn = sourceProfile({
    cell: null,
    durationNs: 100e6,
    lines: lines.map(([line, share]) => {
      return { file, line, selfNs: share * 100e6, totalNs: share * 100e6 };
    }),
    functions: begins.map(line => [`at${line}`, file, 1] as const)
  });
  const { frames, strings } = drawn;
  const line = frames.line.slice();
  for (let row = 0; row < frames.length; row++) {
    line[row] = Number(/^at(\d+)$/.exec(strings[frames.name[row]])?.[1] ?? 0);
  }
  return { ...drawn, frames: { ...frames, line } };
}

/** The numbers of the lines that a text has. */
const kept = (text: string): number[] =>
  text.split('\n').flatMap((line, at) => (line === '' ? [] : [at + 1]));

describe('the source texts of files', () => {
  const textOf = (profile: Profile, text = STORE) =>
    textsIn(profile, {}, { 'store.ts': text }).at(0);

  it('are those of hot functions, on their own lines', () => {
    const found = textOf(ofStore([[7, 0.4]]));
    expect(found?.isClipped).toBe(true);
    expect(found?.text.split('\n')[6]).toBe('  const file = await open(name);');
    expect(kept(found?.text ?? '')).toEqual([4, 5, 6, 7, 8, 9]);
  });

  it.each([
    ['a method', [[15, 0.2]], [13, 14, 15, 16, 20]],
    ['the top level', [[21, 0.2]], [13, 19, 20, 21]],
    ['a function of one line', [[11, 0.2]], [11], [11]],
    [
      'several functions',
      [
        [7, 0.2],
        [15, 0.3]
      ],
      [4, 5, 6, 7, 8, 9, 13, 14, 15, 16, 20]
    ],
    [
      'a cold line beside a hot one',
      [
        [7, 0.2],
        [15, 0.001]
      ],
      [4, 5, 6, 7, 8, 9]
    ]
  ] as const)('know where %s ends', (_, lines, expected, begins?: readonly number[]) => {
    expect(kept(textOf(ofStore(lines, begins))?.text ?? '')).toEqual(expected);
  });

  it('never have the value of a constant that is text', () => {
    const texts = [4, 7, 8, 14, 15, 21].map(line => textOf(ofStore([[line, 0.5]]))?.text ?? '');
    expect(texts.filter(text => text.includes('SECRET ='))).toEqual([]);
  });

  it('have the definitions of lists, patterns, statements and objects that hot functions use, and no others', () => {
    const text = `const EMAIL = /^(\\w+)+@/;
const KEY = 'secret';
const settings = { password: 'secret' };
const other = new Map();
const cache = new Map();
let last: string[];
const names = [
  'one',
  'two'
];
const count = 3;
const one = db.prepare('SELECT * FROM rows WHERE id = ?');
const all = db.prepare('SELECT * FROM rows');
export class Store {
  readonly #seen: string[] = [];
  private readonly token = 'secret';
  unused: string[] = [];
  find(name: string): boolean {
    last = names;
    use(KEY, settings, this.token, count, one.get(name));
    return this.#seen.includes(name) || EMAIL.test(name) || cache.has(name);
  }
}`;
    const found = textOf(ofStore([[21, 0.5]], [18]), text);
    expect(kept(found?.text ?? '')).toEqual([
      ...[1, 5, 6, 7, 8, 9, 10, 12, 14, 15, 18, 19, 20, 21, 22, 23]
    ]);
    expect(found?.text).not.toContain('secret');
  });

  it('have the fields of classes of plain JavaScript, and what constructors set', () => {
    const text = `list = [];
export class Store {
  seen = [];
  token = 'secret';
  unused = [];
  constructor(key) {
    this.rows = [];
    this.key = key;
  }
  find(name) {
    const at = this.seen.indexOf(name);
    return this.rows.includes(name) || list.includes(at) ? this.token : this.key;
  }
}`;
    const found = textOf(ofStore([[11, 0.5]], [6, 10]), text);
    expect(kept(found?.text ?? '')).toEqual([2, 3, 6, 7, 9, 10, 11, 12, 13, 14]);
  });

  it('are whole where all of a file is hot', () => {
    const text = 'export function f() {\n  return g();\n}';
    expect(textOf(ofStore([[2, 0.9]], [1]), text)).toEqual({
      ...{ file: 'store.ts', text },
      isClipped: false
    });
  });

  it('take the hottest functions of a large file, within its bounds', () => {
    const one = (at: number) => `function f${at}() {\n  return '${'x'.repeat(990)}';\n}\n`;
    const text = Array.from({ length: 400 }, (_, at) => one(at)).join('');
    const lines = Array.from(
      { length: 100 },
      (_, at) => [3 * at * 4 + 2, 0.009 - at * 1e-5] as const
    );
    const begins = lines.map(([line]) => line - 1);
    const found = textOf(ofStore(lines, begins), text);
    expect(found?.text.length).toBeLessThanOrEqual(64_000);
    expect(kept(found?.text ?? '').slice(0, 6)).toEqual([1, 2, 3, 13, 14, 15]);
    expect(kept(found?.text ?? '').length).toBeGreaterThan(150);
  });

  it('have lines around the hot one where a function is endless, and none of a line that is too long', () => {
    const body = Array.from({ length: 9000 }, (_, at) => `  step(${at});`);
    const endless = ['function f() {', ...body, '}'].join('\n');
    const found = textOf(ofStore([[5000, 0.9]], [1]), endless);
    expect(kept(found?.text ?? '')).toContain(5000);
    expect(found?.text.length).toBeLessThanOrEqual(64_000);
    expect(textOf(ofStore([[1, 0.9]], [1]), 'x'.repeat(100_000))).toBeUndefined();
  });

  it('are not asked for where there is nothing to show', () => {
    const asked: string[] = [];
    const known = {
      cells: () => new Map<string, string>(),
      fileText: (file: string) => (asked.push(file), null)
    };
    expect(withSourceTexts(ofStore([[7, 0.001]], []), known).sourceTexts).toEqual([]);
    expect(asked).toEqual([]);
  });

  it('are no longer than 256,000 characters with those of cells', () => {
    const cells = { 'Cell [6]': 'x'.repeat(64_000), 'Cell [5]': 'y'.repeat(64_000) };
    const body = `function f() {\n${`  ${'z'.repeat(300)};\n`.repeat(200)}}`;
    const files = Object.fromEntries([1, 2, 3, 4].map(number => [`Cell [${number}]`, body]));
    const texts = textsIn(ofCells, cells, files);
    const units = texts.reduce((sum, { text }) => sum + text.length, 0);
    expect(texts.length).toBeGreaterThanOrEqual(4);
    expect(units).toBeLessThanOrEqual(256_000);
  });
});
