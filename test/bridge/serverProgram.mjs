// Profiles a worker thread, a forked process and a cluster worker: node serverProgram.mjs FOLDER
import { fork } from 'node:child_process';
import cluster from 'node:cluster';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

const { profiler } = createRequire(import.meta.url)('../../src/lib/index.js');

const RANK = fileURLToPath(new URL('serverRank.mjs', import.meta.url));
const SERVER = { profileProcess: 'server' };

/** Messages of user code, which must be no others than those of serverRank.mjs. */
const heard = [];

const thread = new Worker(RANK, { workerData: 'thread' });
const child = fork(RANK, ['child']);
cluster.setupPrimary({ exec: RANK, args: ['cluster'] });
const worker = cluster.fork();

const ranks = [
  { target: thread, say: name => thread.postMessage(name) },
  { target: child, say: name => child.send(name) },
  { target: worker, say: name => worker.send(name) }
];

for (const { target } of ranks) target.on('message', message => heard.push(message));

const nextOfAll = () => Promise.all(ranks.map(({ target }) => once(target, 'message')));
const ready = nextOfAll();

async function tellAll(name) {
  const answers = nextOfAll();
  for (const { say } of ranks) say(name);
  await answers;
}

const textOf = ({ name, message, files }) => ({ name, message, files });

const attached = ranks.map(({ target }) => profiler.attach(target).rank);
const filename = path.join(process.argv[2], 'profile.json');
await profiler.setConfig({ filename, ...SERVER });
await profiler.setState('run', SERVER);
await ready;
await tellAll('first');
await profiler.pause(SERVER);
await tellAll('held');
await profiler.resume(SERVER);
await tellAll('second');

await profiler.setConfig({ filename: '/proc/none/profile.json', ...SERVER });
const unwritten = await profiler.dump({ finished: false, ...SERVER }).catch(textOf);
await profiler.setConfig({ filename, ...SERVER });
const early = await profiler.dump({ finished: false, ...SERVER });
await tellAll('third');

const ended = once(child, 'exit');
child.kill('SIGKILL');
await ended;
ranks.splice(1, 1);
const failed = await profiler.dump(SERVER).catch(textOf);
const late = await profiler.dump(SERVER);

const own = profiler.state;
console.log(JSON.stringify({ attached, unwritten, early, failed, late, own, heard }));
for (const { say } of ranks) say('end');
