// Records while a file is kept up to date: node continuousProgram.mjs FILE PERIOD_MS BEHAVIOUR
import { existsSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';

const compiled = createRequire(new URL('../../src/lib/api/', import.meta.url));
const { monotonicClock } = compiled('../record/clock.js');
const { Recorder } = compiled('../record/recorder.js');
const { ContinuousDump, DUMP_WORKER_FILE } = compiled('./continuousDump.js');

const [file, periodMs, behaviour] = process.argv.slice(2);
const SLICES_PER_MS = 2;
const RUN_MS = 20_000;

const recorder = new Recorder({ clock: monotonicClock });
const window = recorder.openWindow();
const facts = { id: 'run', name: 'run', status: 'exited', host: '', runtime: process.version };
const dump = new ContinuousDump({
  recorder,
  window,
  file,
  periodMs: Number(periodMs),
  info: { ...facts, pid: process.pid, startedAtMs: 0, cpuTimeNs: 0, options: {}, cell: null },
  earlier: [],
  workerFile: DUMP_WORKER_FILE
});

let done = 0;

/** One slice that is named anew each time, with one inside, and a counter of how many there were. */
function record() {
  const counter = recorder.counter('done', 'test', 'count');
  const outer = recorder.begin(recorder.label(`outer ${done}`, 'test'));
  recorder.end(recorder.begin(recorder.label('inner', 'test')));
  recorder.end(outer);
  counter.set(++done);
}

/** Tells how many slices there have been, which is true from now on. */
function tell() {
  writeSync(1, `${done} ${Number(monotonicClock()) / 1e6}\n`);
}

function recordSome() {
  for (let index = 0; index < SLICES_PER_MS; index++) record();
  tell();
}

/** Keeps the thread for a millisecond. */
function keepBusy() {
  recordSome();
  const until = monotonicClock() + 1_000_000n;
  while (monotonicClock() < until);
}

async function firstFile() {
  while (!existsSync(file)) await sleep(5);
  recordSome();
}

function block(ms) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

async function run() {
  switch (behaviour) {
    case 'busy':
      for (let ms = 0; ms < RUN_MS; ms++) keepBusy();
      return;
    case 'async':
      for (let ms = 0; ms < RUN_MS; ms++) {
        recordSome();
        await sleep(1);
      }
      return;
    case 'blocked':
      recordSome();
      return block(3000);
    case 'stops':
      await firstFile();
      recordSome();
      dump.stop();
      tell();
      return sleep(1000);
    case 'ends':
      await firstFile();
  }
}

await run();
