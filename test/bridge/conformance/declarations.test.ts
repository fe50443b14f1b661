import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Probe, profileOf } from '../probe';

let probe: Probe;

beforeAll(async () => {
  probe = await Probe.lend();
});

afterAll(() => probe.dispose());

describe('1. what a cell declares is there in later cells', () => {
  test('values, functions and classes', async () => {
    await probe.run(
      'let count = 1;\nconst double = (n: number) => 2 * n;\n' +
        'function add(n: number): void { count += n; }\n' +
        'class Point { constructor(readonly x: number) {} }\nenum Level { Low, High }'
    );
    const { profiled } = await probe.run('add(double(3));\nconst point = new Point(count);');
    profileOf(profiled);
    await probe.expectSameState('console.log(count, point.x, Level.High)', '7 7 1\n');
  });

  test('types and interfaces', async () => {
    await probe.run('type Name = string;\ninterface Person { name: Name }');
    await probe.run('const person: Person = { name: "Ada" };');
    await probe.expectSameState('person.name', 'Ada\n');
    const wrong = await probe.run('const nobody: Person = { name: 7 };');
    expect(wrong.profiled.reply['ename']).toBe('TypeScriptError');
  });

  test('imported names, which a later cell may also assign', async () => {
    await probe.run('import { basename } from "path";\nimport * as os from "os";');
    await probe.run('console.log(basename("/a/b"), typeof os.cpus)');
    await probe.expectSameState('basename("/c/d")', 'd\n');
  });

  test('imports of a cell that failed, as they did run', async () => {
    const failed = await probe.run(
      'import { extname } from "path";\nimport * as util from "util";\n' +
        'import type { ParsedPath } from "path";\nimport { parse, type FormatInputPathObject } from "path";\n' +
        'const never: number = JSON.parse("{");'
    );
    expect(failed.profiled.reply['status']).toBe('error');
    await probe.run(
      'const parsed: ParsedPath = parse("/a/b.c");\nlet given: FormatInputPathObject;'
    );
    await probe.expectSameState(
      'console.log(extname("/a/b.ts"), util.format("%d", 7), parsed.ext)',
      '.ts 7 .c\n'
    );
    const later = await probe.run('never');
    expect(later.profiled.reply['ename']).toBe('TypeScriptError');
  });

  test('imports of a cell that was interrupted', async () => {
    const cell =
      'import { dirname } from "path";\nconsole.log("started");\nawait new Promise(() => {});';
    const ids = probe.submit(cell);
    await probe.started(ids);
    await probe.interrupt();
    await probe.expectSame(ids);
    await probe.expectSameState('dirname("/a/b")', '/a\n');
  });

  test('no import of a module that throws', async () => {
    await probe.run('/** @module broken */\nexport const broken: number = JSON.parse("{");');
    for (const kernel of [probe.bare, probe.profiled]) {
      const failed = await kernel.execute(
        'import { broken } from "./broken";\nconsole.log(broken);'
      );
      expect(failed.reply['ename']).toBe('SyntaxError');
    }
    const later = await probe.run('broken');
    expect(later.profiled.reply['ename']).toBe('TypeScriptError');
  });
});

describe('2. the last expression is shown', () => {
  test.each([
    ['a number', '40 + 2', '42\n'],
    ['text, without quotes', '"plain"', 'plain\n'],
    ['an object', '({ a: [1, 2] })', '{ a: [ 1, 2 ] }\n'],
    ['an awaited value', 'await Promise.resolve(7)', '7\n'],
    ['nothing for undefined and null', 'undefined', ''],
    ['nothing for a statement', 'const silent = 1;', '']
  ])('%s', async (_what, code, text) => {
    const { profiled } = await probe.run(code);
    expect(probe.profiled.textOf(profiled.id)).toBe(text);
  });
});

describe('6. a type error is shown at its place and nothing runs', () => {
  test('line and column count from the start of the cell, the magic line included', async () => {
    const { profiled } = await probe.run('console.log("never");\n  const n: number = "x";');
    expect(profiled.reply).toMatchObject({
      status: 'error',
      ename: 'TypeScriptError',
      traceback: [
        expect.stringMatching(
          /^Cell \[\d+\]:3:9 - error TS2322: Type 'string' is not assignable to type 'number'\.$/
        )
      ]
    });
    expect(profiled.outputs.map(({ type }) => type)).toEqual(['error']);
  });

  test('syntax errors too', async () => {
    const { profiled } = await probe.run('const = 3;');
    expect(profiled.reply['ename']).toBe('TypeScriptError');
    expect(profiled.reply['evalue']).toMatch(/^Cell \[\d+\]:2:7 - error TS1134/);
  });

  test('declarations of the cells before survive it', async () => {
    await probe.run('const kept = "kept";');
    await probe.run('const kept: number = "x";');
    await probe.expectSameState('kept', 'kept\n');
  });
});

describe('8. modules', () => {
  test('a module cell can be imported, changed and imported again', async () => {
    await probe.run('/** @module shapes */\nexport const area = (r: number): number => 3 * r * r;');
    await probe.run('import { area } from "./shapes";\nconsole.log(area(2));');
    await probe.run('/** @module shapes */\nexport const area = (r: number): number => 4 * r * r;');
    const { profiled } = await probe.run('import { area } from "./shapes";\narea(2)');
    expect(probe.profiled.textOf(profiled.id)).toBe('16\n');
  });

  test('a failure inside a module cell is shown at its own line', async () => {
    await probe.run(
      '/** @module broken */\nexport function fail(): void {\n  throw new Error("x");\n}'
    );
    const bare = await probe.bare.execute('import { fail } from "./broken";\nfail();');
    expect(bare.reply['traceback']).toEqual([
      'Error: x',
      expect.stringMatching(/^ {4}at fail \(.*\/broken\.ts:4:9\)$/),
      expect.stringMatching(/^ {4}at Cell \[\d+\]:2:\d$/)
    ]);
    await probe.profiled.execute('import { fail } from "./broken";\nfail();');
  });

  test('dynamic import and require', async () => {
    const { profiled } = await probe.run(
      'const path = await import("path");\nconst os = require("os");\n' +
        'console.log(path.sep, typeof os.cpus);'
    );
    expect(probe.profiled.textOf(profiled.id)).toBe('/ function\n');
  });

  test('the cell and its modules share one instance of tslab', async () => {
    await probe.run('import * as tslab from "tslab";\nconsole.log(typeof tslab.display.html);');
  });
});
