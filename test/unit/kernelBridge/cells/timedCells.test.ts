import typescript from 'typescript';
import { describe, expect, test } from 'vitest';
import { compileCell } from '../../../../kernel-bridge/src/cells/cellScript';
import { withoutStrictMode } from '../../../../kernel-bridge/src/cells/compiler/moduleForms';
import {
  type TimedLoop,
  createTimedCells,
  timedSource
} from '../../../../kernel-bridge/src/cells/timedCells';

/** The CommonJS that the pass makes of an ES module as the converter emits it. */
function convert(source: string): string {
  return typescript.transpileModule(source, {
    fileName: 'custom.js',
    compilerOptions: {
      module: typescript.ModuleKind.CommonJS,
      target: typescript.ScriptTarget.ES2022
    },
    transformers: { before: [createTimedCells(typescript)], after: [withoutStrictMode] }
  }).outputText;
}

/** The loop that a timed cell of these statements returns. */
function loopOf(source: string, exports: object = {}): TimedLoop {
  const code = convert(`export {};\n${timedSource(source)}`);
  const body = compileCell(code, 'Cell [1]', { isAsync: false, outer: {} }) as (
    exports: object,
    require: object
  ) => TimedLoop;
  return body(exports, (name: string) => ({ name }));
}

describe('a timed cell', () => {
  test('runs its statements as often as asked, and keeps the value of the last', () => {
    const exports = { runs: 0 };
    const kept: { value?: unknown } = {};
    const times = [5n, 12n];
    const loop = loopOf('let i = ++exports.runs;\nexport const tsLastExpr = i * 10;', exports);
    expect(loop(3, kept, () => times.shift()!)).toBe(7n);
    expect(exports).toEqual({ runs: 3, ...(exports as object) });
    expect(kept.value).toBe(30);
  });

  test('has local variables and exports none', () => {
    const text = convert(
      timedSource('let i = 0;\nfor (; i < 9; i++);\nfunction f() { return i; }\nexport { i, f };')
    );
    expect(text).toContain('for (; i < 9; i++)');
    expect(text).not.toMatch(/exports\.\w/);
  });

  test('loads its imports once, outside of the loop', () => {
    const text = convert(timedSource('import { sep } from "path";\nsep;\nexport { sep };'));
    expect(text.indexOf('require("path")')).toBeLessThan(text.indexOf('return'));
    expect(text).toContain('path_1.sep');
  });

  test.each(['await 1;', 'for await (const x of []) x;', 'if (1) { await 2; }'])(
    'waits for %s',
    async code => {
      expect(loopOf(code)(1, {}, () => 0n)).toBeInstanceOf(Promise);
    }
  );

  test.each(['const f = async () => await 1;', 'class A { async b() { await 1; } }'])(
    'waits for nothing in %s',
    code => {
      expect(loopOf(code)(1, {}, () => 0n)).toBe(0n);
    }
  );

  test('gives its own variables names that the code does not have', () => {
    const loop = loopOf('var loops = 0, clock = 1, kept = 2, began = 3;');
    expect(loop(2, {}, () => 4n)).toBe(0n);
  });

  test('without statements returns nothing', () => {
    expect(loopOf('import "path";\n')).toBeUndefined();
  });
});

test('another cell stays as it is', () => {
  expect(convert('let a = "kernelscope: timing";\nexport { a };')).toContain('exports.a = a;');
});
