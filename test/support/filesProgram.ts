import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { readFormats } from '../../src/engine/arguments/outputFormats';
import { Profiler, range } from '../../src/index';

const [behaviour, folder, formatName] = process.argv.slice(2);
const [format] = readFormats({ format: formatName });

/** What a program does that is profiled. */
function infer(): number {
  return range('my_scope', () => [1.23].map(x => 2 * x)[0]);
}

/** Infers within a session that writes to the folder of all. */
function inferProfiled(): void {
  const profiler = new Profiler({ path: folder, format });
  profiler.start();
  infer();
  profiler.dispose();
}

/** A parent with a session of its own, and two children that each have one. */
async function inferInProcesses(): Promise<void> {
  const profiler = new Profiler({ path: folder, format });
  profiler.start();
  const children = [1, 2].map(() => fork(process.argv[1], ['infer', folder, format]));
  infer();
  await Promise.all(children.map(child => once(child, 'exit')));
  profiler.dispose();
  process.stdout.write(String(process.pid));
}

/** A session here, and one in a worker thread of this process. */
async function inferInThread(): Promise<void> {
  inferProfiled();
  const argv = ['infer', folder, format];
  await once(new Worker(process.argv[1], { argv }), 'exit');
}

/** Many sessions, and an end in the middle of the last one. */
function exitAfterMany(): void {
  const profiler = new Profiler({ path: folder, format, startProfile: false });
  for (let session = 0; session < 50; session++) {
    profiler.start();
    infer();
    if (session < 49) void profiler.stop();
  }
  process.exit(0);
}

if (behaviour === 'processes') void inferInProcesses();
else if (behaviour === 'thread') void inferInThread();
else if (behaviour === 'many') exitAfterMany();
else inferProfiled();
