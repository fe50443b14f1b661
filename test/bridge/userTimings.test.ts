import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadProfile } from 'kernelscope';
import { expect, test } from 'vitest';
import type { Profile } from '../../src/model/profile/profile';
import { nodesUnderTest } from '../support/nodeVersions';
import { KernelClient } from './kernelClient';
import { evaluateCell, runCell } from './runCell';
import { useFolder } from '../support/folders';

const COMMAND = fileURLToPath(new URL('../../src/bin/kernelscope.cjs', import.meta.url));
const NODES = nodesUnderTest();

const folder = useFolder();

/** The slices and moments of a program's own timings, with the names of their threads and tracks. */
function timingsOf({ tracks, slices, instants, labels, strings }: Profile): string[] {
  const titleOf = (label: number): string =>
    `${strings[labels.category[label]]} ${strings[labels.name[label]]}`;
  const placeOf = (track: number): string =>
    tracks[track].parent < 1
      ? tracks[track].name
      : `${tracks[tracks[track].parent].name}, ${tracks[track].name}`;
  return [
    ...Array.from(
      slices.label,
      (label, row) => `${titleOf(label)} (${placeOf(slices.track[row])})`
    ),
    ...Array.from(
      instants.label,
      (label, row) => `${titleOf(label)} (${placeOf(instants.track[row])})`
    )
  ]
    .filter(text => /^(mark|measure|time stamp) /.test(text))
    .map(text => text.replace(/worker \d+/, 'worker'));
}

const PROGRAM = `
import { Worker, isMainThread } from 'node:worker_threads';
import { once } from 'node:events';
const who = isMainThread ? 'main' : 'worker';
performance.mark(who + ' begins');
console.timeStamp(who + ' stamp');
if (isMainThread) await once(new Worker(new URL(import.meta.url)), 'exit');
performance.measure(who + ' all', { start: who + ' begins', detail: { devtools: { track: 'Own' } } });
console.timeStamp(who + ' slice', who + ' stamp');
if (isMainThread) console.log(performance.getEntries().filter(({ entryType }) => entryType !== 'node').map(({ name }) => name).join());`;

test.each(NODES)(
  'a program under $title has the timings of its threads, and sees its own alone',
  ({ executable }) => {
    const file = path.join(folder, 'main.mjs');
    const saved = path.join(folder, 'run.kscope');
    writeFileSync(file, PROGRAM);
    const { status, stdout, stderr } = spawnSync(executable, [COMMAND, 'run', '-o', saved, file], {
      encoding: 'utf8'
    });
    expect(status, stderr).toBe(0);
    expect(stdout).toBe('main begins,main all\n');
    expect(timingsOf(loadProfile(saved).data).sort()).toEqual([
      'mark main begins (main thread)',
      'mark worker begins (worker)',
      'measure main all (main thread, Own)',
      'measure worker all (worker, Own)',
      'time stamp main slice (main thread, Timings)',
      'time stamp main stamp (main thread)',
      'time stamp worker slice (worker, Timings)',
      'time stamp worker stamp (worker)'
    ]);
  }
);

test('a cell has its timings, and leaves the console as it was', async () => {
  const kernel = await KernelClient.lend();
  try {
    await runCell(kernel, 'const { timeStamp } = console;');
    const cell = `%%profile -q
performance.mark('here');
for (let at = 0; at < 3; at++) performance.measure('step ' + at, 'here');
console.timeStamp('there');`;
    await runCell(kernel, cell);
    await runCell(kernel, "import { profile } from 'kernelscope';");
    const names = `[profile.last!.data].map(({ slices, labels, strings, instants }) =>
      [...slices.label, ...instants.label].map(label => strings[labels.name[label]]))[0]`;
    expect(await evaluateCell<string[]>(kernel, names)).toEqual(
      expect.arrayContaining(['step 0', 'step 1', 'step 2', 'here', 'there'])
    );
    expect(await evaluateCell(kernel, 'console.timeStamp === timeStamp')).toBe(true);
    await runCell(kernel, `%%profile -q --no-user-timings\nperformance.mark('not here');`);
    expect(await evaluateCell<string[]>(kernel, names)).not.toContain('not here');
  } finally {
    await kernel.dispose();
  }
});
