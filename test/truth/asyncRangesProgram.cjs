// Async ranges that spin for known times. Prints, for each case, what was planted and what was measured.
const { AsyncLocalStorage } = require('node:async_hooks');
const { EventEmitter } = require('node:events');
const { readFile } = require('node:fs');
const { Readable } = require('node:stream');
const { profile, range } = require('kernelscope');

const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));
let planted = {};

/** Spins, and notes for how long by the clock: on a busy machine that is longer than asked for. */
function spin(ms, name) {
  const start = process.hrtime.bigint();
  while (process.hrtime.bigint() - start < BigInt(ms * 1e6));
  if (name === undefined) return;
  planted[name] = (planted[name] ?? 0) + Number(process.hrtime.bigint() - start);
}

async function* rows() {
  for (let i = 0; i < 3; i++) {
    spin(5, 'a');
    await sleep(1);
    yield i;
  }
}

function* steps() {
  spin(10, 'a');
  yield sleep(2);
  spin(20, 'a');
}

const after = async (waitMs, spinMs, name) => {
  await sleep(waitMs);
  spin(spinMs, name);
};

const CASES = {
  'after an await': () =>
    range('a', async () => {
      spin(20, 'a');
      await sleep(5);
      spin(40, 'a');
    }),
  'side by side': () =>
    Promise.all(
      ['a', 'b', 'c'].map((name, i) =>
        range(name, async () => {
          spin(10 + i, name);
          await after(5, 20 + 5 * i, name);
          await null;
          spin(10, name);
        })
      )
    ),
  nested: () =>
    range('a', async () => {
      spin(20, 'a');
      await range('b', () => after(2, 30, 'b'));
      spin(15, 'a');
      await Promise.all([range('b', () => after(2, 10, 'b')), range('c', () => after(1, 20, 'c'))]);
      spin(10, 'a');
    }),
  'around a synchronous range': () =>
    range('a', async () => {
      await sleep(2);
      range('b', () => spin(20, 'b'));
      spin(20, 'a');
    }),
  'while others run': async () => {
    const waiting = range('a', async () => {
      spin(10, 'a');
      await after(30, 20, 'a');
    });
    range('b', () => spin(20, 'b'));
    await sleep(1);
    spin(20);
    await waiting;
  },
  'for await': () =>
    range('a', async () => {
      for await (const row of rows()) spin(10 + row, 'a');
    }),
  'a generator': () =>
    range('a', async () => {
      for (const waiting of steps()) await waiting;
    }),
  'a chain of then': () =>
    range('a', () =>
      sleep(2)
        .then(() => spin(20, 'a'))
        .then(() => spin(15, 'a'))
    ),
  'a thenable': () =>
    range('a', async () => {
      await {
        then(resolve) {
          spin(20, 'a');
          setTimeout(resolve, 2);
        }
      };
      spin(20, 'a');
    }),
  'a rejection': () =>
    range('a', async () => {
      await after(2, 30, 'a');
      throw new Error('planted');
    }).catch(() => undefined),
  'contexts of the program': () => {
    const own = new AsyncLocalStorage();
    return own.run(1, () =>
      range('a', async () => {
        const bound = AsyncLocalStorage.bind(() => spin(10, 'a'));
        await own.exit(() => after(2, 10, 'a'));
        own.run(2, bound);
        await own.run(3, () => after(1, 10, 'a'));
        AsyncLocalStorage.snapshot()(() => spin(5, 'a'));
      })
    );
  }
};

/** Callbacks that no promise continues with. */
const CALLBACKS = {
  'a timer': () => range('a', () => new Promise(done => setTimeout(() => done(spin(30, 'a')), 2))),
  'an immediate and a tick': () =>
    range('a', async () => {
      await new Promise(done => {
        setImmediate(() => {
          spin(15, 'a');
          process.nextTick(() => done(spin(15, 'a')));
        });
      });
      spin(10, 'a');
    }),
  'a microtask': () =>
    range('a', async () => {
      await new Promise(done => queueMicrotask(() => done(spin(30, 'a'))));
      spin(10, 'a');
    }),
  'an event': () =>
    range('a', async () => {
      const emitter = new EventEmitter();
      const heard = new Promise(done => emitter.once('news', () => done(spin(30, 'a'))));
      setTimeout(() => emitter.emit('news'), 2);
      await heard;
      spin(10, 'a');
    }),
  'a stream': () =>
    range('a', () => {
      const stream = Readable.from([10, 20]);
      stream.on('data', ms => spin(ms, 'a'));
      return new Promise(done => stream.on('end', () => done(spin(10, 'a'))));
    }),
  'a file': () =>
    range('a', () => new Promise(done => readFile(__filename, () => done(spin(30, 'a'))))),
  'a callback that throws': async () => {
    process.once('uncaughtException', () => undefined);
    await range('a', async () => {
      setTimeout(() => {
        spin(20, 'a');
        throw new Error('planted');
      }, 1);
      await after(10, 20, 'a');
    });
    spin(20);
    await sleep(1);
  }
};

async function measure(run) {
  planted = {};
  await profile.run(run, { async: true, lines: false, memoryPeriodMs: null });
  const measured = Object.keys(planted).map(name => [name, profile.last.find(name).self]);
  return { planted, measured: Object.fromEntries(measured) };
}

async function main() {
  const results = {};
  for (const [name, run] of Object.entries({ ...CASES, ...CALLBACKS })) {
    // The first time, Node loads what the case needs.
    await measure(run);
    results[name] = await measure(run);
  }
  console.log(JSON.stringify(results));
}

void main();
