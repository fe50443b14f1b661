import { type Random, seededRandom } from '../support/random';

/** A file beside the notebook, whose exports cells import. */
export const LIBRARY_FILE = `
interface Hidden { readonly secret: number }
class Inner { constructor(private readonly value: number) {} get(): Hidden { return { secret: this.value }; } }
export class Thing<T = string> { constructor(readonly of: T) {} }
export interface Shape { readonly kind: 'round' | 'square'; readonly size: number }
export class Value { readonly a = 1; }
export const make = () => new Inner(1);
export const makeThing = <T>(of: T): Thing<T> => new Thing(of);
export const makeValue = (): Value => new Value();
export const counted = () => new Map([['a', 1]]);
export const shapes: readonly Shape[] = [];
export type Pair<A, B> = readonly [A, B];
export enum Colour { Red, Green }
export default function area(shape: Shape): number { return shape.size ** 2; }`;

const VALUES = ['value', 'other', 'total', 'item', '$item', '__list', 'größe', 'x', 'y', 'type'];
const TYPES = ['Shape', 'Pair', 'Name', 'Options', 'Value', 'Item'];
const CLASSES = ['Point', 'Animal', 'Thing', 'Value', 'Item'];
/** Names that are there without a cell too. */
const GLOBALS = ['Map', 'Record', 'Promise', 'Buffer', 'Set', 'Array', 'name', 'ReadonlyArray'];

/** Cells of all kinds, as many as asked for: they use names of earlier ones, and declare them again as something else. */
export function anyCells(seed: number, count: number): readonly string[] {
  const notebook = new Notebook(seededRandom(seed));
  return Array.from({ length: count }, () => notebook.cell());
}

class Notebook {
  readonly #random: Random;
  readonly #known: string[] = [];
  #fresh = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  cell(): string {
    const lines = Array.from({ length: 1 + Math.floor(this.#random() * 2) }, () =>
      this.#one(this.#forms)()
    );
    return lines.join('\n');
  }

  #one<T>(from: readonly T[]): T {
    return from[Math.floor(this.#random() * from.length)];
  }

  /** A name to declare: an own one in half of all cases. */
  #name(names: readonly string[]): string {
    const name = this.#random() < 0.5 ? `${this.#one(names)}${this.#fresh++}` : this.#one(names);
    this.#known.push(name);
    return name;
  }

  /** A name that an earlier cell may have declared. */
  #used(): string {
    return this.#known.length === 0 ? 'undefined' : this.#one(this.#known);
  }

  #value(): string {
    const used = this.#used();
    return this.#one([
      '1',
      '"text"',
      '[1, "a", null]',
      '{ a: 1, b: { c: [2] } } as const',
      '[{ size: 1, of: "x" }].map(one => ({ ...one, more: true }))',
      `[${used}]`,
      `{ ${used} }`,
      `typeof ${used} === "string" ? ${used} : null`,
      `Math.random() > 2 ? ${used} : "no"`,
      `[${used}, ${this.#used()}, 1] as const`,
      'Object.groupBy([1, 2, 3], n => n % 2 ? "odd" : "even")',
      'new Map([["a", new Set([1])]])',
      'Promise.all([1, Promise.resolve("a")])',
      'Buffer.from("abc").subarray(1)',
      'Object.entries({ a: 1 })',
      'await Promise.resolve({ later: 1 })',
      '(await import("node:path")).parse("/a/b.c")',
      '(await import("./library")).make()',
      'process.memoryUsage()',
      `(a: typeof ${used}, ...rest: unknown[]) => [a, rest.length] as const`,
      `async function* () { yield ${used}; }`,
      'class { #hidden = 1; get size() { return this.#hidden; } }',
      'Symbol("key")',
      '/(?<year>\\d+)/u.exec("1")?.groups'
    ]);
  }

  #type(): string {
    const used = this.#used();
    return this.#one([
      'string | 7 | "b" | "a"',
      `typeof ${used}`,
      used,
      `keyof typeof ${used}`,
      `Partial<${used}> & { extra: ${this.#used()} }`,
      'Record<string, ReadonlyArray<number>>',
      'import("node:fs").Stats',
      '{ readonly [key in "a" | "b"]?: `${key}-${number}` }',
      `Parameters<typeof ${used}>[0]`
    ]);
  }

  readonly #forms: readonly (() => string)[] = [
    () => `const ${this.#name(VALUES)} = ${this.#value()};`,
    () => `let ${this.#name(VALUES)} = ${this.#value()}, ${this.#name(VALUES)} = ${this.#value()};`,
    () => `let ${this.#name(VALUES)}: ${this.#type()};`,
    () =>
      `const { a: ${this.#name(VALUES)}, ...${this.#name(VALUES)} } = { a: 1, b: "b", c: [1] };`,
    () => `const [${this.#name(VALUES)}, ...${this.#name(VALUES)}] = [1, "two", false];`,
    () =>
      `/** Says what it is. */\nfunction ${this.#name(VALUES)}<T>(of: T, at = ${this.#value()}) { return { of, at }; }`,
    () => {
      const name = this.#name(VALUES);
      return `function ${name}(a: string): string;\nfunction ${name}(a: number): ${this.#type()};\nfunction ${name}(a: any): any { return a; }`;
    },
    () => `async function ${this.#name(VALUES)}() { return ${this.#value()}; }`,
    () =>
      `class ${this.#name(CLASSES)}<T = ${this.#type()}> { constructor(readonly of?: T, private hidden = ${this.#value()}) {} make() { return this.of; } }`,
    () => `class ${this.#name(CLASSES)} extends ${this.#used()} { own = ${this.#value()}; }`,
    () => `class ${this.#name(CLASSES)} extends (class { based = 1; }) { static count = 0; }`,
    () => `abstract class ${this.#name(CLASSES)} { abstract run(): ${this.#type()}; }`,
    () => `interface ${this.#name(TYPES)} { readonly a: ${this.#type()}; b?(): ${this.#used()}; }`,
    () => `interface ${this.#name(TYPES)} extends ${this.#used()} { more: number }`,
    () => `type ${this.#name(TYPES)} = ${this.#type()};`,
    () => `type ${this.#name(TYPES)}<T> = T extends ${this.#used()} ? ${this.#type()} : T[];`,
    () => `enum ${this.#name(TYPES)} { Low, High = 5, Text = "t" }`,
    () => `const enum ${this.#name(TYPES)} { A = 1, B = A << 2 }`,
    () =>
      `namespace ${this.#name(CLASSES)} { export const inner = ${this.#value()}; export interface Part { a: 1 } }`,
    () =>
      `import { basename as ${this.#name(VALUES)}, type ParsedPath as ${this.#name(TYPES)} } from "node:path";`,
    () => `import * as ${this.#name(VALUES)} from "node:fs";`,
    () =>
      `import ${this.#name(VALUES)}, { make, makeThing, type Shape } from "./library";\nconst ${this.#name(VALUES)} = makeThing(make());`,
    () => `import { makeValue } from "./library";\nconst ${this.#name(VALUES)} = makeValue();`,
    () => 'import type { Pair, Thing } from "./library";\ntype Item = Pair<Thing, 1>;',
    () => 'import { Colour, Value } from "./library";\nconst item = Colour.Red;',
    () => `const ${this.#name(VALUES)} = (await import("./library")).shapes[0]?.kind;`,
    () => `class ${this.#one(GLOBALS)} { shadow = 1; }`,
    () => `type ${this.#one(GLOBALS)} = "shadow";`,
    () => `const ${this.#one(GLOBALS)} = ${this.#value()};`,
    () =>
      'declare global { interface Array<T> { readonly ownLength: number } var ownGlobal: string }',
    () => '[1].ownLength + ownGlobal',
    () => `var ${this.#name(VALUES)}, ${this.#name(VALUES)}: ${this.#type()};`,
    () => `const \\u0076alue = ${this.#used()};`,
    () => '\\u0074otal',
    () => this.#used(),
    () => `${this.#used()}.${this.#one(['of', 'a', 'lenght', 'own', 'inner'])}`,
    () => `({ ${this.#used()}, x: 1 })`,
    () => `({ ${this.#used()}: x } = { ${this.#used()}: 1 });`,
    () => `new ${this.#used()}()`,
    () => `${this.#used()}(${this.#used()})`,
    () => `const ${this.#name(VALUES)}: ${this.#type()} = ${this.#used()};`,
    () =>
      `const ${this.#name(VALUES)} = { get: () => ${this.#used()}, ${this.#used()} } satisfies object;`,
    () => `${this.#used()}s + totl + valeu + Pont`,
    () => `const = ${this.#used()};`,
    () => `export const ${this.#name(VALUES)} = <T extends ${this.#used()}>(a: T) => a;`,
    () => `for (const one of [${this.#used()}]) console.log(one);`,
    () => `import ${this.#name(VALUES)} = require("node:os");`
  ];
}
