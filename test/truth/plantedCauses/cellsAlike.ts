import type { PlantedCause } from './plantedCause';

/** Cells whose hot line looks like that of a known cause, and is none. */
export const CELLS_ALIKE: readonly PlantedCause[] = Object.entries({
  'includes of a string': `
const text = 'the quick brown fox '.repeat(50);
let found = 0;
for (let i = 0; i < 400000; i++) {
  if (text.includes('lazy')) found++; // here
}
return found;`,
  'indexOf of a string that a function is given': `
function count(text, word) {
  let found = 0;
  for (let at = 0; at < 300000; at++) {
    if (text.indexOf(word) === 3) found++; // here
  }
  return found;
}
return count('the quick brown fox '.repeat(20), 'dog');`,
  'includes of a short list': `
let found = 0;
for (let i = 0; i < 6000000; i++) {
  if ([2, 3, 5, 7].includes(i % 11)) found++; // here
}
return found;`,
  'includes of a constant short list': `
const KINDS = ['a', 'b', 'c'];
let found = 0;
for (let i = 0; i < 6000000; i++) {
  if (KINDS.includes(i % 2 === 0 ? 'c' : 'd')) found++; // here
}
return found;`,
  'includes of parts of each line': `
let found = 0;
for (let i = 0; i < 150000; i++) {
  const parts = ('a,b,c,' + i).split(',');
  if (parts.includes('77')) found++; // here
}
return found;`,
  'a few look-ups in a list that was made for them': `
function free(cells, row) {
  const used = [];
  for (let i = 0; i < 9; i++) used.push(cells[row * 9 + i], cells[i * 9 + row], i % 4);
  return [1, 2, 3, 4, 5, 6, 7, 8, 9].filter(value => !used.includes(value)); // here
}
const cells = Array.from({ length: 81 }, (_, i) => (i * 7) % 10);
let count = 0;
for (let i = 0; i < 300000; i++) count += free(cells, i % 9).length;
return count;`,
  'powers of numbers with 521 bits': `
function power(base, exponent, modulus) {
  let [result, square, rest] = [1n, base % modulus, exponent];
  while (rest > 0n) {
    if (rest & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus; // here
    rest >>= 1n;
  }
  return result;
}
const modulus = (1n << 521n) - 1n;
let sum = 0n;
for (let i = 1n; i < 400n; i++) sum += power(i * 123456789n, modulus >> 2n, modulus);
return String(sum);`,
  'has of a Set': `
const seen = new Set(Array.from({ length: 5000 }, (_, i) => i));
let found = 0;
for (let i = 0; i < 5000000; i++) {
  if (seen.has(i % 9000)) found++; // here
}
return found;`,
  'a Set of the tags of each row': `
const rows = Array.from({ length: 150000 }, (_, i) => ({ tags: ['a', 'b', 't' + (i % 9)] }));
let most = 0;
for (const row of rows) {
  most = Math.max(most, new Set(row.tags).size); // here
}
return most;`,
  'filter with a condition that is no equality': `
const steps = Array.from({ length: 400 }, (_, i) => ({ from: i * 10 }));
let sum = 0;
for (let i = 0; i < 20000; i++) {
  sum += steps.filter(step => step.from >= i % 4000).length; // here
}
return sum;`,
  'find with a condition that is no equality': `
const steps = Array.from({ length: 400 }, (_, i) => ({ from: i * 10 }));
let sum = 0;
for (let i = 0; i < 60000; i++) {
  sum += steps.find(step => step.from >= i % 4000)?.from ?? 0; // here
}
return sum;`,
  'a spread of each row': `
const rows = Array.from({ length: 200000 }, (_, i) => ({ id: i, name: 'n' }));
return rows.map(row => ({ ...row, seen: true })).length; // here`,
  'a spread of a fixed list': `
const base = Array.from({ length: 300 }, (_, i) => i);
let sum = 0;
for (let i = 0; i < 60000; i++) {
  const list = [...base, i]; // here
  sum += list.length;
}
return sum;`,
  'pop from a stack': `
let sum = 0;
for (let round = 0; round < 60; round++) {
  const stack = Array.from({ length: 30000 }, (_, i) => i); // here
  while (stack.length > 0) sum += stack.pop();
}
return sum;`,
  'shift of fresh parts': `
let sum = 0;
for (let i = 0; i < 300000; i++) {
  const parts = ('a b c ' + i).split(' ');
  sum += parts.shift().length; // here
}
return sum;`,
  'JSON.parse of each line': `
const lines = Array.from({ length: 60000 }, (_, i) => JSON.stringify({ id: i, list: [1, 2, 3] }));
let sum = 0;
for (const line of lines) {
  sum += JSON.parse(line).id; // here
}
return sum;`,
  'JSON.stringify of each row': `
const rows = Array.from({ length: 60000 }, (_, i) => ({ id: i, name: 'n', list: [1, 2] }));
const lines = [];
for (const row of rows) {
  lines.push(JSON.stringify(row)); // here
}
return lines.length;`,
  'a regular expression of each word': `
let count = 0;
for (let i = 0; i < 30000; i++) {
  const pattern = new RegExp('^word' + i + '$'); // here
  if (pattern.test('word5')) count++;
}
return count;`,
  'one number format for all': `
const format = new Intl.NumberFormat('en-US');
let text = '';
for (let i = 0; i < 90000; i++) {
  text = format.format(i); // here
}
return text;`,
  'a sort by a collator': `
const names = Array.from({ length: 30000 }, (_, i) => 'n\\u00e4me' + ((i * 7919) % 30011));
const { compare } = new Intl.Collator('de');
names.sort((a, b) => compare(a, b)); // here
return names[0];`,
  'a sort of each group': `
const groups = Array.from({ length: 300 }, (_, g) =>
  Array.from({ length: 600 }, (_, i) => (i * 7919 + g) % 601)
);
for (const group of groups) {
  group.sort((a, b) => a - b); // here
}
return groups.length;`,
  'one sort': `
const scores = Array.from({ length: 150000 }, (_, i) => (i * 7919) % 150001);
scores.sort((a, b) => a - b); // here
return scores[0];`,
  'a string that grows by rows': `
let csv = '';
for (let i = 0; i < 600000; i++) {
  csv += i + ',' + (i * 7) + '\\n'; // here
}
return csv.length;`,
  'a regular expression that matches at once': `
const lines = Array.from({ length: 300 }, (_, i) => 'key' + i + '=value');
let count = 0;
for (let round = 0; round < 3000; round++) {
  for (const line of lines) {
    if (/^(\\w+)=(\\w+)$/.test(line)) count++; // here
  }
}
return count;`,
  'a synchronous call in a script': `
const { pbkdf2Sync } = require('node:crypto');
let size = 0;
for (let i = 0; i < 4; i++) {
  size += pbkdf2Sync('secret', 'salt', 40000, 64, 'sha512').length; // here
}
return size;`,
  'numbers in a packed array': `
const values = [];
for (let i = 0; i < 100000; i++) values.push(i);
let sum = 0;
for (let round = 0; round < 100; round++) {
  for (let i = 0; i < values.length; i++) {
    sum += values[i] * 2; // here
  }
}
return sum;`,
  'an array filled in order': `
let sum = 0;
for (let round = 0; round < 200; round++) {
  const out = new Array(40000);
  for (let i = 0; i < 40000; i++) {
    out[i] = i * 2; // here
  }
  sum += out.length;
}
return sum;`,
  'a typed array': `
const data = new Float64Array(200000).fill(1.5);
let sum = 0;
for (let round = 0; round < 100; round++) {
  for (let i = 0; i < data.length; i++) {
    sum += data[i]; // here
  }
}
return sum;`,
  'delete of entries of a Map': `
const cache = new Map();
for (let i = 0; i < 900000; i++) {
  cache.set(i, i);
  cache.delete(i - 10); // here
}
return cache.size;`,
  'pages that need the one before': `
const load = page => new Promise(resolve => setTimeout(resolve, 12, page + 1));
let page = 0;
while (page < 15) {
  page = await load(page); // here
}
return page;`,
  'pauses that are meant': `
let count = 0;
for (let i = 0; i < 15; i++) {
  await sleep(12); // here
  count++;
}
return count;`,
  'mirrors that are tried in turn': `
const attempt = mirror => new Promise(resolve => setTimeout(resolve, 12, mirror === 14));
let at = -1;
for (let mirror = 0; mirror < 15; mirror++) {
  if (await attempt(mirror)) { // here
    at = mirror;
    break;
  }
}
return at;`,
  'awaits that are together already': `
const load = id => new Promise(resolve => setTimeout(resolve, 150, id));
const rows = await Promise.all(Array.from({ length: 10 }, (_, id) => load(id))); // here
return rows.length;`,
  'a buffer that is transferred': `
const { MessageChannel } = require('node:worker_threads');
const { port1, port2 } = new MessageChannel();
for (let i = 0; i < 300; i++) {
  const frame = new Uint8Array(400000).fill(i); // here
  port1.postMessage(frame, [frame.buffer]);
}
port1.close();
port2.close();`
}).map(([name, code]) => ({ name, code, cause: null }));
