import { EVENT_FORMS } from './asyncEventForms';

/**
 * Bodies of asynchronous programs, whose parts measure themselves. `$` stands for the number of the program,
 * so that functions have names of their own.
 *
 * - `⟦busy f g⟧` is code that takes its time on its line, and in the functions `f` and `g`;
 * - `⟦begin x⟧` and `⟦end x⟧` are the ends of a wait, and lines marked ` §x` are where the code waits then.
 */
export const ASYNC_FORMS: Readonly<Record<string, string>> = {
  'an await in a loop': `
export async function run() {
  for (let k = 0; k < 4; k++) total += await step$(k);
}
let total = 0;
async function step$(k) {
  ⟦begin nap⟧ await sleep(8); ⟦end nap⟧ §nap
  ⟦busy step$⟧
  ⟦busy step$⟧
  ⟦busy step$⟧
  return k;
}`,
  'Promise.all of async functions': `
export async function run() {
  ⟦begin both⟧
  for (let k = 0; k < 2; k++) await Promise.all([left$(k), right$(k)]);
  ⟦end both⟧
}
async function left$() {
  ⟦busy left$⟧
  await sleep(15); §both
  ⟦busy left$⟧
}
async function right$() {
  await sleep(35); §both
  ⟦busy right$⟧
}`,
  'functions that are awaited together, of which one takes longest': `
export async function run() {
  for (let k = 0; k < 2; k++) {
    ⟦begin last⟧
    await Promise.all([
      early$(9),
      last$(),
      early$(22)
    ]);
    ⟦end last⟧
  }
}
async function early$(ms) {
  await sleep(ms);
}
async function last$() {
  await sleep(16); §last
  await sleep(24); §last
}`,
  'Promise.all of timers': `
export const run = async () => {
  for (let k = 0; k < 3; k++) {
    ⟦begin all⟧ await Promise.all([sleep(5), sleep(15), sleep(10)]); ⟦end all⟧ §all
    work$();
  }
};
function work$() {
  ⟦busy work$⟧
  ⟦busy work$⟧
}`,
  'for await over an async generator': `
export async function run() {
  for await (const each of items$(4)) {
    take$(each);
  }
}
async function* items$(count) {
  for (let k = 0; k < count; k++) {
    ⟦begin nap⟧ await sleep(9); ⟦end nap⟧ §nap
    ⟦busy items$⟧
    yield k;
  }
}
function take$() {
  ⟦busy take$⟧
}`,
  'generators that drive promises': `
function* steps$() {
  for (let k = 0; k < 4; k++) {
    const got = yield sleep(7, k);
    ⟦busy steps$ run⟧
    ⟦busy steps$ run⟧
    value += got;
  }
}
let value = 0;
export async function run() {
  for (const each of steps$()) {
    ⟦begin each⟧ await each; ⟦end each⟧ §each
    ⟦busy run⟧
  }
}`,
  'an AsyncLocalStorage': `
import { AsyncLocalStorage as Storage$ } from 'node:async_hooks';
const storage = new Storage$();
export async function run() {
  for (let k = 0; k < 4; k++) await storage.run({ k }, () => within$());
}
async function within$() {
  ⟦begin nap⟧ await sleep(8); ⟦end nap⟧ §nap
  ⟦busy within$⟧
  read$();
}
function read$() {
  ⟦busy read$ within$⟧
  return storage.getStore().k;
}`,
  'methods of a class': `
class Store$ {
  #rows = 0;
  async load$() {
    ⟦begin nap⟧ await sleep(7); ⟦end nap⟧ §nap
    ⟦busy load$⟧
    this.#count$();
    ⟦busy load$⟧
  }
  #count$() {
    ⟦busy #count$ load$⟧
    this.#rows++;
  }
  static async open$() {
    await null;
    ⟦busy open$⟧
    return new Store$();
  }
}
export async function run() {
  for (let k = 0; k < 4; k++) {
    const store = await Store$.open$();
    await store.load$();
  }
}`,
  'arrow functions': `
const inner$ = async k => {
  ⟦begin nap⟧ await sleep(6); ⟦end nap⟧ §nap
  ⟦busy inner$⟧
  return k;
};
const outer$ = async k => {
  const got = await inner$(k);
  ⟦busy outer$⟧
  return got;
};
export const run = async () => {
  for (let k = 0; k < 4; k++) {
    await outer$(k);
    ⟦busy run⟧
  }
};`,
  'arrow functions without a name': `
export const run = async () => {
  for (let k = 0; k < 4; k++) {
    await Promise.all([
      (async () => {
        await null;
        ⟦busy⟧
        ⟦busy⟧
      })(),
      (async () => {
        await null;
        ⟦busy⟧
      })()
    ]);
  }
};`,
  'microtasks and chains of then': `
export async function run() {
  for (let k = 0; k < 4; k++) {
    ⟦begin nap⟧ await sleep(6); ⟦end nap⟧ §nap
    await new Promise(resolve => queueMicrotask(() => micro$(resolve)));
    await Promise.resolve(k).then(first$).then(second$);
  }
}
function micro$(resolve) {
  ⟦busy micro$⟧
  resolve();
}
const first$ = k => {
  ⟦busy first$⟧
  return k;
};
function second$() {
  ⟦busy second$⟧
}`,
  'errors that are caught after an await': `
async function fails$() {
  ⟦begin nap⟧ await sleep(8); ⟦end nap⟧ §nap
  ⟦busy fails$⟧
  throw new Error('as expected');
}
export async function run() {
  for (let k = 0; k < 4; k++) {
    try {
      await fails$();
    } catch {
      ⟦busy run⟧
    } finally {
      ⟦busy run⟧
    }
  }
}`,
  'an async recursion': `
async function walk$(depth) {
  ⟦begin nap⟧ await sleep(7); ⟦end nap⟧ §nap
  visit$();
  ⟦busy⟧
  if (depth > 0) await walk$(depth - 1);
}
function visit$() {
  ⟦busy visit$⟧
}
export const run = () => walk$(3);`,
  'awaits three deep': `
async function low$(k) {
  ⟦begin nap⟧ await sleep(7); ⟦end nap⟧ §nap
  ⟦busy low$⟧
  return k;
}
async function middle$(k) {
  const got = await low$(k);
  ⟦busy middle$⟧
  return got;
}
async function high$(k) {
  const got = (await middle$(k)) + 1;
  ⟦busy high$⟧
  return got;
}
export async function run() {
  let sum = 0;
  for (let k = 0; k < 4; k++) sum += await high$(k);
  return sum;
}`,
  'promises that are started before they are awaited': `
async function job$(ms) {
  await sleep(ms); §jobs
  ⟦busy job$⟧
  ⟦busy job$⟧
}
export async function run() {
  for (let k = 0; k < 2; k++) {
    const one = job$(10);
    const two = job$(30);
    ⟦begin jobs⟧
    await one;
    await two;
    ⟦end jobs⟧
  }
}`,
  'a queue with a limit': `
async function task$() {
  ⟦begin nap⟧ await sleep(7); ⟦end nap⟧ §nap
  ⟦busy task$⟧
  ⟦busy task$⟧
}
export async function run() {
  let last = Promise.resolve();
  for (let k = 0; k < 4; k++) last = last.then(() => task$());
  await last;
}`,
  'a delegating async generator': `
async function* low$() {
  for (let k = 0; k < 4; k++) {
    ⟦begin nap⟧ await sleep(7); ⟦end nap⟧ §nap
    yield k;
    ⟦busy low$ high$ run⟧
  }
}
async function* high$() {
  yield* low$();
  ⟦busy high$⟧
}
export async function run() {
  for await (const each of high$()) {
    ⟦busy run⟧
  }
}`,
  ...EVENT_FORMS
};
