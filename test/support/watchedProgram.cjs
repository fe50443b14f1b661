'use strict';
/**
 * Replaces every method, getter and class of the language and of Node that a program can replace by one that does the same,
 * and says on stderr which of them code of the folder in `OWN_FOLDER` calls; then does some of all that the profiler hooks.
 */
const childProcess = require('node:child_process');
const crypto = require('node:crypto');
const dns = require('node:dns');
const events = require('node:events');
const fs = require('node:fs');
const http = require('node:http');
const { promisify } = require('node:util');
const vm = require('node:vm');
const { MessageChannel, Worker, isMainThread } = require('node:worker_threads');
const zlib = require('node:zlib');

const { OWN_FOLDER, KERNELSCOPE } = process.env;
const { apply, construct, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } =
  Reflect;
const OwnError = Error;
const OwnProxy = Proxy;
const { captureStackTrace } = Error;
const { writeSync } = fs;
const unbound = method => Function.prototype.call.bind(method);
const split = unbound(String.prototype.split);
const includes = unbound(String.prototype.includes);

/** Of the package, if there is one. */
const { range } = KERNELSCOPE === undefined ? {} : require(KERNELSCOPE);

const isEither = frame => includes(frame, OWN_FOLDER) || includes(frame, __filename);

let isNoting = false;

/** Says who has called `name`, if that is code of the folder. */
function note(name) {
  if (isNoting) return;
  isNoting = true;
  const { stackTraceLimit } = OwnError;
  try {
    OwnError.stackTraceLimit = 20;
    const caught = {};
    captureStackTrace(caught, note);
    const frames = split(caught.stack, '\n');
    // the first two are the message and the trap of the proxy
    let at = 2;
    while (at < frames.length && !isEither(frames[at])) at++;
    if (at >= frames.length || includes(frames[at], __filename)) return;
    let callers = '';
    for (let above = at + 1; above < at + 4; above++) callers += ` <${frames[above] ?? ''}`;
    writeSync(2, `called: ${name}${frames[at]}${callers}\n`);
  } finally {
    OwnError.stackTraceLimit = stackTraceLimit;
    isNoting = false;
  }
}

/** What does the same as `original`, and is told of. */
function watched(name, original) {
  const proxy = new OwnProxy(original, {
    apply(target, self, args) {
      note(name);
      return apply(target, self, args);
    },
    construct(target, args, newTarget) {
      note(`new ${name}`);
      return construct(target, args, newTarget === proxy ? target : newTarget);
    }
  });
  return proxy;
}

const MODULES =
  'async_hooks buffer child_process crypto diagnostics_channel fs fs/promises http module net os path perf_hooks timers timers/promises url util v8 vm worker_threads zlib';

/** All objects whose properties are replaced, with their names. */
function objects() {
  const found = new Map();
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    const value = /^[A-Z]/.test(name) && getOwnPropertyDescriptor(globalThis, name).value;
    if (Object(value) !== value || name === 'Proxy') continue;
    found.set(value, name);
    if (value.prototype) found.set(value.prototype, `${name}.prototype`);
  }
  const iterated = [[], new Map(), new Set(), ''].map(each => each[Symbol.iterator]());
  for (const each of [...iterated, Uint8Array, Uint8Array.prototype, ''.matchAll(/a/g)]) {
    found.set(getPrototypeOf(each), `prototype of ${Object.prototype.toString.call(each)}`);
  }
  for (const name of MODULES.split(' ')) found.set(require(`node:${name}`), `node:${name}`);
  found.set(process, 'process').set(process.hrtime, 'process.hrtime');
  found.set(performance, 'performance').set(getPrototypeOf(performance), 'Performance.prototype');
  return found
    .set(events.EventEmitter.prototype, 'EventEmitter.prototype')
    .set(globalThis, 'globalThis');
}

/** Node itself looks these up, and calls them, for what the program does. */
const NODES = ['process.emit', 'process.emitWarning', 'globalThis.Proxy'];

/** Getters of these are values that Node makes when they are first looked at. */
const MADE_LATER = /^(?:node:|process|globalThis)/;

function replace(object, name, key) {
  const described = getOwnPropertyDescriptor(object, key);
  const title = `${name}.${String(key)}`;
  if (!described.configurable || key === 'constructor' || NODES.includes(title)) return;
  // checks by `instanceof` and `class … extends` of Node are of its own classes
  if (key === Symbol.hasInstance || (name.startsWith('node:') && /^[A-Z]/.test(String(key)))) {
    return;
  }
  const { get, value } = described;
  if (typeof value === 'function') {
    defineProperty(object, key, { ...described, value: watched(title, value) });
  } else if (get && !MADE_LATER.test(name)) {
    defineProperty(object, key, { ...described, get: watched(`get ${title}`, get) });
  }
}

function replaceAll() {
  const found = [...objects()].map(([object, name]) => [object, name, ownKeys(object)]);
  for (const [object, name, keys] of found) for (const key of keys) replace(object, name, key);
}

const sleep = promisify(setTimeout);
const over = begin => new Promise(begin);

async function timersAndPromises() {
  for (let at = 0; at < 30; at++) await sleep(1);
  await over(resolve => setImmediate(resolve));
  await over(resolve => process.nextTick(resolve));
  await over(resolve => queueMicrotask(resolve));
  await over(resolve => {
    let turns = 0;
    const timer = setInterval(() => {
      if (++turns < 3) return;
      clearInterval(timer);
      resolve();
    }, 1);
  });
  await Promise.all([sleep(1), Promise.race([sleep(1), sleep(2)])]);
  await Promise.reject(new Error('caught')).catch(() => undefined);
  async function* twice() {
    yield 1;
    await sleep(1);
    yield 2;
  }
  for await (const each of twice()) performance.mark(`mark ${each}`);
  performance.measure('measure', 'mark 1');
  console.timeStamp('stamp');
  if (range === undefined) return;
  range('sync', () => range('inner', () => 5, { args: { step: 1 } }));
  await range('async', () => sleep(1));
  range('begun').begin().end();
}

async function filesAndThreads() {
  await fs.promises.readFile(__filename);
  await promisify(fs.stat)(__filename);
  await over(resolve => fs.createReadStream(__filename).resume().on('close', resolve));
  await promisify(crypto.pbkdf2)('a', 'b', 10, 16, 'sha256');
  await promisify(zlib.gzip)('text');
  await promisify(dns.lookup)('localhost');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  const { port1, port2 } = new MessageChannel();
  await over(resolve => {
    port2.on('message', resolve);
    port1.postMessage(1);
  });
  port1.close();
  new vm.Script('1', { filename: 'script.js' }).runInThisContext();
  vm.compileFunction('return 1', []);
  require('node:tty');
  await import('node:readline');
}

async function requests() {
  const server = http.createServer(async (_, response) => {
    await sleep(1);
    response.end('answer');
  });
  await over(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  const path = '/users/123?full=1';
  await over(resolve =>
    http.get({ port, path, host: '127.0.0.1' }, answer => answer.resume().on('end', resolve))
  );
  await (await fetch(`http://127.0.0.1:${port}/fetched`)).text();
  server.closeAllConnections();
  await over(resolve => server.close(resolve));
}

async function processes() {
  const quick = ['-e', '0'];
  childProcess.spawnSync(process.execPath, quick);
  await over(resolve => childProcess.spawn(process.execPath, quick).on('exit', resolve));
  await over(resolve => new Worker(__filename).once('exit', resolve));
  const endless = new Worker('setInterval(() => {}, 10)', { eval: true });
  await over(resolve => endless.once('online', resolve));
  await endless.terminate();
}

async function main() {
  await timersAndPromises();
  await filesAndThreads();
  if (!isMainThread) return;
  await requests();
  await processes();
  writeSync(1, 'done\n');
  process.exit(0);
}

replaceAll();
main();
