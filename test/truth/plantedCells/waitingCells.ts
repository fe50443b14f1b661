import type { PlantedCell } from './plantedCell';

/** Cells that wait, and cells that block the event loop. */
export const WAITING_CELLS: readonly PlantedCell[] = [
  {
    name: 'an await of a timer',
    kinds: ['waiting'],
    code: `
async function load() {
  await sleep(500); // here
  return 1;
}
spin(60);
const rows = await load();
await sleep(60);
return rows;`
  },
  {
    name: 'awaits one after the other',
    kinds: ['waiting'],
    code: `
let sum = 0;
for (let i = 0; i < 12; i++) {
  await sleep(40); // here
  sum += i;
}
spin(40);
return sum;`
  },
  {
    name: 'a synchronous process',
    kinds: ['waiting'],
    code: `
const { execFileSync } = require('node:child_process');
let out = '';
for (let i = 0; i < 2; i++) {
  out += execFileSync('sleep', ['0.25']); // here
}
return out;`
  },
  {
    name: 'the slowest of several that are awaited together',
    kinds: ['waiting'],
    code: `
spin(30);
const all = [sleep(50), sleep(80), sleep(450)];
await Promise.all(all); // here
spin(30);
return all.length;`
  },
  {
    name: 'a worker that takes its time',
    kinds: ['waiting'],
    says: 'message',
    code: `
const { Worker } = require('node:worker_threads');
const worker = new Worker('setTimeout(() => require("node:worker_threads").parentPort.postMessage(1), 300)', { eval: true });
const answer = await new Promise(resolve => worker.once('message', resolve)); // here
await worker.terminate();
return answer;`
  },
  {
    name: 'a process that is waited for',
    kinds: ['waiting'],
    code: `
const { spawn } = require('node:child_process');
const child = spawn('sleep', ['0.4']);
const code = await new Promise(resolve => child.once('exit', resolve)); // here
return code;`
  },
  {
    name: 'work of native threads that is awaited',
    kinds: ['waiting'],
    says: 'native code',
    code: `
const { promisify } = require('node:util');
const pbkdf2 = promisify(require('node:crypto').pbkdf2);
let last;
for (let i = 0; i < 4; i++) {
  last = await pbkdf2('key', 'salt' + i, 150000, 32, 'sha512'); // here
}
return last.length;`
  },
  {
    name: 'a local server that answers late',
    kinds: ['waiting', 'requests'],
    code: `
const http = require('node:http');
const server = http.createServer((_, response) => setTimeout(() => response.end('late'), 350));
await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address();
const answer = await fetch('http://127.0.0.1:' + port); // here
const text = await answer.text();
server.closeAllConnections();
server.close();
return text;`
  },
  {
    name: 'code that blocks a program of events',
    kinds: ['hotLine'],
    then: 'eventLoop',
    also: ['waiting'],
    says: 'blockIt',
    code: `
function blockIt() {
  spin(260);
}
for (let i = 0; i < 40; i++) {
  await sleep(8);
  if (i === 20) blockIt();
}
return 1;`
  },
  {
    name: 'code that blocks, by the delay of timers',
    kinds: ['hotLine'],
    then: 'eventLoop',
    also: ['waiting'],
    options: { async: true },
    code: `
function blockIt() {
  spin(300);
}
for (let i = 0; i < 30; i++) {
  await sleep(10);
  if (i === 10) blockIt();
}
return 1;`
  }
];
