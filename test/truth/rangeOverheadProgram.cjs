// Prints what a million ranges around short work cost, and what their profile states, in CPU nanoseconds.
const { readFileSync } = require('node:fs');
const { profile, range } = require('kernelscope');

const RANGES = 1e6;
const PAIRS = 7;
const options = { cpuIntervalUs: null, memoryPeriodMs: null, gc: false };
let sum = 0;

function work(start, steps) {
  let value = start;
  for (let step = 0; step < steps; step++) value = Math.sqrt(value + step);
  return value;
}

function bare(steps) {
  for (let i = 0; i < RANGES; i++) sum += work(i, steps);
}

function inRanges(steps) {
  for (let i = 0; i < RANGES; i++) {
    range('work', () => {
      sum += work(i, steps);
    });
  }
}

/** CPU time of the main thread so far. */
const cpuNs = () => Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]);

const used = async run => {
  const session = profile(options);
  const before = cpuNs();
  run();
  const ns = cpuNs() - before;
  await session.finish();
  return { ns, statedNs: session.finished.data.meta.overheadNs };
};

const median = values => values.sort((a, b) => a - b)[values.length >> 1];

async function measure(steps) {
  const lost = [];
  const stated = [];
  for (let pair = 0; pair < PAIRS; pair++) {
    const without = await used(() => bare(steps));
    const recorded = await used(() => inRanges(steps));
    lost.push(recorded.ns - without.ns);
    stated.push(recorded.statedNs - without.statedNs);
  }
  return { lostNs: median(lost), statedNs: median(stated) };
}

(async () => {
  process.stdout.write(JSON.stringify([await measure(0), await measure(5)]));
})();
