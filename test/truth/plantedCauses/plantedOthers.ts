import type { PlantedCause } from './plantedCause';

/** Cells whose hot line, or longest wait, has another known cause. */
export const PLANTED_OTHERS: readonly PlantedCause[] = [
  {
    name: 'localeCompare with a language',
    cause: 'localeCompareInSort',
    code: `
const names = Array.from({ length: 12000 }, (_, i) => 'n\\u00e4me' + ((i * 7919) % 12007));
names.sort((a, b) => a.localeCompare(b, 'de')); // here
return names[0];`
  },
  {
    name: 'localeCompare in a comparator with a name',
    cause: 'localeCompareInSort',
    code: `
const rows = Array.from({ length: 30000 }, (_, i) => ({ name: 'n\\u00e4me' + ((i * 7919) % 30011) }));
function byName(a, b) {
  return a.name.localeCompare(b.name); // here
}
return rows.sort(byName)[0].name;`
  },
  {
    name: 'a sort for each value',
    cause: 'sortInLoop',
    code: `
const scores = [];
let best = 0;
for (let i = 0; i < 1200; i++) {
  scores.push((i * 7919) % 5003);
  scores.sort((a, b) => a - b); // here
  best += scores[0];
}
return best;`
  },
  {
    name: 'a sorted copy for each query',
    cause: 'sortInLoop',
    code: `
const samples = Array.from({ length: 4000 }, (_, i) => (i * 7919) % 4001);
let sum = 0;
for (let i = 0; i < 60; i++) {
  const sorted = [...samples].sort((a, b) => a - b); // here
  sum += sorted[i];
}
return sum;`
  },
  {
    name: 'a character replaced by slices',
    cause: 'stringByIndex',
    code: `
let text = 'a'.repeat(60000);
for (let i = 0; i < 9000; i++) {
  text = text.slice(0, i) + 'b' + text.slice(i + 1); // here
}
return text.length;`
  },
  {
    name: 'a string built by characters',
    cause: 'stringByIndex',
    code: `
const source = 'The quick brown fox. '.repeat(150000);
let out = '';
for (let i = 0; i < source.length; i++) {
  out += source[i].toUpperCase(); // here
}
return out.length;`
  },
  {
    name: 'nested quantifiers',
    cause: 'backtrackingRegExp',
    code: `
let count = 0;
for (let i = 0; i < 6; i++) {
  if (/^(\\w+\\s?)+$/.test('some words that match nearly up to' + i + '!')) count++; // here
  if (count > 5) break;
}
return count;`
  },
  {
    name: 'space at the end',
    cause: 'backtrackingRegExp',
    code: `
const line = ' '.repeat(15000) + 'x';
let length = 0;
for (let i = 0; i < 2; i++) {
  length += (line + i).replace(/\\s+$/, '').length; // here
}
return length;`
  },
  {
    name: 'a synchronous hash in a server',
    cause: 'syncInHandler',
    code: `
const { createServer, get } = require('node:http');
const { pbkdf2Sync } = require('node:crypto');
const server = createServer((request, response) => {
  const key = pbkdf2Sync('secret', request.url, 30000, 64, 'sha512'); // here
  response.end(key.toString('hex'));
});
await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
for (let i = 0; i < 8; i++) {
  await new Promise(resolve =>
    get({ port: server.address().port, path: '/' + i, agent: false }, response => response.resume().on('end', resolve))
  );
}
server.close();`
  },
  {
    name: 'synchronous compression for an event',
    cause: 'syncInHandler',
    code: `
const { EventEmitter } = require('node:events');
const { gzipSync } = require('node:zlib');
const bytes = Buffer.from(Array.from({ length: 60000 }, (_, i) => (i * 7919) % 251));
const requests = new EventEmitter();
let size = 0;
requests.on('request', () => {
  size += gzipSync(bytes).length; // here
});
for (let i = 0; i < 60; i++) requests.emit('request');
return size;`
  },
  {
    name: 'lines on the console',
    cause: 'consoleInLoop',
    code: `
const { Console } = require('node:console');
const { Writable } = require('node:stream');
const stream = new Writable({ write: (chunk, encoding, done) => done() });
const console = new Console(stream);
for (let i = 0; i < 20000; i++) {
  console.log('row', i, { id: i }); // here
}`
  },
  {
    name: 'lines that are appended to a file one by one',
    cause: 'writeInLoop',
    code: `
const { appendFileSync, mkdtempSync, rmSync } = require('node:fs');
const folder = mkdtempSync(require('node:path').join(require('node:os').tmpdir(), 'rows-'));
const file = folder + '/rows.csv';
for (let i = 0; i < 20000; i++) {
  appendFileSync(file, i + ',row\\n'); // here
}
rmSync(folder, { recursive: true });`
  },
  {
    name: 'lines that are appended to a file one by one, and waited for',
    cause: 'writeInLoop',
    code: `
const { appendFile, mkdtemp, rm } = require('node:fs/promises');
const folder = await mkdtemp(require('node:path').join(require('node:os').tmpdir(), 'rows-'));
for (let i = 0; i < 3000; i++) {
  await appendFile(folder + '/rows.csv', i + ',row\\n'); // here
}
await rm(folder, { recursive: true });`
  },
  {
    name: 'state that is saved whole after each change',
    cause: 'fileRewritten',
    code: `
const { mkdtempSync, rmSync, writeFileSync } = require('node:fs');
const folder = mkdtempSync(require('node:path').join(require('node:os').tmpdir(), 'state-'));
const file = folder + '/state.json';
const state = { done: [] };
for (let i = 0; i < 1500; i++) {
  state.done.push(i);
  writeFileSync(file, JSON.stringify(state)); // here
}
rmSync(folder, { recursive: true });`
  },
  {
    name: 'delete of properties',
    cause: 'deleteInLoop',
    code: `
let sum = 0;
for (let i = 0; i < 500000; i++) {
  const row = { id: i, password: 'x', name: 'n' };
  delete row.id; // here
  sum += row.name.length;
}
return sum;`
  },
  {
    name: 'an array that is filled from its end',
    cause: 'holeyArray',
    code: `
let sum = 0;
for (let round = 0; round < 12; round++) {
  const table = [];
  for (let i = 0; i < 6000; i++) {
    table[i * 1000] = i; // here
  }
  sum += table.length;
}
return sum;`
  },
  {
    name: 'numbers and strings in one array',
    cause: 'mixedArray',
    code: `
const values = [];
for (let i = 0; i < 200000; i++) values.push(i % 2 === 0 ? i : String(i));
let sum = 0;
for (let round = 0; round < 60; round++) {
  for (const value of values) {
    sum += value * 1; // here
  }
}
return sum;`
  },
  {
    name: 'a generator of random numbers with BigInt',
    cause: 'bigintInLoop',
    code: `
let seed = 1n;
for (let i = 0; i < 700000; i++) {
  seed = (seed * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn; // here
}
return String(seed);`
  },
  {
    name: 'an array of the values of a map',
    cause: 'arrayFromIterator',
    code: `
const prices = new Map(Array.from({ length: 4000 }, (_, i) => [i, i * 2]));
let sum = 0;
for (let i = 0; i < 1500; i++) {
  sum += Array.from(prices.values()).reduce((all, price) => all + price, 0); // here
}
return sum;`
  },
  {
    name: 'a mapped array of entries',
    cause: 'arrayFromIterator',
    code: `
const prices = new Map(Array.from({ length: 3000 }, (_, i) => ['k' + i, i * 2]));
let sum = 0;
for (let i = 0; i < 400; i++) {
  sum += Array.from(prices.entries(), ([key, price]) => price).length; // here
}
return sum;`
  },
  {
    name: 'reads of 64-bit elements',
    cause: 'boxedReads',
    code: `
const times = new BigInt64Array(100000).fill(5n);
let count = 0;
for (let round = 0; round < 25; round++) {
  for (let i = 0; i < times.length; i++) {
    count += Number(times[i]) & 1; // here
  }
}
return count;`
  },
  {
    name: 'requests one after another',
    cause: 'sequentialAwaits',
    code: `
const load = id => new Promise(resolve => setTimeout(resolve, 12, id));
const rows = [];
for (let id = 0; id < 20; id++) {
  const row = await load(id); // here
  rows.push(row);
}
return rows.length;`
  },
  {
    name: 'a look at a job every now and then',
    cause: 'pollingLoop',
    code: `
const done = new Set();
for (const id of [1, 2, 3]) {
  setTimeout(() => done.add(id), 20);
  while (!done.has(id)) {
    await sleep(90); // here
  }
}
return done.size;`
  },
  {
    name: 'rows of objects for a thread',
    cause: 'copyToThread',
    code: `
const { MessageChannel } = require('node:worker_threads');
const { port1, port2 } = new MessageChannel();
const rows = Array.from({ length: 20000 }, (_, i) => ({ id: i, name: 'row ' + i }));
for (let i = 0; i < 30; i++) {
  port1.postMessage({ rows, from: i }); // here
}
port1.close();
port2.close();
return rows.length;`
  },
  {
    name: 'files of a list one after another, in a function',
    cause: 'sequentialAwaits',
    code: `
async function loadUser(id) {
  await sleep(10);
  return { id };
}
const users = [];
for (const id of Array.from({ length: 20 }, (_, i) => i)) {
  users.push(await loadUser(id)); // here
}
return users.length;`
  },
  {
    name: 'a query for each row',
    cause: 'queryPerRow',
    code: `
const db = { query: (text, values) => new Promise(resolve => setTimeout(resolve, 12, values)) };
const found = [];
for (let id = 0; id < 20; id++) {
  const rows = await db.query('SELECT * FROM users WHERE id = $1', [id]); // here
  found.push(rows[0]);
}
return found.length;`
  },
  {
    name: 'copies of bytes for a port',
    cause: 'copyToThread',
    code: `
const { MessageChannel } = require('node:worker_threads');
const { port1, port2 } = new MessageChannel();
for (let i = 0; i < 40; i++) {
  const frame = new Uint8Array(4000000);
  port1.postMessage({ i, frame }); // here
}
port1.close();
port2.close();`
  }
];
