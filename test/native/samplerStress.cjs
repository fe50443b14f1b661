// Does what may meet the sampler of V8's addon in the midst: arguments are the addon, a kind of work, seconds.
// Prints `done` at the end.
const { setImmediate: turn } = require('node:timers/promises');
const vm = require('node:vm');
const { isMainThread, Worker, workerData } = require('node:worker_threads');

const [file, kind, seconds] = isMainThread ? process.argv.slice(2) : workerData;
const { sampler } = require(file);
const endMs = performance.now() + 1000 * Number(seconds);
const isOver = () => performance.now() > endMs;
let made = 0;

/** Runs what may throw, as a full stack does. */
function trying(run) {
  try {
    return run();
  } catch (error) {
    return String(error.stack);
  }
}

/** A module that adds numbers: `(f) => f ? f(f - 1) + f : 0`, in bytes. */
const MODULE = Uint8Array.from([
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 6, 1, 96, 1, 127, 1, 127, 2, 7, 1, 1, 101, 1, 102, 0, 0],
  ...[3, 2, 1, 0, 7, 5, 1, 1, 103, 0, 1],
  ...[10, 17, 1, 15, 0, 32, 0, 65, 1, 107, 16, 0, 32, 0, 106, 65, 3, 108, 11]
]);

const KINDS = {
  /** Functions that are compiled, run and collected. */
  code() {
    const functions = Array.from({ length: 20 }, (_, at) => {
      const next = `f${made}_${(at + 1) % 20}`;
      return `function f${made}_${at}(x) { let s = 0; for (let k = 0; k < 300; k++) s += x * k % 7;
        return s + (x > 0 ? ${next}(x - 1) : 0); }`;
    });
    const source = `(() => { ${functions.join('\n')}
      for (let k = 0; k < 20; k++) f${made}_${made % 20}(20); })`;
    vm.runInThisContext(source, { filename: `/app/m${made}.js` })();
    if (made++ % 5 === 0) global.gc();
  },
  /** Stacks that are full, of functions, sorts, regular expressions and JSON. */
  full() {
    const down = depth => down(depth + 1) + Math.sqrt(depth);
    trying(() => down(0));
    const replace = text => text.replace(/./g, () => replace(text));
    trying(() => replace('ab'));
    const sort = () => [3, 2, 1].sort(sort);
    trying(sort);
    const nested = { toJSON: () => JSON.stringify(nested) };
    trying(() => JSON.stringify(nested));
  },
  contexts() {
    const source = `const z = i => i < 1 ? x : z(i - 1) + 1; for (let k = 0; k < 200; k++) z(20);
      new RegExp('a' + x + '+b').test('aaaab' + x);`;
    vm.runInContext(source, vm.createContext({ x: made++ }));
    if (made % 10 === 0) global.gc();
  },
  regexps() {
    new RegExp(`(x+x+)+y${made++ % 50}`).test('x'.repeat(18));
    'a,b;c'
      .repeat(500)
      .split(/[,;]/)
      .map(text => text.replace(/[a-c]/g, one => one.toUpperCase()));
  },
  wasm() {
    const f = x => (x > 0 ? instance.exports.g(x) : 1);
    const instance = new WebAssembly.Instance(new WebAssembly.Module(MODULE), { e: { f } });
    const { g } = instance.exports;
    for (let k = 0; k < 300; k++) g(30);
    trying(() => g(1e6));
  },
  /** Functions that are optimized, and then used otherwise. */
  deopts() {
    const add = new Function(
      'o',
      `let s = ${made++}; for (let i = 0; i < 3000; i++) s += o.a + i; return s;`
    );
    const repeat = new Function(
      'f',
      'o',
      'let t = 0; for (let i = 0; i < 30; i++) t += f(o); return t;'
    );
    for (const o of [{ a: 1 }, { a: 1.5 }, { b: 1, a: 'x' }, { c: 1, a: {} }]) repeat(add, o);
    if (made % 20 === 0) global.gc();
  },
  builtins() {
    const values = Array.from({ length: 3000 }, (_, at) => (at * 7919) % 3001);
    values.sort((one, other) => one - other);
    structuredClone(JSON.parse(JSON.stringify(values.map(x => ({ x, y: `k${x}` })))));
    new Map(values.map(x => [x, new WeakRef({ x })])).forEach(ref => ref.deref());
    values.map(x => Reflect.construct(Date, [x])).reduce((sum, date) => sum + Number(date), 0);
    trying(() =>
      new Proxy(values, {})
        .slice(0, 200)
        .concat(Array.from('αβγ'.repeat(300)))
        .at(1n)
    );
  },
  async awaits() {
    for (let at = 0; at < 300; at++) await (at % 100 ? null : turn());
  }
};

async function record(kinds) {
  sampler.attach(100);
  let handle = sampler.start(true, 0);
  for (let round = 1; !isOver(); round++) {
    for (const work of kinds) await KINDS[work]();
    await turn();
    if (round % 7 === 0) {
      const inner = sampler.start(true, 50);
      KINDS.regexps();
      sampler.stop(inner);
    }
    if (round % 50 === 0) {
      sampler.stop(handle);
      sampler.detach();
      sampler.attach(100);
      handle = sampler.start(true, 0);
    }
  }
  sampler.stop(handle);
}

/** A thread that ends by itself, by `process.exit` or is terminated while it is sampled. */
async function oneThread(number) {
  const data = [file, number % 2 ? 'all' : 'code', number % 3 ? 0.1 : 100];
  const worker = new Worker(__filename, { workerData: data });
  const ended = new Promise(resolve => worker.once('exit', resolve));
  if (number % 3 === 0) setTimeout(() => worker.terminate(), (number * 37) % 300);
  await ended;
}

async function threads() {
  while (!isOver()) await oneThread(made++);
}

async function main() {
  const isWithThreads = kind === 'threads';
  const kinds = kind === 'all' || isWithThreads ? Object.keys(KINDS) : [kind];
  await Promise.all([record(kinds), ...(isWithThreads ? [threads(), threads()] : [])]);
  if (isMainThread) console.log('done');
  else if (kind === 'code') process.exit();
}

void main();
