import { transformSync } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { SAMPLED } from '../support/sampledTests';
import { sampleOf } from '../support/tiers';
import { expectTests, useTestFolder, WORK } from './programTestsRun';

const { write, run } = useTestFolder();

const TESTS = (runner: string, ending: string) => `import { test } from '${runner}';
import { work } from '../src/work${ending}';

test('works for long', async () => {
  await new Promise(resolve => setTimeout(resolve, 30));
  work({ ms: 250 });
});

test('works for a moment', () => {
  work({ ms: 60 });
});
`;

/** Who runs the tests, from where, whether they are in TypeScript, and the command. */
const RUNNERS = [
  ['node:test', 'node:test', false, ['node', '--test', 'node/test']],
  ['Vitest', 'vitest', true, ['vitest', 'run', 'vitest/']]
] as const;

describe('a run of tests', SAMPLED, () => {
  test.each(sampleOf(RUNNERS, 2))(
    '%s: shares are of tests, which are named with their times',
    (name, runner, types, words) => {
      const [at, ending] = types ? ['vitest', '.ts'] : ['node', '.mjs'];
      write(`${at}/src/work${ending}`, WORK(types));
      const files = ['one', 'two'].map(file => `${at}/test/${file}.test${ending}`);
      for (const file of files) write(file, TESTS(runner, types ? '' : ending));
      expectTests(run(words), name, { work: `${at}/src/work${ending}`, files, line: 4 });
    }
  );

  test('what a hook does for each test is told with its line', () => {
    write('hooks/work.mjs', WORK(false));
    const tests = [1, 2, 3, 4].map(n => `test('adds ${n}', () => {});`);
    const hook = ['beforeEach(() => {', '  work({ ms: 70 });', '});'];
    const head = [
      "import { beforeEach, test } from 'node:test';",
      "import { work } from './work.mjs';"
    ];
    write('hooks/one.test.mjs', [...head, ...hook, ...tests].join('\n'));
    expect(run(['node', '--test', 'hooks/'])).toMatch(
      /^1\. Line hooks\/work\.mjs:8 .*`work\(\{ ms: 70 \}\)` runs again for each test, in the hook at hooks\/one\.test\.mjs:3\. /m
    );
  });

  test('tests that are too short for a sample leave the time to their runner', () => {
    write('short/one.test.mjs', "import { test } from 'node:test';\ntest('adds', () => {});\n");
    expect(run(['node', '--test', 'short/'])).toMatch(/^1\. node:test and start-up took /m);
  });
});

/** Compiles a module in memory as Jest's runtime does. */
const RUNTIME = `const vm = require('node:vm');
exports.load = (code, filename) => {
  const script = new vm.Script('({"Object.<anonymous>":function(module){' + code + '\\n}});', { filename });
  const module = { exports: {} };
  script.runInContext(vm.createContext({ performance }))['Object.<anonymous>'](module);
  return module.exports;
};
`;

/** Runs a module once, after which V8 throws its script away. */
const ONCE = `const { load } = require('jest-runtime');
for (const flag of ['--expose-gc', '--no-compilation-cache']) require('node:v8').setFlagsFromString(flag);
const collect = require('node:vm').runInNewContext('gc');
function once() {
  const code = require('node:fs').readFileSync('compiled/work.cache', 'utf8');
  load(code, require('node:path').resolve('compiled/work.ts')).work({ ms: 250 });
}
once();
for (let time = 1; time < 5; time++) setTimeout(collect, 10 * time);
`;

test(
  'code that Jest has compiled has the lines of its source, although V8 has it no more',
  SAMPLED,
  () => {
    const { code } = transformSync(WORK(true), {
      loader: 'ts',
      format: 'cjs',
      sourcefile: 'work.ts',
      sourcemap: 'inline'
    });
    write('compiled/node_modules/jest-runtime/index.js', RUNTIME);
    write('compiled/work.ts', WORK(true));
    write('compiled/work.cache', code);
    write('compiled/main.js', ONCE);
    expect(run(['compiled/main.js'])).toMatch(/^1\. Line compiled\/work\.ts:8 took .*`work\(\)`/m);
  }
);
