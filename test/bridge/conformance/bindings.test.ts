import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Probe } from '../probe';

let probe: Probe;

beforeAll(async () => {
  probe = await Probe.lend();
});

afterAll(() => probe.dispose());

/** Runs cells one after the other; all must succeed. */
async function runAll(...cells: readonly string[]): Promise<void> {
  for (const cell of cells) {
    const { profiled } = await probe.run(cell);
    expect(profiled.reply).toMatchObject({ status: 'ok' });
  }
}

describe('a name of an earlier cell', () => {
  test('has the value that the last cell gave it, in functions of the cells between too', async () => {
    await runAll('let level = 1;', 'function read(): number { return level; }', 'level = 5;');
    await probe.expectSameState('console.log(level, read());', '5 5\n');
    await runAll('level += 0.5;\nlevel++;');
    await probe.expectSameState('console.log(level, read());', '6.5 6.5\n');
  });

  test('changes when a function of its own cell changes it later', async () => {
    await runAll('let ticks = 0;\nfunction tick(): void { ticks++; }', 'tick();\ntick();');
    await probe.expectSameState('ticks', '2\n');
  });

  test('changes while an asynchronous cell goes on', async () => {
    await runAll(
      'let progress = 0;\nconst seen: number[] = [];',
      'await null;\nprogress = 1;\nconst report = (): number => seen.push(progress);\n' +
        'report();\nawait new Promise(r => setTimeout(r, 5));\nprogress = 2;\nreport();'
    );
    await probe.expectSameState('console.log(progress, seen);', '2 [ 1, 2 ]\n');
  });

  test('can be declared again, with another type and another kind', async () => {
    await runAll('const thing = 1.5;', 'const shout = (): string => `${thing}!`;');
    await runAll('let thing = "text";');
    await probe.expectSameState('shout()', 'text!\n');
    await runAll('function thing(): string { return "called"; }');
    await probe.expectSameState('thing()', 'called\n');
    await runAll('class thing { readonly kind = "class"; }');
    await probe.expectSameState('new thing().kind', 'class\n');
    await runAll('enum thing { A = 7 }');
    await probe.expectSameState('thing.A', '7\n');
  });

  test('has no value when it is declared again without one', async () => {
    await runAll('let vague: number | undefined = 1;\nvar older: number | undefined = 2;');
    await runAll('let vague: number | undefined;\nvar older: number | undefined;');
    await probe.expectSameState('console.log(vague, older);', 'undefined undefined\n');
    await runAll('let absent = "old";', 'declare const absent: string | undefined;');
    await probe.expectSameState('typeof absent', 'undefined\n');
  });

  test('keeps its value when a cell fails before it declares it again', async () => {
    await runAll('let kept = "old";');
    await probe.run('if (Date.now() > 0) throw new Error("early");\nlet kept = "new";');
    await probe.expectSameState('kept', 'old\n');
  });

  test('can be taken apart into, in declarations and assignments', async () => {
    await runAll('const { a, ...rest } = { a: 1, b: 2, c: 3 };\nlet [first, second = 9] = [4];');
    await runAll('[first, second] = [second, first];');
    await probe.expectSameState('console.log(a, rest, first, second);', '1 { b: 2, c: 3 } 9 4\n');
  });

  test('stays the same class for instances and subclasses of other cells', async () => {
    await runAll(
      'class Animal { name(): string { return "animal"; } }',
      'const pet = new Animal();'
    );
    await runAll('class Cat extends Animal { name(): string { return `cat ${super.name()}`; } }');
    await probe.expectSameState(
      'console.log(pet instanceof Animal, new Cat().name(), new Cat() instanceof Animal);',
      'true cat animal true\n'
    );
  });

  test('may be one that every object has', async () => {
    await runAll('const toString = "own";\nlet valueOf = 3;');
    await probe.expectSameState('console.log(toString, valueOf);', 'own 3\n');
  });
});

describe('the value of the last expression', () => {
  test('is no name in later cells, and hides none of the same name', async () => {
    await runAll('const tsLastExpr = "mine";\n"shown"');
    await probe.expectSameState('tsLastExpr', 'mine\n');
    await runAll('40 + 2');
    await probe.expectSameState(
      'Object.keys(exports).filter(k => /^tsLastExpr\\d/.test(k))',
      '[]\n'
    );
  });
});

describe('an imported name', () => {
  test('can be assigned and declared again in a later cell', async () => {
    await runAll('import { join, sep as slash } from "path";\nimport os from "os";');
    await runAll('const joined = (): string => join("a", "b");');
    await probe.expectSameState(
      'console.log(joined(), slash, typeof os.cpus);',
      'a/b / function\n'
    );
    await runAll('const join = (...parts: string[]): string => parts.join("+");');
    await probe.expectSameState('joined()', 'a+b\n');
    await runAll('import { join } from "path";');
    await probe.expectSameState('joined()', 'a/b\n');
  });

  test('follows its module inside the importing cell, and is a value in later ones', async () => {
    await runAll(
      '/** @module counter */\nexport let count = 0;\n' +
        'export function increment(): void { count++; }'
    );
    const { profiled } = await probe.run(
      'import { count, increment } from "./counter";\nincrement();\nconsole.log(count);'
    );
    expect(probe.profiled.textOf(profiled.id)).toBe('1\n');
    await probe.expectSameState('increment();\nincrement();\ncount', '0\n');
  });

  test('works between modules that import each other', async () => {
    await runAll(
      '/** @module even */\nexport const isEven = (n: number): boolean => n === 0;',
      '/** @module odd */\nimport { isEven } from "./even";\n' +
        'export const isOdd = (n: number): boolean => n > 0 && isEven(n - 1);',
      '/** @module even */\nimport { isOdd } from "./odd";\nexport { isOdd } from "./odd";\n' +
        'export const isEven = (n: number): boolean => n === 0 || isOdd(n - 1);',
      'import { isEven, isOdd } from "./even";\nconsole.log(isEven(4), isOdd(4));'
    );
    await probe.expectSameState('console.log(isEven(3), isOdd(3));', 'false true\n');
  });

  test('of a whole module is exported where the cell says so, and can be declared later', async () => {
    await runAll('/** @module sizes */\nexport const small = 1;\nexport const large = 9;');
    await runAll('const large = "mine";', 'export * from "./sizes";');
    await probe.expectSameState('console.log(exports.small, large);', '1 mine\n');
    await runAll('let small = 2;\nsmall++;');
    await probe.expectSameState('small', '3\n');
  });

  test('that is only exported on is there too', async () => {
    await runAll('export { basename as base } from "path";');
    await probe.expectSameState('exports.base("/a/b")', 'b\n');
  });
});
