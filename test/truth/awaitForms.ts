/**
 * Bodies of asynchronous programs whose code after awaits belongs to those who awaited it, in the language of
 * `ASYNC_FORMS`. `⟦busy f ^x⟧` is also in the total time of the line that is marked ` ^x`; `⟦short f⟧` takes less time than
 * there is between two samples; and `⟦idle f ^x⟧` says of functions and lines that they have no time but what other
 * places give them.
 */
export const AWAIT_FORMS: Readonly<Record<string, string>> = {
  'a loop that awaits': `
export async function run() {
  for (let k = 0; k < 4; k++) await step$(k); ^step
}
async function step$() {
  await sleep(3);
  ⟦busy step$ run ^step⟧
  ⟦busy step$ run ^step⟧
}`,
  'awaits three deep': `
async function low$() {
  await sleep(3);
  ⟦busy low$ middle$ high$ run ^low ^middle ^high⟧
}
async function middle$() {
  await low$(); ^low
  ⟦busy middle$ high$ run ^middle ^high⟧
}
async function high$() {
  await middle$(); ^middle
  ⟦busy high$ run ^high⟧
}
export async function run() {
  for (let k = 0; k < 3; k++) await high$(); ^high
}`,
  'work before and after the first wait': `
async function part$() {
  ⟦busy part$ run ^part⟧
  await sleep(2);
  ⟦busy part$ run ^part⟧
  await null;
  inner$(); ^inner
}
function inner$() {
  ⟦busy inner$ part$ run ^inner ^part⟧
}
export const run = async () => {
  for (let k = 0; k < 3; k++) await part$(); ^part
};`,
  'two callers of one function': `
async function shared$() {
  await sleep(2);
  ⟦busy shared$ twice$ ^twice⟧
}
async function other$() {
  await sleep(2);
  ⟦busy other$ once$ ^once⟧
}
async function twice$() {
  for (let k = 0; k < 2; k++) await shared$(); ^twice
}
async function once$() {
  await other$(); ^once
}
export async function run() {
  for (let k = 0; k < 2; k++) {
    await twice$();
    await once$();
  }
}`,
  'Promise.all of async functions': `
async function left$() {
  await sleep(4);
  ⟦busy left$ run ^all⟧
}
async function right$() {
  await sleep(9);
  ⟦busy right$ run ^all⟧
}
export async function run() {
  for (let k = 0; k < 3; k++) {
    await Promise.all([left$(), right$()]); ^all
  }
}`,
  'a promise that two await': `
async function cached$() {
  await sleep(5);
  ⟦busy cached$⟧
  ⟦idle first$ second$ run ^first ^second⟧
}
async function first$(promise) {
  await promise; ^first
}
async function second$(promise) {
  await promise; ^second
}
export async function run() {
  for (let k = 0; k < 3; k++) {
    const promise = cached$();
    await Promise.all([first$(promise), second$(promise)]);
  }
}`,
  'a promise that is awaited when it is done': `
async function early$() {
  await sleep(2);
  ⟦busy early$⟧
  ⟦idle run ^late⟧
}
export async function run() {
  for (let k = 0; k < 3; k++) {
    const promise = early$();
    await sleep(30);
    await promise; ^late
  }
}`,
  'timers that resolve a promise': `
function later$(resolve) {
  ⟦busy later$⟧
  ⟦idle run ^timer⟧
  resolve();
}
export async function run() {
  for (let k = 0; k < 3; k++) {
    await new Promise(resolve => setTimeout(later$, 2, resolve)); ^timer
  }
}`,
  'events that resolve a promise': `
function heard$() {
  ⟦busy heard$⟧
  ⟦idle run ^event⟧
}
export async function run() {
  for (let k = 0; k < 3; k++) {
    const events = new EventTarget();
    events.addEventListener('done', heard$);
    setImmediate(() => events.dispatchEvent(new Event('done')));
    await new Promise(resolve => setTimeout(resolve, 20)); ^event
  }
}`,
  'for await over an async generator': `
async function* items$() {
  for (let k = 0; k < 4; k++) {
    await sleep(3);
    ⟦busy items$ run ^items⟧
    yield k;
  }
}
export async function run() {
  for await (const each of items$()) { ^items
    take$(each); ^take
  }
}
function take$() {
  ⟦busy take$ run ^take⟧
}`,
  'callbacks of then': `
const first$ = k => {
  ⟦busy first$ run ^chain⟧
  return k;
};
function second$() {
  ⟦busy second$ run ^chain⟧
}
export async function run() {
  for (let k = 0; k < 3; k++) {
    const ready = sleep(2, k);
    await ready.then(first$).then(second$); ^chain
  }
}`,
  'an async recursion': `
async function walk$(depth) {
  await sleep(2);
  ⟦busy walk$ run ^walk⟧
  if (depth > 0) await walk$(depth - 1);
}
export async function run() {
  await walk$(4); ^walk
}`,
  'methods, errors and arrow functions': `
class Store$ {
  async load$() {
    await sleep(2);
    ⟦busy load$ get$ run ^load ^get⟧
    throw new Error('as expected');
  }
}
const get$ = async store => {
  try {
    await store.load$(); ^load
  } catch {
    ⟦busy get$ run ^get⟧
  }
};
export async function run() {
  for (let k = 0; k < 3; k++) await get$(new Store$()); ^get
}`,
  'short continuations': `
async function short$() {
  await null;
  ⟦short short$ many$ run ^short ^many⟧
}
async function many$() {
  for (let k = 0; k < 60; k++) await short$(); ^short
}
export async function run() {
  await many$(); ^many
}`
};
