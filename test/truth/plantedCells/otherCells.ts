import type { PlantedCell } from './plantedCell';

/** Cells whose memory, operators or ranges are the cause. */
export const OTHER_CELLS: readonly PlantedCell[] = [
  {
    name: 'short-lived objects',
    kinds: ['garbage', 'hotLine'],
    also: ['memory'],
    says: 'churn',
    code: `
let kept = [];
function churn(i) {
  const made = [];
  for (let j = 0; j < 2000; j++) made.push({ i, j, text: 'x' + j, more: [i, j, { i }] });
  return made;
}
for (let i = 0; i < 400; i++) {
  kept.push(churn(i));
  if (kept.length > 40) kept = kept.slice(20);
}
return kept.length;`
  },
  {
    name: 'a cache that is never emptied',
    kinds: ['memory'],
    also: ['waiting', 'garbage'],
    code: `
globalThis.plantedCache = [];
for (let i = 0; i < 60; i++) {
  for (let j = 0; j < 3000; j++) globalThis.plantedCache.push({ i, j, values: [i, j, i + j, i * j] });
  await sleep(8);
}
return 1;`
  },
  {
    name: 'a leak beside much garbage',
    kinds: ['memory', 'garbage'],
    also: ['waiting', 'eventLoop'],
    options: { retainedBytes: 131_072 },
    holder: 'remember',
    code: `
globalThis.plantedLeak = [];
function remember(i) {
  for (let j = 0; j < 5000; j++) globalThis.plantedLeak.push({ i, j, values: [i, j, i + j, i * j] });
}
function churn(i) {
  let sum = 0;
  for (let j = 0; j < 30000; j++) sum += [i, j, { i, j }].length;
  return sum;
}
for (let i = 0; i < 60; i++) {
  remember(i);
  churn(i);
  await sleep(4);
}
return 1;`
  },
  {
    name: 'a cache that is bounded, with its figures of what is alive',
    kinds: ['garbage', 'hotLine', 'waiting'],
    also: ['waiting', 'eventLoop'],
    options: { retainedBytes: 131_072 },
    holder: '',
    code: `
let recent = [];
function load(i) {
  const made = [];
  for (let j = 0; j < 3000; j++) made.push({ i, j, values: [i, j, i + j] });
  return made;
}
for (let i = 0; i < 60; i++) {
  recent.push(load(i));
  if (recent.length > 2) recent = recent.slice(1);
  await sleep(4);
}
return recent.length;`
  },
  {
    name: 'buffers that are kept',
    kinds: ['memory'],
    also: ['waiting', 'garbage', 'eventLoop'],
    says: 'arraybuffers',
    code: `
globalThis.plantedBuffers = [];
for (let i = 0; i < 60; i++) {
  globalThis.plantedBuffers.push(new Float64Array(250000).fill(i));
  await sleep(6);
}
return 1;`
  },
  {
    name: 'an operator that dominates',
    kinds: ['dominates'],
    says: 'matmul',
    code: `
for (let i = 0; i < 10; i++) {
  operator('matmul', 40);
  operator('relu', 4);
}
return 1;`
  },
  {
    name: 'a range that dominates, with lines alike',
    kinds: ['dominates', 'hotLine', 'hotFunction'],
    says: 'parse',
    code: `
function parse() {
  return range('parse', () => {
    let n = 0;
    for (let i = 0; i < 4e6; i++) {
      n += Math.sqrt(i);
      n -= Math.cbrt(i);
      n += Math.log(i + 1);
      n -= Math.sin(i & 1);
    }
    return n;
  });
}
let n = 0;
for (let i = 0; i < 4; i++) n += parse();
range('write', () => spin(50));
return n;`
  },
  {
    name: 'steps that become slower',
    kinds: ['grew'],
    says: 'step',
    code: `
for (let i = 0; i < 24; i++) range('step', () => spin(4 + 2 * i));
return 1;`
  },
  {
    name: 'an operator that becomes slower',
    kinds: ['grew'],
    says: 'conv',
    code: `
for (let i = 0; i < 20; i++) {
  operator('conv', 5 + 2 * i);
  operator('add', 2);
}
return 1;`
  },
  {
    name: 'a run that is far slower than the others',
    kinds: ['outliers'],
    says: 'batch',
    code: `
for (let i = 0; i < 40; i++) range('batch', () => spin(i === 23 ? 300 : 8));
return 1;`
  },
  {
    name: 'a first run that loads',
    kinds: ['outliers'],
    says: 'predict',
    code: `
for (let i = 0; i < 30; i++) operator('predict', i === 0 ? 350 : 6);
return 1;`
  }
];
