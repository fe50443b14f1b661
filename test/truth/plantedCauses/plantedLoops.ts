import type { PlantedCause } from './plantedCause';

/** Cells whose hot line searches, copies or converts in a loop. */
export const PLANTED_LOOPS: readonly PlantedCause[] = [
  {
    name: 'includes in a for loop',
    cause: 'searchInLoop',
    code: `
const seen = Array.from({ length: 12000 }, (_, i) => i * 2);
let found = 0;
for (let i = 0; i < 12000; i++) {
  if (seen.includes(i)) found++; // here
}
return found;`
  },
  {
    name: 'indexOf in a callback',
    cause: 'searchInLoop',
    code: `
const ids = Array.from({ length: 12000 }, (_, i) => 'id' + i);
const orders = Array.from({ length: 6000 }, (_, i) => ({ id: 'id' + ((i * 31) % 14000) }));
const known = orders.filter(order =>
  ids.indexOf(order.id) >= 0 // here
);
return known.length;`
  },
  {
    name: 'find by id in a map',
    cause: 'searchInLoop',
    code: `
const users = Array.from({ length: 4000 }, (_, i) => ({ id: i, name: 'user ' + i }));
const orders = Array.from({ length: 8000 }, (_, i) => ({ user: (i * 7919) % 4000 }));
return orders.map(order => {
  const user = users.find(each => each.id === order.user); // here
  return user.name;
}).length;`
  },
  {
    name: 'a group of rows for each key',
    cause: 'searchInLoop',
    code: `
const rows = Array.from({ length: 20000 }, (_, i) => ({ city: 'c' + (i % 400), price: i % 501 }));
const means = {};
for (const city of new Set(rows.map(row => row.city))) {
  const own = rows.filter(row => row.city === city); // here
  means[city] = own.reduce((sum, row) => sum + row.price, 0) / own.length;
}
return Object.keys(means).length;`
  },
  {
    name: 'an index for each look-up',
    cause: 'rebuiltInLoop',
    code: `
const products = Array.from({ length: 800 }, (_, i) => ({ sku: 's' + i, price: i % 91 }));
let total = 0;
for (let i = 0; i < 6000; i++) {
  const prices = new Map(products.map(product => [product.sku, product.price])); // here
  total += prices.get('s' + (i % 900)) ?? 0;
}
return total;`
  },
  {
    name: 'keys that are counted',
    cause: 'rebuiltInLoop',
    code: `
const pages = {};
let full = 0;
for (let i = 0; i < 6000; i++) {
  pages['page-' + i] = i;
  if (Object.keys(pages).length > 2000) full++; // here
}
return full;`
  },
  {
    name: 'a list without duplicates',
    cause: 'searchInLoop',
    code: `
const values = Array.from({ length: 30000 }, (_, i) => (i * 7919) % 9000);
const unique = [];
for (const value of values) {
  if (!unique.includes(value)) unique.push(value); // here
}
return unique.length;`
  },
  {
    name: 'a look-up in a function that a loop calls',
    cause: 'searchInLoop',
    code: `
const blocked = Array.from({ length: 10000 }, (_, i) => 'name' + i);
function isBlocked(name) {
  return blocked.includes(name); // here
}
let count = 0;
for (let i = 0; i < 8000; i++) {
  if (isBlocked('name' + (i + 5000))) count++;
}
return count;`
  },
  {
    name: 'an object spread in reduce',
    cause: 'spreadInAccumulator',
    code: `
const rows = Array.from({ length: 1100 }, (_, i) => ({ id: 'k' + i, value: i }));
const byId = rows.reduce((all, row) => ({ ...all, [row.id]: row }), {}); // here
return Object.keys(byId).length;`
  },
  {
    name: 'an array spread in a loop',
    cause: 'spreadInAccumulator',
    code: `
let all = [];
for (let i = 0; i < 9000; i++) {
  all = [...all, i]; // here
}
return all.length;`
  },
  {
    name: 'concat in reduce',
    cause: 'spreadInAccumulator',
    code: `
const pages = Array.from({ length: 6000 }, (_, i) => [i, i + 1]);
const flat = pages.reduce(
  (all, page) => all.concat(page), // here
  []
);
return flat.length;`
  },
  {
    name: 'shift from a queue',
    cause: 'shiftInLoop',
    code: `
const queue = Array.from({ length: 90000 }, (_, i) => i);
let sum = 0;
while (queue.length > 60000) {
  sum += queue.shift(); // here
}
return sum;`
  },
  {
    name: 'unshift onto a list',
    cause: 'shiftInLoop',
    code: `
const list = [];
for (let i = 0; i < 40000; i++) {
  list.unshift(i); // here
}
return list.length;`
  },
  {
    name: 'splice out of a list',
    cause: 'shiftInLoop',
    code: `
const list = Array.from({ length: 70000 }, (_, i) => i);
for (let i = list.length - 1; i >= 0; i -= 2) {
  list.splice(i, 1); // here
}
return list.length;`
  },
  {
    name: 'a deep copy by JSON',
    cause: 'jsonClone',
    code: `
let state = { items: Array.from({ length: 200 }, (_, i) => ({ id: i, name: 'item ' + i })) };
let sum = 0;
for (let i = 0; i < 1500; i++) {
  state = JSON.parse(JSON.stringify(state)); // here
  sum += state.items.length;
}
return sum;`
  },
  {
    name: 'a clone function',
    cause: 'jsonClone',
    code: `
const clone = value => JSON.parse(JSON.stringify(value)); // here
const grid = Array.from({ length: 60 }, () => new Array(60).fill(1));
let sum = 0;
for (let i = 0; i < 900; i++) sum += clone(grid)[0][0];
return sum;`
  },
  {
    name: 'a text that is parsed again and again',
    cause: 'jsonInLoop',
    code: `
const text = JSON.stringify(Array.from({ length: 300 }, (_, i) => ({ id: i, tags: ['a', 'b'] })));
let sum = 0;
for (let i = 0; i < 1500; i++) {
  const config = JSON.parse(text); // here
  sum += config[i % 300].id;
}
return sum;`
  },
  {
    name: 'a comparison by JSON',
    cause: 'jsonInLoop',
    code: `
const wanted = { id: 7, list: Array.from({ length: 300 }, (_, i) => i) };
const rows = Array.from({ length: 9000 }, (_, i) => ({ id: i, list: wanted.list }));
let same = 0;
for (const row of rows) {
  if (JSON.stringify(row) === JSON.stringify(wanted)) same++; // here
}
return same;`
  },
  {
    name: 'a number format for each row',
    cause: 'constructorInLoop',
    code: `
let text = '';
for (let i = 0; i < 5000; i++) {
  text = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'EUR' }).format(i); // here
}
return text;`
  },
  {
    name: 'a date format in a function that map calls',
    cause: 'constructorInLoop',
    code: `
function label(time) {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(time); // here
}
return Array.from({ length: 3000 }, (_, i) => i * 1e7).map(time => label(time)).length;`
  },
  {
    name: 'a regular expression for each line',
    cause: 'constructorInLoop',
    code: `
const words = Array.from({ length: 200 }, (_, i) => 'word' + i).join('|');
let count = 0;
for (let i = 0; i < 60000; i++) {
  const pattern = new RegExp('^(' + words + ')$'); // here
  if (pattern.test('word' + i)) count++;
}
return count;`
  },
  {
    name: 'a text decoder for each message',
    cause: 'constructorInLoop',
    code: `
const bytes = new TextEncoder().encode('message');
let length = 0;
for (let i = 0; i < 60000; i++) {
  length += new TextDecoder('utf-8').decode(bytes).length; // here
}
return length;`
  }
];
