import { spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadProfile } from 'kernelscope';
import { labelledPart } from 'kernelscope/analysis';
import { beforeAll, expect, test } from 'vitest';
import { labelledStretches, labelsText } from '../../src/facts/sampleLabels';
import type { Profile } from '../../src/model/profile/profile';
import { cpuTotals } from '../support/functionTotals';
import { nodesUnderTest } from '../support/nodeVersions';
import { useFolder } from '../support/folders';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const COMMAND = path.join(ROOT, 'src', 'bin', 'kernelscope.cjs');
const NODES = nodesUnderTest();

const folder = useFolder();

beforeAll(() => {
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
});

/** A function of its own for each set of labels, which measures each of its runs. */
const SPINNING = ['plain', 'ofA', 'ofB', 'nested', 'ofRequest1', 'ofRequest2', 'ofThread']
  .map(
    name => `function ${name}(ms) {
  const start = performance.now();
  while (performance.now() - start < ms) for (let i = 0; i < 500; i++) Math.sqrt(i);
  performance.measure('${name}', { start, end: performance.now() });
}`
  )
  .join('\n');

const PROGRAM = `
import { AsyncResource } from 'node:async_hooks';
import { EventEmitter, once } from 'node:events';
import { readFile } from 'node:fs';
import http from 'node:http';
import { Worker, isMainThread } from 'node:worker_threads';
import { profile } from 'kernelscope';
${SPINNING}
const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));
async function handle(spin) {
  for (let i = 0; i < 6; i++) {
    spin(3);
    await null;
    spin(2);
    await sleep(1);
    spin(2);
    await new Promise(resolve => setImmediate(() => { spin(1); resolve(); }));
    await new Promise(resolve => readFile(import.meta.filename ?? '/dev/null', () => { spin(1); resolve(); }));
    await new Promise(resolve => process.nextTick(() => { spin(1); resolve(); }));
    await new Promise(resolve => queueMicrotask(() => { spin(1); resolve(); }));
    for await (const _ of (async function* () { yield spin(1); })()) spin(1);
  }
}
if (!isMainThread) {
  await profile.label({ route: 'thread' }, async () => { await sleep(1); ofThread(20); });
} else {
  const worker = new Worker(new URL(import.meta.url));
  const ended = once(worker, 'exit');
  plain(5);
  const resource = profile.label({ route: 'a' }, () => new AsyncResource('own'));
  await Promise.all([
    handle(plain),
    profile.label({ route: 'a' }, () => handle(ofA)),
    profile.label({ route: 'b', tenant: 7 }, () => handle(ofB)),
    profile.label({ route: 'a' }, async () => {
      await sleep(3);
      ofA(2);
      await profile.label({ step: 'in', route: 'c' }, () => handle(nested));
      ofA(2);
    })
  ]);
  profile.label({ route: 'b', tenant: 7 }, () => {
    ofB(1);
    resource.runInAsyncScope(() => ofA(2));
    ofB(1);
  });
  try { profile.label({ route: 'a' }, () => { ofA(1); throw new Error('planned'); }); } catch { plain(1); }
  await profile.label({ route: 'a' }, async () => { await null; throw new Error('planned'); }).catch(() => plain(1));
  const emitter = new EventEmitter();
  emitter.on('event', () => ofB(1));
  profile.label({ route: 'b', tenant: 7 }, () => emitter.emit('event'));
  plain(2);
  const server = http.createServer((request, response) => {
    const spin = request.url === '/1' ? ofRequest1 : ofRequest2;
    profile.label({ route: request.url }, async () => {
      for (let i = 0; i < 4; i++) { spin(2); await sleep(1); }
      response.end(() => spin(1));
    });
  });
  await once(server.listen(0), 'listening');
  const ask = url => new Promise(resolve => http.get({ port: server.address().port, path: url }, response => response.resume().on('end', resolve)));
  await Promise.all(['/1', '/2', '/1', '/2'].map(ask));
  server.close();
  server.closeAllConnections();
  await ended;
  plain(2);
}`;

/** The labels that each function of the program runs with. */
const LABELS: Readonly<Record<string, string>> = {
  plain: '',
  ofA: 'route=a',
  ofB: 'route=b, tenant=7',
  nested: 'step=in, route=c',
  ofRequest1: 'route=/1',
  ofRequest2: 'route=/2',
  ofThread: 'route=thread'
};

/** What a measure and the labels of its thread may differ by, where both clocks are read, nanoseconds. */
const CLOCK_NS = 5000;

interface Run {
  readonly name: string;
  readonly durationNs: number;
  /** How long the thread ran with each set of labels meanwhile. */
  readonly withLabels: Readonly<Record<string, number>>;
}

/** The runs of all functions, by what they measured. */
function runsOf(profile: Profile): readonly Run[] {
  const { slices, labels, strings, tracks } = profile;
  const stretches = labelledStretches(profile);
  return Array.from(slices.label).flatMap((label, row): Run[] => {
    if (strings[labels.category[label]] !== 'measure') return [];
    const start = slices.start[row];
    const end = start + slices.duration[row];
    const withLabels: Record<string, number> = {};
    for (const each of stretches) {
      const overlapNs = Math.min(end, each.end) - Math.max(start, each.start);
      if (each.thread !== tracks[slices.track[row]].parent || overlapNs <= 0) continue;
      const text = labelsText(each.labels);
      withLabels[text] = (withLabels[text] ?? 0) + overlapNs;
    }
    return [{ name: strings[labels.name[label]], durationNs: end - start, withLabels }];
  });
}

test.each(NODES)(
  'code has its labels on $title: concurrently, after awaits, in callbacks and threads',
  ({ executable }) => {
    const file = path.join(folder, 'main.mjs');
    const saved = path.join(folder, 'main.kscope');
    writeFileSync(file, PROGRAM);
    const { status, stderr } = spawnSync(executable, [COMMAND, 'run', '-o', saved, file], {
      cwd: folder,
      encoding: 'utf8'
    });
    expect(status, stderr).toBe(0);
    const { data } = loadProfile(saved);
    const runs = runsOf(data);
    for (const name of Object.keys(LABELS)) {
      expect(runs.filter(run => run.name === name).length, name).toBeGreaterThan(0);
    }
    const wrong = runs.filter(({ name, durationNs, withLabels }) => {
      const expected = LABELS[name];
      const others = Object.entries(withLabels).filter(([text]) => text !== expected);
      const isMissing = expected !== '' && !(withLabels[expected] >= durationNs - CLOCK_NS);
      return isMissing || others.some(([, ns]) => ns > CLOCK_NS);
    });
    expect(wrong).toEqual([]);
    const functionsOf = (label: readonly [string, string]): readonly string[] => {
      const part = labelledPart(data, label)!;
      const spinning = [...cpuTotals(part)].filter(([name]) => name in LABELS);
      const whole = spinning.reduce((sum, [, { self }]) => sum + self, 0);
      return spinning.filter(([, { self }]) => self > 0.05 * whole).map(([name]) => name);
    };
    expect(functionsOf(['route', 'a'])).toEqual(['ofA']);
    expect(functionsOf(['tenant', '7'])).toEqual(['ofB']);
    expect(functionsOf(['route', 'c'])).toEqual(['nested']);
    expect(functionsOf(['route', 'thread'])).toEqual(['ofThread']);
  }
);
