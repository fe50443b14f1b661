import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, test } from 'vitest';
import { SAMPLED } from '../support/sampledTests';
import { expectTests, useTestFolder, WORK } from './programTestsRun';

const RUNNERS =
  process.env['KERNELSCOPE_TEST_RUNNERS'] ??
  fileURLToPath(new URL('../../.build/test-runners', import.meta.url));

const { write, run } = useTestFolder(path.resolve(RUNNERS));

const COMMONJS = WORK(false).replace('export function', 'exports.work = function');
const BODY = (word: string, before: string) => `${before}

${word}('works for long', async () => {
  await new Promise(resolve => setTimeout(resolve, 30));
  work({ ms: 250 });
});

${word}('works for a moment', () => {
  work({ ms: 60 });
});
`;

/** Lines of types alone move what compilers write. */
const TYPED = BODY(
  'test',
  `import { work } from '../src/work';

interface Later {
  readonly soon: number;
}

export const later: Later = { soon: 3 };`
);

const typed = (transform: string): string =>
  `module.exports = { rootDir: 'jest-ts', testEnvironment: 'node', transform: { '\\\\.ts$': ${transform} } };`;

/** Transforms by the names of compilers; before ES2017 they put functions in the place of an `await`. */
const COMPILERS = {
  'ts-jest': (target: string) =>
    `['ts-jest', { diagnostics: false, tsconfig: { target: '${target}', module: 'commonjs', isolatedModules: true, sourceMap: true } }]`,
  swc: (target: string) =>
    `['@swc/jest', { jsc: { target: '${target}', parser: { syntax: 'typescript' } } }]`
};

const COMPILED = [
  ['ts-jest', 'es2022'],
  ['ts-jest', 'es2015'],
  ['swc', 'es2022'],
  ['swc', 'es2015']
] as const;

interface Row {
  readonly title: string;
  readonly runner: 'Jest' | 'Mocha';
  readonly words: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  readonly work: string;
  readonly tests: readonly string[];
  readonly line: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** A runner with two files of tests in a folder of their own. */
function row(
  given: Pick<Row, 'title' | 'runner' | 'words' | 'env'> & {
    readonly at: string;
    readonly ending: string;
    readonly work: string;
    readonly test: string;
    readonly more?: Readonly<Record<string, string>>;
  }
): Row {
  const { at, ending, work, test: text, more = {} } = given;
  const tests = ['one', 'two'].map(name => `${at}/test/${name}.test${ending}`);
  const files = { [`${at}/src/work${ending}`]: work, [tests[0]]: text, [tests[1]]: text, ...more };
  const line = text.split('\n').findIndex(each => each.includes('works for long')) + 1;
  return { ...given, files, work: `${at}/src/work${ending}`, tests, line };
}

const js = {
  ending: '.js',
  work: COMMONJS,
  test: BODY('test', `const { work } = require('../src/work');`)
};
const mocha = { ...js, test: BODY('it', `const { work } = require('../src/work');`) };
const esm = { ending: '.mjs', work: WORK(false) };
const ts = { at: 'jest-ts', ending: '.ts', work: WORK(true), test: TYPED };

const ROWS: readonly Row[] = [
  row({ ...js, at: 'jest', title: 'Jest', runner: 'Jest', words: ['jest', '--rootDir', 'jest'] }),
  row({
    ...{ ...js, at: 'jest', title: 'Jest in processes', runner: 'Jest' },
    words: ['jest', '--rootDir', 'jest', '-w', '2']
  }),
  row({
    ...{ ...esm, at: 'jest-esm', title: 'Jest with modules', runner: 'Jest' },
    test: BODY('test', `import { work } from '../src/work.mjs';`),
    words: ['jest', '-c', 'esm.config.js'],
    env: { NODE_OPTIONS: '--experimental-vm-modules' },
    more: {
      'esm.config.js': `module.exports = { rootDir: 'jest-esm', testEnvironment: 'node', testMatch: ['**/*.test.mjs'], transform: {} };`
    }
  }),
  ...COMPILED.map(([compiler, target]) =>
    row({
      ...{ ...ts, title: `Jest with ${compiler} for ${target}`, runner: 'Jest' },
      words: ['jest', '-c', `${compiler}-${target}.config.js`],
      more: { [`${compiler}-${target}.config.js`]: typed(COMPILERS[compiler](target)) }
    })
  ),
  row({ ...mocha, at: 'mocha', title: 'Mocha', runner: 'Mocha', words: ['mocha', 'mocha/test'] }),
  row({
    ...{ ...mocha, at: 'mocha', title: 'Mocha in processes', runner: 'Mocha' },
    words: ['mocha', '--parallel', '--jobs', '2', 'mocha/test']
  }),
  row({
    ...{ ...esm, at: 'mocha-esm', title: 'Mocha with modules', runner: 'Mocha' },
    test: BODY('it', `import { work } from '../src/work.mjs';`),
    words: ['mocha', 'mocha-esm/test/*.mjs']
  })
];

describe('a run of tests', SAMPLED, () => {
  test.each(ROWS)('$title: shares are of tests, which are named with their times', each => {
    write('package.json', '{ "name": "tested" }');
    for (const [name, text] of Object.entries(each.files)) write(name, text);
    const { work, tests: files, line } = each;
    expectTests(run(each.words, each.env), each.runner, { work, files, line });
  });
});
