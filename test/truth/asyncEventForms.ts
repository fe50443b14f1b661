/** Forms as of `ASYNC_FORMS` for code that is called by events, streams, timers, processes and threads. */
export const EVENT_FORMS: Readonly<Record<string, string>> = {
  'for await over a stream': `
import { Readable as Readable$ } from 'node:stream';
export async function run() {
  let left = 4;
  const stream = new Readable$({
    highWaterMark: 1,
    read() {
      setTimeout(() => this.push(left-- > 0 ? 'x' : null), 40);
    }
  });
  ⟦begin chunks⟧
  for await (const chunk of stream) { §chunks
    take$(chunk);
  }
  ⟦end chunks⟧
}
function take$() {
  ⟦busy take$⟧
  ⟦busy take$⟧
}`,
  'events that are awaited': `
import { EventEmitter as Emitter$, once as once$ } from 'node:events';
export async function run() {
  const emitter = new Emitter$();
  for (let k = 0; k < 4; k++) {
    setTimeout(() => emitter.emit('go', k), 9);
    ⟦begin go⟧ await once$(emitter, 'go'); ⟦end go⟧ §go
    ⟦busy run⟧
    after$();
  }
}
const after$ = () => {
  ⟦busy after$ run⟧
};`,
  'timers with callbacks': `
export function run() {
  return new Promise(resolve => {
    let left = 4;
    const tick$ = () => {
      ⟦end tick⟧
      ⟦busy tick$⟧
      ⟦busy tick$⟧
      if (--left === 0) return resolve();
      ⟦begin tick⟧
      setTimeout(tick$, 5); §tick
    };
    ⟦begin tick⟧
    setTimeout(tick$, 5); §tick
  });
}`,
  'timers one after another, without promises': `
export function run() {
  return new Promise(resolve => {
    const poll$ = left => {
      ⟦end poll⟧
      if (left === 0) return resolve();
      ⟦begin poll⟧
      setTimeout(() => poll$(left - 1), 12); §poll
    };
    ⟦begin poll⟧
    poll$(5);
  });
}`,
  'a process with a callback, beside a clock': `
import { exec as exec$ } from 'node:child_process';
import { stat as stat$ } from 'node:fs';
export function run() {
  return new Promise(resolve => {
    const clock = setInterval(() => clock.hasRef(), 15);
    stat$('.', () => {
      ⟦begin child⟧
      exec$('sleep 0.1', () => { §child
        ⟦end child⟧
        ⟦busy⟧
        stat$('.', () => {
          clearInterval(clock);
          resolve();
        });
      });
    });
  });
}`,
  'a socket whose server answers late': `
import { connect as connect$, createServer as tcpServer$ } from 'node:net';
export function run() {
  return new Promise(resolve => {
    const server = tcpServer$(socket => {
      socket.on('data', chunk => {
        ⟦begin answer⟧
        setTimeout(() => { §answer
          ⟦end answer⟧
          socket.write(chunk);
        }, 12);
      });
    });
    server.listen(0, '127.0.0.1', () => {
      const client = connect$(server.address().port, '127.0.0.1', () => client.write('0'));
      let left = 5;
      client.on('data', () => {
        ⟦busy⟧
        if (--left > 0) return client.write('0');
        client.destroy();
        server.close(resolve);
      });
    });
  });
}`,
  'callbacks of files': `
import { readFile as readFile$ } from 'node:fs';
export function run() {
  return new Promise(resolve => {
    const next$ = left => {
      if (left === 0) return resolve();
      ⟦begin read⟧
      readFile$(import.meta.filename, () => { §read
        ⟦end read⟧
        parse$();
        next$(left - 1);
      });
    };
    next$(4);
  });
}
function parse$() {
  ⟦busy parse$⟧
  ⟦busy parse$⟧
  ⟦busy parse$⟧
}`,
  'fetch and its body': `
import { createServer as server$ } from 'node:http';
export async function run() {
  const server = server$((_, response) => setTimeout(() => response.end('{"price":1}'), 60));
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  const url = 'http://127.0.0.1:' + server.address().port;
  await load(url);
  for (let k = 0; k < 4; k++) {
    ⟦begin get⟧ const response = await fetch(url); ⟦end get⟧ §get
    await response.json();
    use$();
  }
  server.closeAllConnections();
  server.close();
}
function use$() {
  ⟦busy use$⟧
}`,
  'the thread pool and a timer': `
import { pbkdf2 as pbkdf2$ } from 'node:crypto';
import { promisify as promisify$ } from 'node:util';
const derive$ = promisify$(pbkdf2$);
export async function run() {
  for (let k = 0; k < 4; k++) {
    ⟦begin key⟧ await derive$('a', 'b', 20_000, 32, 'sha256'); ⟦end key⟧ §key
    ⟦begin timer⟧ await new Promise(resolve => setTimeout(resolve, 6)); ⟦end timer⟧ §timer
    ⟦busy run⟧
  }
}`,
  immediates: `
import { setImmediate as turn$ } from 'node:timers/promises';
export async function run() {
  for (let k = 0; k < 4; k++) {
    await turn$();
    ⟦busy run⟧
    await new Promise(resolve => setImmediate(() => late$(resolve)));
  }
}
function late$(resolve) {
  ⟦busy late$⟧
  ⟦busy late$⟧
  resolve();
}`,
  'a race that the timer wins': `
export async function run() {
  for (let k = 0; k < 4; k++) {
    ⟦begin race⟧ await Promise.race([sleep(9), new Promise(() => {})]); ⟦end race⟧ §race
    ⟦busy run⟧
    ⟦busy run⟧
  }
}`,
  'a pipeline of streams': `
import { Readable as Readable$, Transform as Transform$ } from 'node:stream';
import { pipeline as pipeline$ } from 'node:stream/promises';
export async function run() {
  const change = new Transform$({
    objectMode: true,
    transform(chunk, _, done) {
      change$();
      setTimeout(done, 40, null, chunk);
    }
  });
  ⟦begin pipe⟧
  await pipeline$(Readable$.from([1, 2, 3, 4]), change, async source => { §pipe
    for await (const each of source) sink$(each); §pipe
  });
  ⟦end pipe⟧
}
function change$() {
  ⟦busy change$⟧
}
function sink$() {
  ⟦busy sink$⟧
}`,
  'an interval that is iterated': `
import { setInterval as every$ } from 'node:timers/promises';
export async function run() {
  let left = 4;
  ⟦begin tick⟧
  for await (const _ of every$(18)) { §tick
    ⟦busy run⟧
    if (--left === 0) break;
  }
  ⟦end tick⟧
}`,
  'a child process': `
import { execFile as execFile$ } from 'node:child_process';
import { promisify as promisify$ } from 'node:util';
export async function run() {
  for (let k = 0; k < 2; k++) {
    ⟦begin child⟧ await promisify$(execFile$)('sleep', ['0.2']); ⟦end child⟧ §child
    use$();
  }
}
function use$() {
  ⟦busy use$⟧
  ⟦busy use$⟧
}`,
  'a worker': `
import { Worker as Worker$ } from 'node:worker_threads';
const code = "const { parentPort } = require('node:worker_threads');" +
  "parentPort.on('message', ms => setTimeout(() => parentPort.postMessage(ms), ms));";
export async function run() {
  const worker = new Worker$(code, { eval: true });
  ⟦begin online⟧ await new Promise(resolve => worker.once('online', resolve)); ⟦end online⟧ §online
  for (let k = 0; k < 4; k++) {
    ⟦begin answer⟧ await ask$(worker); ⟦end answer⟧ §answer
    ⟦busy run⟧
    ⟦busy run⟧
  }
  ⟦begin stop⟧ await worker.terminate(); ⟦end stop⟧ §stop
}
function ask$(worker) {
  return new Promise(resolve => {
    worker.once('message', resolve);
    worker.postMessage(12);
  });
}`
};
