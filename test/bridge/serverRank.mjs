// A program that is profiled by the one that attached it: node serverRank.mjs TITLE
import { createRequire } from 'node:module';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';

const { profiler, instrument } = createRequire(import.meta.url)('../../src/lib/index.js');

const title = isMainThread ? process.argv[2] : workerData;
const domain = new profiler.Domain('ranks');
const library = { double: value => 2 * value };
instrument(library, { name: 'library' });

/** One task of that name with ten operators in it. */
function work(name) {
  const task = domain.newTask(`${name} of ${title}`);
  task.start();
  for (let value = 0; value < 10; value++) library.double(value);
  task.stop();
  return name;
}

function answer(name) {
  if (name === 'end') process.exit(0);
  return work(name);
}

if (isMainThread) {
  process.on('message', name => process.send(answer(name)));
  process.send('ready');
} else {
  parentPort.on('message', name => parentPort.postMessage(answer(name)));
  parentPort.postMessage('ready');
}
