import { spawnSync } from 'node:child_process';
import { Worker } from 'node:worker_threads';
import { instrument, Profiler, range } from '../../src/index';
import { recordThisProgram } from '../../src/program/recorded/registerProgram';

recordThisProgram(() => undefined);

const [behaviour] = process.argv.slice(2);

const library = { square: (x: number) => x * x };
instrument(library, { name: 'library' });

/** What a program does that knows nothing of profiling. */
function work(): void {
  for (let x = 0; x < 3; x++) range('work', () => library.square(x));
  process.stdout.write('done');
}

/** A program that forgets to stop its profiler. */
function forget(outputPath: string): void {
  const profiler = new Profiler({ outputPath });
  profiler.addMetadata('model', 'mlp');
  work();
}

/** Does its work here, in a worker thread and in a child. */
function family(): void {
  work();
  const { stdout } = spawnSync(process.execPath, [__filename, 'work'], { encoding: 'utf8' });
  process.stdout.write(stdout);
  new Worker(__filename, { argv: ['work'] });
}

if (behaviour === 'family') family();
else if (behaviour === 'forget') forget(process.argv[3]);
else work();
