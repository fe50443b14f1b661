import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { loadProfile } from 'kernelscope';
import type { FactParts } from 'kernelscope/model';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { nodeVersions } from '../support/nodeVersions';
import { KernelClient } from './kernelClient';
import { evaluateCell, runCell } from './runCell';

type DeoptRow = NonNullable<FactParts['deopts']>['rows'][number];

const COMMAND = fileURLToPath(new URL('../../src/bin/kernelscope.cjs', import.meta.url));
const PACKAGE = createRequire(import.meta.url).resolve('kernelscope');

/** Objects of another shape in each round, which the code is optimized for. `area` reads them in line 3. */
const SHAPES = `interface Shape { width: number; height: number }
function area(shape: Shape): number {
  return shape.width * shape.height;
}
function sum(shapes: Shape[]): number {
  let all = 0;
  for (const shape of shapes) all += area(shape);
  return all;
}
function rounds(count: number): void {
  for (let round = 0; round < count; round++) {
    const shapes = Array.from(
      { length: 2000 },
      (_, at) => ({ ['p' + round]: 0, width: at & 7, height: 2 }) as unknown as Shape
    );
    for (let run = 0; run < 300; run++) sum(shapes);
  }
}
`;

let folder: string;
let temporary: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ks-deopts-'));
  temporary = path.join(folder, 'tmp');
  mkdirSync(temporary);
});
afterEach(() => rmSync(folder, { recursive: true }));

const run = (node: string, ...args: readonly string[]) =>
  promisify(execFile)(node, args, { cwd: folder, env: { ...process.env, TMPDIR: temporary } });
const leftBehind = (): readonly string[] =>
  readdirSync(temporary).filter(name => name.startsWith('kernelscope-'));
const hasLines = (version: string): boolean => Number(/\d+/.exec(version)![0]) >= 24;

/** Runs a script with the package, and returns what it prints as JSON. */
async function answerOf(
  node: string,
  source: string,
  ...flags: readonly string[]
): Promise<unknown> {
  const file = path.join(folder, 'script.cjs');
  writeFileSync(file, `const { profile } = require(${JSON.stringify(PACKAGE)});\n${source}`);
  const { stdout } = await run(node, ...flags, file);
  return JSON.parse(stdout) as unknown;
}

/** Functions that V8 optimizes for objects of one shape, and that then get one of another, in JavaScript. */
const CHANGING = `
const one = { value: 1 };
const other = { name: 2, value: 1 };
let count = 0;
function change() {
  for (let time = 0; time < 5; time++) {
    // Of equal texts, V8 would know the shapes already.
    const read = new Function('return function read(object) { return object.value + ' + count++ + '; }')();
    for (let run = 0; run < 1000000; run++) read(one);
    read(other);
  }
}
const reportOf = session => session.finished.data.sources.find(({ source }) => source === 'deopts');
`;

describe.each(nodeVersions())('on $title', ({ executable: node, title }) => {
  test('a program has its deoptimizations with lines of TypeScript, and prints what it prints', async () => {
    writeFileSync(path.join(folder, 'shapes.ts'), `${SHAPES}rounds(12);\nconsole.log('done');\n`);
    const { stdout, stderr } = await run(
      node,
      COMMAND,
      'run',
      '--deopts',
      '-o',
      'a.kscope',
      'shapes.ts'
    );
    expect(stdout).toBe('done\n');
    expect(stderr).toContain('\nDeoptimizations\n');
    expect(leftBehind()).toEqual([]);
    const { data } = loadProfile(path.join(folder, 'a.kscope'));
    const rows = data.meta.deopts!.rows.filter(({ reason }) => reason === 'wrong map');
    const own = rows.filter(({ file }) => file === 'shapes.ts');
    expect(own.length).toBeGreaterThan(0);
    for (const { line, kind, firstNs, lastNs } of own) {
      expect(line > 0).toBe(hasLines(title));
      expect(kind).toBe('eager');
      expect(firstNs).toBeLessThanOrEqual(lastNs);
      expect(lastNs).toBeLessThanOrEqual(data.meta.durationNs);
    }
    if (hasLines(title)) expect(own.map(({ line }) => line)).toContain(3);
    const shown = await run(node, COMMAND, 'show', '--deopts', 'a.kscope');
    expect(shown.stdout).toContain(
      hasLines(title) ? 'area  shapes.ts:3  eager  wrong map  ' : '  wrong map  '
    );
  });

  test('V8 traces while a recording wants it, and no longer', async () => {
    const answer = await answerOf(
      node,
      `${CHANGING}
const { readdirSync, statSync } = require('node:fs');
const traceBytes = () => {
  const name = readdirSync(process.env.TMPDIR).find(each => each.startsWith('kernelscope-'));
  return statSync(process.env.TMPDIR + '/' + name + '/main').size;
};
(async () => {
  const outer = profile({ deopts: true, cpuIntervalUs: null });
  change();
  const inner = profile({ deopts: true, cpuIntervalUs: null });
  change();
  await inner.stop();
  change();
  const before = traceBytes();
  change();
  const during = traceBytes();
  await outer.stop();
  const atEnd = traceBytes();
  change();
  const after = traceBytes();
  await profile.run(() => { change(); }, { deopts: true, cpuIntervalUs: null });
  console.log(JSON.stringify({
    grew: during > before, stayed: after === atEnd, status: reportOf(outer).status,
    both: [reportOf(outer).records, reportOf(inner).records], third: profile.last.data.meta.deopts.rows.length
  }));
})();`
    );
    expect(answer).toMatchObject({ grew: true, stayed: true, status: 'ok' });
    const { both, third } = answer as { both: readonly [number, number]; third: number };
    expect(both[0]).toBeGreaterThan(both[1]);
    expect(both[1]).toBeGreaterThan(0);
    expect(third).toBeGreaterThan(0);
    expect(leftBehind()).toEqual([]);
  });

  test('deoptimizations of worker threads are left out', async () => {
    const rows = (await answerOf(
      node,
      `${CHANGING}
const { Worker } = require('node:worker_threads');
const worker = \`function inWorker(object) { return object.value; }
for (let shape = 0; shape < 6; shape++)
  for (let run = 0; run < 200000; run++) inWorker({ ['q' + shape]: 0, value: 1 });\`;
(async () => {
  await profile.run(async () => {
    change();
    await new Promise(resolve => new Worker(worker, { eval: true }).on('exit', resolve));
    change();
  }, { deopts: true, cpuIntervalUs: null, workers: false });
  console.log(JSON.stringify(profile.last.data.meta.deopts.rows));
})();`
    )) as readonly DeoptRow[];
    const names = rows.map(row => row.function);
    // Before Node 24, V8 names the function that the other one was inlined into.
    expect(names.some(name => name === 'read' || name === 'change')).toBe(true);
    expect(names).not.toContain('inWorker');
  });

  test('a recording is refused the trace of a user, and says so', async () => {
    const answer = await answerOf(
      node,
      `${CHANGING}
(async () => {
  const session = profile({ deopts: true, cpuIntervalUs: null });
  await session.stop();
  console.log(JSON.stringify(reportOf(session)));
})();`,
      '--redirect-code-traces',
      `--redirect-code-traces-to=${path.join(folder, 'own.asm')}`
    );
    expect(answer).toMatchObject({ status: 'unavailable', records: 0 });
    expect((answer as { message: string }).message).toContain('start Node without --redirect-code');
  });
});

describe('a cell', () => {
  let kernel: KernelClient;

  beforeAll(async () => {
    kernel = await KernelClient.start();
    await runCell(kernel, `import { profile } from 'kernelscope';\n${SHAPES}`);
  });
  afterAll(() => kernel.dispose());

  test('has its deoptimizations', async () => {
    await runCell(kernel, '%%profile -q --deopts\nrounds(12);');
    const rows = await evaluateCell<DeoptRow[]>(kernel, 'profile.last!.data.meta.deopts!.rows');
    const own = rows.filter(({ reason }) => reason === 'wrong map');
    expect(own.map(row => row.function)).toContain('area');
    expect(own.map(({ file }) => file)).toContain('Cell [1]');
  });

  test('has none unless asked to', async () => {
    await runCell(kernel, '%%profile -q\nrounds(2);');
    expect(await evaluateCell(kernel, 'profile.last!.data.meta.deopts === undefined')).toBe(true);
  });
});
