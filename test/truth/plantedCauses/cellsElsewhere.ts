import type { PlantedCause } from './plantedCause';

/** Work that has no known cause. */
const WORK = `
let total = 0;
for (let i = 0; i < 6e6; i++) {
  total += Math.sqrt(i) * Math.sin(i); // here
}
`;

/** Cells in which code of known causes is not what takes the time. */
export const CELLS_ELSEWHERE: readonly PlantedCause[] = Object.entries({
  'an array searched a few times': `
const seen = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4];
let found = 0;
for (let i = 0; i < 50; i++) if (seen.includes(i)) found++;
${WORK}
return found + total;`,
  'find by id before the work': `
const users = Array.from({ length: 100 }, (_, i) => ({ id: i }));
const names = [5, 50, 99].map(id => users.find(user => user.id === id));
${WORK}
return names.length + total;`,
  'a spread in reduce of a few rows': `
const rows = Array.from({ length: 20 }, (_, i) => ({ id: 'k' + i }));
const byId = rows.reduce((all, row) => ({ ...all, [row.id]: row }), {});
${WORK}
return total + Object.keys(byId).length;`,
  'an array that grows by spread a few times': `
let all = [];
for (let i = 0; i < 20; i++) all = [...all, i];
${WORK}
return total + all.length;`,
  'a short queue': `
const queue = [1, 2, 3, 4, 5];
let sum = 0;
while (queue.length > 0) sum += queue.shift();
${WORK}
return sum + total;`,
  'a splice before the work': `
const list = Array.from({ length: 100 }, (_, i) => i);
for (let i = 99; i > 90; i--) list.splice(i, 1);
${WORK}
return list.length + total;`,
  'one deep copy by JSON': `
const state = { items: Array.from({ length: 50 }, (_, i) => ({ id: i })) };
const copy = JSON.parse(JSON.stringify(state));
${WORK}
return copy.items.length + total;`,
  'JSON of a few rows': `
const text = JSON.stringify({ id: 1 });
let sum = 0;
for (let i = 0; i < 20; i++) sum += JSON.parse(text).id;
${WORK}
return sum + total;`,
  'a few number formats': `
let label = '';
for (let i = 0; i < 5; i++) label = new Intl.NumberFormat('en-US').format(i);
${WORK}
return label + total;`,
  'a regular expression made a few times': `
let count = 0;
for (const word of ['a', 'b', 'c']) if (new RegExp('^x').test(word)) count++;
${WORK}
return count + total;`,
  'a decoder for a few messages': `
let length = 0;
for (let i = 0; i < 10; i++) length += new TextDecoder().decode(new Uint8Array([65])).length;
${WORK}
return length + total;`,
  'a short sort by localeCompare': `
const names = ['b', 'c', 'a'];
names.sort((a, b) => a.localeCompare(b));
${WORK}
return names[0] + total;`,
  'a few sorts': `
const scores = [3, 1, 2];
let best = 0;
for (let i = 0; i < 10; i++) best += scores.sort((a, b) => a - b)[0];
${WORK}
return best + total;`,
  'a few slices of a string': `
let text = 'abcdefgh';
for (let i = 0; i < 5; i++) text = text.slice(0, i) + 'x' + text.slice(i + 1);
${WORK}
return text + total;`,
  'a short string by characters': `
const source = 'hello world';
let out = '';
for (let i = 0; i < source.length; i++) out += source[i].toUpperCase();
${WORK}
return out + total;`,
  'nested quantifiers on a short text': `
const isWord = /^(a+)+$/.test('aaa');
${WORK}
return isWord ? total : 0;`,
  'a synchronous call before a server': `
const { readFileSync } = require('node:fs');
const { EventEmitter } = require('node:events');
const events = new EventEmitter();
events.on('request', () => readFileSync('package.json').length);
events.emit('request');
${WORK}
return total;`,
  'a few lines on the console': `
const console = { log: () => {} };
for (let i = 0; i < 10; i++) console.log(i);
${WORK}
return total;`,
  'delete of one property': `
const rows = [{ id: 1, secret: 2 }];
for (const row of rows) delete row.secret;
${WORK}
return rows.length + total;`,
  'a few holes': `
const table = [];
for (let i = 0; i < 5; i++) table[i * 10] = i;
${WORK}
return table.length + total;`,
  'a few mixed values': `
const values = [1, 'two', 3];
let text = '';
for (const value of values) text += value;
${WORK}
return text + total;`,
  'a few steps with BigInt': `
let seed = 1n;
for (let i = 0; i < 20; i++) seed = (seed * 5n + 1n) & 0xffffn;
${WORK}
return String(seed) + total;`,
  'one array from an iterator': `
const prices = new Map([[1, 2], [3, 4]]);
const sum = Array.from(prices.values()).reduce((all, price) => all + price, 0);
${WORK}
return sum + total;`,
  'an error caught once': `
let failed = 0;
for (const text of ['1', '{']) {
  try {
    JSON.parse(text);
  } catch {
    failed++;
  }
}
${WORK}
return failed + total;`,
  'a few reads of 64 bits': `
const times = new BigInt64Array(4);
let count = 0;
for (let i = 0; i < 4; i++) count += Number(times[i]);
${WORK}
return count + total;`,
  'two short awaits': `
const load = id => new Promise(resolve => setImmediate(resolve, id));
let sum = 0;
for (let id = 0; id < 2; id++) sum += await load(id);
${WORK}
return sum + total;`,
  'two short queries': `
const db = { query: async text => [text] };
let count = 0;
for (let id = 0; id < 3; id++) count += (await db.query('SELECT 1')).length;
${WORK}
return count + total;`,
  'one copy for a port': `
const { MessageChannel } = require('node:worker_threads');
const { port1, port2 } = new MessageChannel();
port1.postMessage(new Uint8Array(100));
port1.close();
port2.close();
${WORK}
return total;`,
  'an array searched by another function': `
const ids = [1, 2, 3];
function isKnown(id) {
  return ids.includes(id);
}
let known = 0;
for (let i = 0; i < 10; i++) if (isKnown(i)) known++;
${WORK}
return known + total;`,
  'toLocaleString at the end': `
${WORK}
const labels = [];
for (let i = 0; i < 3; i++) labels.push((total * i).toLocaleString('en-US'));
return labels.join();`
}).map(([name, code]) => ({ name, code, cause: null }));
