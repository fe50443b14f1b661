// Records while a file is kept up to date: node continuousProgram.mjs FILE PERIOD_MS BEHAVIOUR
import { existsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { profiler, range } from 'kernelscope';

const [file, periodMs, behaviour] = process.argv.slice(2);
const SLICES_PER_MS = 2;
const RUN_MS = 20_000;

profiler.setConfig({
  filename: relative('.', file),
  continuousDump: true,
  dumpPeriod: Number(periodMs) / 1000
});
profiler.setState('run');
const counter = new profiler.Domain('test').newCounter('done');

let done = 0;

/** One slice that is named anew each time, with one inside, and a counter of how many there were. */
function record() {
  range(`outer ${done}`, () => range('inner', () => done++));
  counter.setValue(done);
}

/** Tells how many slices there have been, which is true from now on. */
function tell() {
  writeSync(1, `${done} ${performance.now()}\n`);
}

function recordSome() {
  for (let index = 0; index < SLICES_PER_MS; index++) record();
  tell();
}

/** Keeps the thread for a millisecond. */
function keepBusy() {
  recordSome();
  const until = performance.now() + 1;
  while (performance.now() < until);
}

async function firstFile() {
  while (!existsSync(file)) await sleep(5);
  recordSome();
}

function block(ms) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Leaves a task and a slice of the thread open, and goes to another folder. */
async function leaveOpen() {
  await firstFile();
  new profiler.Domain('test').newTask('open task').start();
  new profiler.Event('open event').start();
  process.chdir(tmpdir());
  await sleep(3 * Number(periodMs));
}

async function run() {
  switch (behaviour) {
    case 'busy':
      for (let ms = 0; ms < RUN_MS; ms++) keepBusy();
      return;
    case 'fills':
      await firstFile();
    // falls through
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
      profiler.setState('stop');
      tell();
      return sleep(1000);
    case 'exits':
    case 'throws':
      await leaveOpen();
      if (behaviour === 'exits') process.exit(0);
      throw new Error('on purpose');
    case 'ends':
      await firstFile();
  }
}

await run();
