/**
 * Forms of code that call from all kinds of places. `W` is a call that takes its time, which counts for
 * its line; that of `W<a b>` counts for the lines marked `§a` and `§b` as well, and that of `W<?a>` may
 * count for the line marked `§a`. `R` is a hot loop of a moment. No two forms declare the same name.
 */
export const CELL_FORMS: readonly string[] = [
  `W;
W;`,
  `if (Date.now() > 0) {
  W;
} else {
  W;
}`,
  `for (let i = 0; i < 2; i++) {
  W;
}
W;`,
  `let left = 2;
while (left-- > 0) {
  for (const one of [1]) {
    W;
  }
  W;
}`,
  `do {
  W;
} while (W < 0);`,
  `function plain() {
  return W<a>;
}
plain(); §a
W;`,
  `function sorted(list: number[]) { return [...list].sort((a, b) => W<b> * 0 + a - b); }
const inOrder = sorted([2, 1]); §b
W;`,
  `const twice = [1, 2].map(value => { §m
  const one = W<m>;
  return one + value;
});
W;`,
  `[1, 2].forEach(() => W);
[3].filter(() => W > 0);
W;`,
  `const comparing = (a: number, b: number) => W<s> * 0 + a - b;
[3, 1].sort(comparing); §s
W;`,
  `'a b'.replace(/[ab]/g, () => { §r
  W<r>;
  return '';
});
W;`,
  `const total = [1, 2].reduce( §r
  (sum, value) => sum + value * W<r>,
  W
);`,
  `const made = Array.from({ length: 2 }, () => §a
  W<a>
);
W;`,
  `class Field {
  value = W<f ?k>;
  constructor() { §k
    W<f>;
  }
}
new Field(); §f
W;`,
  `void Date.now(); §b
class Fixed {
  static value = W<?b ?c>;
  static {
    W<?b ?c>;
  }
} §c
W;`,
  `class Gets {
  get slow() {
    return W<g>;
  }
  set slow(value: number) {
    W<h>;
  }
}
const gets = new Gets();
gets.slow; §g
gets.slow = 1; §h`,
  `class Calls {
  #hidden() {
    return W<p q>;
  }
  open() {
    return this.#hidden(); §p
  }
  static all() {
    W<r>;
  }
}
new Calls().open(); §q
Calls.all(); §r`,
  `class Base {
  run() {
    W<d e>;
  }
}
class Derived extends Base {
  run() {
    super.run(); §d
    W<e>;
  }
}
new Derived().run(); §e`,
  `const parsed = JSON.parse('[1,2]', (key, value) => §p
  key === '0' ? W<p> : value
);
JSON.stringify({ toJSON: () => W });`,
  `const { first = W, second = W } = {} as Record<string, number>;
const [third = W] = [] as number[];`,
  `function defaulted(value = W<o>) {
  return value;
}
defaulted(); §o
W;`,
  `const text = \`\${W}
 and \${W}
 and \${W}\`;`,
  `const tag = (parts: TemplateStringsArray, ...values: number[]) => values.length * W<t>;
tag\`a\${W}b\`; §t
W;`,
  `const listed = [
  W,
  W,
  ...[W]
];`,
  `const keyed = {
  a: W,
  ['b' + W]: 1,
  get c() {
    return W<k>;
  }
};
keyed.c; §k`,
  `Math.max(
  W,
  W,
  Math.min(
    W,
    1
  )
);`,
  `const chained = [1, 2]
  .map(value => value + W)
  .filter(value => value + W > 0)
  .slice(1);`,
  `class Chain {
  step() {
    W<?s>;
    return this;
  }
}
new Chain()
  .step(); §s
W;`,
  `const chosen = Date.now() > 0
  ? W
  : W;
const both = W > 0 &&
  W > 0 ||
  W > 0;`,
  `const added = W +
  W +
  W;`,
  `function outer() {
  function inner() {
    return W<i j>;
  }
  W<j>;
  return inner(); §i
}
outer(); §j`,
  `function down(depth: number): number {
  if (depth === 0) return W<x y>;
  return down(depth - 1); §x
}
down(5); §y
W;`,
  `function* yields() {
  yield W<n>;
  yield W<n>;
}
for (const value of yields()) void value; §n
W;`,
  `const [one, ...others] = (function* () { §u
  yield W<?u ?v>;
  yield W<?u ?v>;
})(); §v
W;`,
  `try {
  W;
  throw new Error('planted');
} catch {
  W;
} finally {
  W;
}`,
  `switch (W * 0) {
  case 0:
    W;
    break;
  default:
    W;
}`,
  `label: for (const a of [1, 2]) {
  for (const b of [1, 2]) {
    W;
    if (b === 1) continue label;
  }
}
W;`,
  `const late = { method: (value: number) => value * W<l> };
late?.method(W); §l
W;`,
  `(() => { §a
  W<?a ?b>;
})(); §b
(function () { §c
  W<?c ?d>;
})(); §d`,
  `const bound = function (this: unknown, value: number) {
  return W<?w ?x ?y> + value;
};
bound.call(null, 1); §w
bound.apply(null, [1]); §x
bound.bind(null, 1)(); §y`,
  `const proxy = new Proxy({} as Record<string, number>, { get: () => W<z> });
proxy.anything; §z
W;`,
  `const valued = { valueOf: () => W<a> };
void (+valued); §a
W;`,
  `const handlers = {
  one() { W<b>; },
  two: () => { W<c>; }
};
handlers.one(); §b
handlers.two(); §c`,
  `const maps = new Map([[1, 1], [2, 2]]);
maps.forEach(() => { §m
  W<m>;
});
W;`,
  `R
W;
R
W;`,
  `R
const results = [
  W,
  W
];
W;`,
  `function hot() {
  let sum = 0;
  for (let i = 0; i < 300000; i++) sum += Math.sqrt(i);
  return sum + W<h>;
}
hot(); §h
W;`,
  `function passes(work: () => number, more: () => number) {
  work(); §a
  more(); §b
}
const passed = () => W<a c>;
const another = () => W<b c>;
passes(passed, another); §c
W;`,
  `(0, eval)('0');
W;
new Function('work', 'return work()')(() => W);`
];

/** Forms that wait; the cell is then an asynchronous function. */
export const WAITING_FORMS: readonly string[] = [
  `await Promise.resolve();
W;
await null;
W;`,
  `async function later() {
  await null;
  W<?l>;
  await null;
  W<?l>;
}
await later(); §l
W;`,
  `async function soon() {
  W<a>;
  await null;
  W<?a>;
}
await soon(); §a`,
  `await new Promise<void>(resolve => setTimeout(() => {
  W;
  resolve();
}, 0));
W;`,
  `await Promise.all([1, 2].map(async value => { §p
  await null;
  W<?p>;
}));
W;`,
  `for await (const value of (async function* () { §g
  yield 1;
  W<?g>;
})()) {
  W;
}`,
  `R
await Promise.resolve(0).then(() => W);
W;`,
  `queueMicrotask(() => {
  W;
});
await null;
W;`
];

/** What a cell may end with: its value is the cell's. */
export const LAST_EXPRESSIONS: readonly string[] = [
  "'done'",
  'W',
  '[\n  W,\n  W\n]',
  '({\n  a: W\n})'
];
