import type { PlantedCell } from './plantedCell';

/** Cells whose time goes to one line. */
export const HOT_CELLS: readonly PlantedCell[] = [
  {
    name: 'a loop with a slow line',
    kinds: ['hotLine'],
    code: `
let total = 0;
for (let i = 0; i < 3e7; i++) {
  total += Math.sqrt(i) * Math.sin(i); // here
}
let other = 0;
for (let i = 0; i < 3e6; i++) other += i;
return total + other;`
  },
  {
    name: 'a helper that is called from everywhere',
    kinds: ['hotLine'],
    code: `
function square(values) {
  let sum = 0;
  for (const value of values) sum += Math.pow(value, 1.5); // here
  return sum;
}
const values = Array.from({ length: 1e5 }, (_, i) => i);
let total = 0;
for (let i = 0; i < 60; i++) total += square(values);
for (let i = 0; i < 60; i++) total -= square(values);
return total;`
  },
  {
    name: 'a comparator that parses',
    kinds: ['hotLine'],
    also: ['garbage'],
    says: 'JSON.parse',
    code: `
const rows = Array.from({ length: 2e4 }, (_, i) => JSON.stringify({ id: (i * 7919) % 20011 }));
rows.sort((a, b) =>
  JSON.parse(a).id - JSON.parse(b).id // here
);
return rows.length;`
  },
  {
    name: 'a regular expression that backtracks',
    kinds: ['hotLine'],
    code: `
const text = 'a'.repeat(24) + 'b';
let found = 0;
for (let i = 0; i < 6; i++) {
  if (/^(a+)+$/.test(text + i)) found++; // here
}
return found;`
  },
  {
    name: 'a linear search within a loop',
    kinds: ['hotLine'],
    also: ['garbage'],
    code: `
const ids = Array.from({ length: 30000 }, (_, i) => 'id' + i);
const seen = [];
for (const id of ids) {
  if (!seen.includes(id)) seen.push(id); // here
}
return seen.length;`
  },
  {
    name: 'a library that one line calls',
    kinds: ['hotLine'],
    also: ['garbage', 'memory'],
    code: `
const zlib = require('node:zlib');
const data = Buffer.alloc(2e6, 'kernelscope profile ');
let bytes = 0;
for (let i = 0; i < 12; i++) {
  bytes += zlib.deflateSync(Buffer.concat([data, Buffer.from(String(i))]), { level: 9 }).length; // here
}
return bytes;`
  },
  {
    name: 'a hash in native code',
    kinds: ['hotLine'],
    code: `
const { pbkdf2Sync } = require('node:crypto');
let last = '';
for (let i = 0; i < 8; i++) last = pbkdf2Sync('key' + i, 'salt', 60000, 32, 'sha512').toString('hex'); // here
return last;`
  },
  {
    name: 'deep recursion',
    kinds: ['hotLine', 'hotFunction'],
    says: 'fib',
    code: `
function fib(n) {
  return n < 2 ? n : fib(n - 1) + fib(n - 2);
}
return fib(36);`
  },
  {
    name: 'a string that is built in a slow way',
    kinds: ['hotLine'],
    also: ['garbage'],
    code: `
let text = [];
for (let i = 0; i < 1800; i++) {
  text = text.concat(['row ' + i]).map(row => row.trim()); // here
}
return text.length;`
  },
  {
    name: 'a deep copy for each row',
    kinds: ['hotLine', 'garbage'],
    also: ['garbage'],
    says: 'structuredClone',
    code: `
const config = { list: Array.from({ length: 300 }, (_, i) => ({ i, tags: ['a', 'b'] })) };
let count = 0;
for (let i = 0; i < 600; i++) {
  count += structuredClone(config).list.length; // here
}
return count;`
  },
  {
    name: 'a matrix product by hand',
    kinds: ['hotLine'],
    code: `
const n = 330;
const a = new Float64Array(n * n).fill(1.5), b = new Float64Array(n * n).fill(0.5), c = new Float64Array(n * n);
for (let i = 0; i < n; i++) {
  for (let j = 0; j < n; j++) {
    let sum = 0;
    for (let k = 0; k < n; k++) sum += a[i * n + k] * b[k * n + j]; // here
    c[i * n + j] = sum;
  }
}
return c[0];`
  },
  {
    name: 'an error that is made again and again',
    kinds: ['hotLine', 'hotFunction'],
    also: ['garbage'],
    says: 'new Error',
    code: `
let caught = 0;
function validate(i) {
  try {
    throw new Error('not valid: ' + i).stack.length; // here
  } catch {
    caught++;
  }
}
for (let i = 0; i < 40000; i++) validate(i);
return caught;`
  },
  {
    name: 'sorting again and again',
    kinds: ['hotLine'],
    code: `
const top = [];
for (let i = 0; i < 4000; i++) {
  top.push((i * 7919) % 10007);
  top.sort((a, b) => a - b); // here
}
return top[0];`
  }
];
