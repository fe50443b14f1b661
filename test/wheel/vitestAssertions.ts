import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import typescript from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type InstalledPackage, npmPackage } from './installedPackage';
import { nodeVersions } from '../support/nodeVersions';
import { sampleOf } from '../support/tiers';

const PAGE = fileURLToPath(new URL('../../docs/user-guide/tests-and-ci.md', import.meta.url));

const TEST = `import { expect, test } from 'vitest';
import { range } from 'kernelscope';
import { profiled } from 'kernelscope/vitest';
import * as required from './required.cjs';

function compute(times: number): number {
  let sum = 0;
  for (let turn = 0; turn < times * 1e6; turn++) sum += Math.sqrt(turn);
  return sum;
}

function makeRows(): readonly object[] {
  return Array.from({ length: 20_000 }, (_, row) => ({ row, next: [row] }));
}

const times = Number(process.env.TIMES ?? 1);
// so many that a run in which the machine did something else does not decide
const RUNS = 100;
const parse = () => range('parse', () => compute(times));

test('within limits', async () => {
  const runs = await profiled(parse, { repeat: RUNS });
  expect(runs).toTakeLessThan('parse', '5 s');
  expect(runs).toTakeLessThan('5 s');
  expect(runs).toAllocateLessThan('50 MB');
  expect(runs).not.toTakeLessThan('parse', '10 us');
});

test('too slow', async () => {
  expect(await profiled(parse, { repeat: RUNS })).toTakeLessThan('parse', '20 us');
});

test('negated', async () => {
  expect(await profiled(parse, { repeat: 6 })).not.toTakeLessThan('parse', '9 s');
});

test('too much', async () => {
  expect(await profiled(makeRows, { repeat: 2 })).toAllocateLessThan('makeRows', '100 kB');
});

test('misspelt', async () => {
  expect(await profiled(parse, { repeat: 2 })).not.toTakeLessThan('pasre', '1 ms');
});

test('failing code', async () => {
  await profiled(() => {
    throw new TypeError('own error of the code');
  });
});

test('a baseline', async () => {
  expect(await profiled(parse)).toHaveNoRegression('perf/parse.json', { tolerance: 0.5 });
});

test('from CommonJS', async () => {
  expect(await required.profiled(parse, { repeat: 2 })).toTakeLessThan('5 s');
});
`;

const WRONG = `import { expect } from 'vitest';
import { profiled } from 'kernelscope/vitest';

const runs = await profiled(() => 1, { repeat: 3 });
expect(runs).toTakeLessThan('1 ms');
expect(runs).not.toTakeLessThan('parse', '1 ms');
expect(runs).toHaveNoRegression('a.json', { tolerance: 0.1 });
expect(runs).toAllocateLessThan(10);
expect(runs).toTakeLessThan('a', 'b', 'c');
expect(runs).toTakeLess('1 ms');
`;

/** A release of Vitest, and the Node that it runs on. */
interface Release {
  readonly vitest: string;
  readonly node: () => string;
}

/** The release that is used most. */
export const USUAL_RELEASE: Release = { vitest: '4.1.11', node: () => process.execPath };

/** The last of each other line. */
export const OTHER_RELEASES: readonly Release[] = [
  { vitest: '3.2.7', node: () => process.execPath },
  // which needs Node 22
  ...nodeVersions()
    .filter(({ title }) => title.startsWith('Node 22.'))
    .map(({ executable }) => ({ vitest: '5.1.1', node: () => executable }))
];

/** Ways to find the types of a package. */
const RESOLUTIONS = [
  ['node16', typescript.ModuleKind.Node16, typescript.ModuleResolutionKind.Node16],
  ['bundler', typescript.ModuleKind.ESNext, typescript.ModuleResolutionKind.Bundler]
] as const;

interface TestedCase {
  readonly title: string;
  readonly status: string;
  readonly failureMessages: readonly string[];
}

interface Tested {
  readonly code: number | null;
  readonly printed: string;
  /** By the titles of tests: what failed, or null. */
  readonly failures: Readonly<Record<string, string | null>>;
}

/** Declares what holds in projects with these releases of Vitest. */
export function testAssertions(releases: readonly Release[]): void {
  describe.each(releases)('with Vitest $vitest,', ({ vitest: release, node }) => {
    let installed: InstalledPackage;
    let nodeVersion: string;

    beforeAll(() => {
      installed = npmPackage('whole', [`vitest@${release}`]);
      nodeVersion = execFileSync(node(), ['-p', 'process.versions.node'], {
        encoding: 'utf8'
      }).trim();
      const { folder } = installed;
      writeFileSync(join(folder, 'own.test.ts'), TEST);
      writeFileSync(
        join(folder, 'required.cjs'),
        "exports.profiled = require('kernelscope/vitest').profiled;\n"
      );
    });

    afterAll(() => installed.dispose());

    /** Runs the real Vitest in the project. */
    function vitest(args: readonly string[], env: Readonly<Record<string, string>> = {}): Tested {
      const { folder, packages } = installed;
      const report = join(folder, 'report.json');
      const program = join(packages, 'vitest', 'vitest.mjs');
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
      // on a busy machine a hundred recorded runs take longer than the 5 s that a test has by default
      const options = ['--testTimeout=120000', ...reporters];
      const { status, stdout, stderr } = spawnSync(node(), [program, 'run', ...options, ...args], {
        cwd: folder,
        env: { PATH: process.env.PATH, HOME: folder, NO_COLOR: '1', ...env },
        encoding: 'utf8'
      });
      const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
        readonly testResults: readonly { readonly assertionResults: readonly TestedCase[] }[];
      };
      const cases = testResults.flatMap(({ assertionResults }) => assertionResults);
      const failures = cases.map(({ title, status: outcome, failureMessages }) => [
        title,
        outcome === 'passed' ? null : failureMessages.join('\n')
      ]);
      return {
        code: status,
        printed: stdout + stderr,
        failures: Object.fromEntries(failures) as Tested['failures']
      };
    }

    describe('kernelscope/vitest in a project of its own', () => {
      it('passes and fails as its assertions say, in the words of Vitest', () => {
        const { code, printed, failures } = vitest(['own']);
        expect(code).toBe(1);
        expect(Object.keys(failures)).toHaveLength(8);
        expect(failures['within limits'], printed).toBeNull();
        expect(failures['from CommonJS'], printed).toBeNull();
        expect(failures['too slow']).toMatch(
          /expect\(profiled\)\.toTakeLessThan\("parse", "20 us"\)\s+Expected: < 20 us per run\s+Received: [\d.]+ ms per run \(95 % CI [\d.]+ ms to [\d.]+ ms, 100 runs\)/
        );
        expect(failures.negated).toMatch(/Expected: not < 9 s per run/);
        expect(failures['too much']).toMatch(
          /Expected: < 100 kB per run\s+Received: [\d.]+ MB per run/
        );
        expect(failures.misspelt).toContain('Nothing named pasre was recorded; nearest: parse.');
        expect(failures['failing code']).toContain('TypeError: own error of the code');
        expect(failures['a baseline']).toContain(
          'There is no baseline perf/parse.json: run vitest -u'
        );
        expect(printed).toContain('toTakeLessThan("parse", "20 us")');
      });

      it('writes a baseline with -u, compares with it, and refuses that of another environment', () => {
        const only = ['own', '-t', 'a baseline'];
        const file = join(installed.folder, 'perf', 'parse.json');
        expect(existsSync(file)).toBe(false);
        expect(vitest([...only, '-u']).code).toBe(0);
        const written = readFileSync(file, 'utf8');
        expect(vitest(only).printed).toMatch(/1 passed/);
        expect(readFileSync(file, 'utf8')).toBe(written);
        const slower = vitest(only, { TIMES: '4' });
        expect(slower.code).toBe(1);
        expect(slower.failures['a baseline']).toMatch(
          /whole run [\d.]+ ms → [\d.]+ ms per run, \+/
        );
        expect(slower.failures['a baseline']).toMatch(/\d+ runs before and \d+ after/);
        writeFileSync(file, written.replace(nodeVersion, '1.2.3'));
        expect(vitest(only).failures['a baseline']).toContain(
          `was not measured in this environment: Node 1.2.3, here ${nodeVersion}.`
        );
      });
    });

    describe('the test that the guide shows', () => {
      it('runs as it is written, and passes once its baseline is made', () => {
        const page = readFileSync(PAGE, 'utf8');
        const [, snippet = ''] = /```ts\n([^]*?)```/.exec(page) ?? [];
        const { folder } = installed;
        writeFileSync(join(folder, 'guide.test.ts'), snippet);
        writeFileSync(
          join(folder, 'importRows.ts'),
          'export const importRows = (file: string): number =>\n' +
            "  JSON.stringify(JSON.parse(`[${'1,'.repeat(5000)}1]`)).length + file.length;\n"
        );
        const { code, failures, printed } = vitest(['guide', '-u']);
        expect([code, Object.values(failures)], printed).toEqual([0, [null]]);
        expect(existsSync(join(folder, 'perf', 'import.json'))).toBe(true);
      });
    });

    describe.each(sampleOf(RESOLUTIONS, 2))(
      'the types of kernelscope/vitest with the resolution %s',
      (_, module, moduleResolution) => {
        it('know the assertions, and refuse wrong arguments', () => {
          const file = join(installed.folder, 'types.mts');
          writeFileSync(file, WRONG);
          const program = typescript.createProgram([file], {
            ...{ module, moduleResolution, strict: true, noEmit: true, skipLibCheck: true },
            target: typescript.ScriptTarget.ES2022,
            types: []
          });
          const found = typescript
            .getPreEmitDiagnostics(program)
            .map(({ file: source, start = 0, messageText }) => {
              const line = source ? source.getLineAndCharacterOfPosition(start).line + 1 : 0;
              return `${line}: ${typescript.flattenDiagnosticMessageText(messageText, ' ')}`;
            });
          expect(found).toEqual([
            expect.stringMatching(
              /^8: Argument of type .*'number' is not assignable to type 'string'/
            ),
            expect.stringMatching(/^9: /),
            expect.stringMatching(/^10: Property 'toTakeLess' does not exist/)
          ]);
        });
      }
    );
  });
}
