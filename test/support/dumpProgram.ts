import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { messageOf } from '../../src/base/errors';
import { profiler, range } from '../../src/index';

/** Slices that the program records: a megabyte of JSON. */
const SLICES = 10_000;

const [behaviour, file, otherFile] = process.argv.slice(2);

/** Fails to write one file, then writes all to another. */
function fillDisk(): void {
  const before = process.listenerCount('exit');
  profiler.setConfig({ filename: file, continuousDump: false, profileMemory: false });
  profiler.setState('run');
  for (let index = 0; index < SLICES; index++) range('work', () => undefined);
  let message = '';
  try {
    profiler.dump();
  } catch (error) {
    message = messageOf(error);
  }
  const names = readdirSync(path.dirname(file));
  const kept = readFileSync(file, 'utf8');
  profiler.setConfig({ filename: otherFile, continuousDump: false });
  profiler.dump();
  const listeners = process.listenerCount('exit') - before;
  process.stdout.write(JSON.stringify({ message, names, kept, listeners }));
}

/** Ends in the middle of a run that keeps its file up to date once an hour. */
function exitWhileRunning(): void {
  profiler.setConfig({ filename: file, dumpPeriod: 3600, profileMemory: false });
  profiler.setState('run');
  range('first', () => undefined);
  profiler.setState('stop');
  profiler.setState('run');
  range('outer', () => {
    range('last', () => undefined);
    process.exit(0);
  });
}

if (behaviour === 'fillDisk') fillDisk();
else exitWhileRunning();
