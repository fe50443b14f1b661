import typescript from 'typescript';
import { describe, expect, test } from 'vitest';
import { createCellExports } from '../../../../kernel-bridge/src/cells/cellExports';
import { withoutStrictMode } from '../../../../kernel-bridge/src/cells/compiler/moduleForms';

/** The statements of the CommonJS that the pass makes of an ES module, without helpers. */
function convert(source: string): string {
  const { outputText } = typescript.transpileModule(source, {
    fileName: 'custom.js',
    compilerOptions: {
      module: typescript.ModuleKind.CommonJS,
      target: typescript.ScriptTarget.ES2022,
      noEmitHelpers: true
    },
    transformers: { after: [createCellExports(typescript), withoutStrictMode] }
  });
  return outputText;
}

describe('what a cell exports', () => {
  test('is not cleared first where the cell assigns it', () => {
    expect(convert('let a = 1;\nfunction f() { a++; }\nexport { a, f };')).toBe(
      'exports.f = f;\nlet a = 1;\nexports.a = a;\nfunction f() { exports.a = (a++, a); }\n'
    );
  });

  test('is cleared where the cell might not assign it', () => {
    expect(convert('if (exports.c) { var a = 0; }\nlet b = 2;\nexport { a, b };')).toMatch(
      /^exports\.a = void 0;\n/
    );
  });

  test('is a value where it comes from a module', () => {
    expect(convert('import { join as j } from "path";\nj("a");\nexport { j };')).toBe(
      'const path_1 = require("path");\nexports.j = path_1.join;\n(0, path_1.join)("a");\n'
    );
    expect(convert('export { sep } from "path";')).toBe(
      'var path_1 = require("path");\nexports.sep = path_1.sep;\n'
    );
  });

  test('grows by what a module has and it has not', () => {
    expect(convert('export * from "./m";')).toBe(
      'Object.assign(exports, { ...require("./m"), ...exports });\n'
    );
  });
});

test('what the author of a cell writes about exports stays', () => {
  const own =
    'exports.a = void 0;\nexports.a = 1;\nObject.defineProperty(exports, "b", { value: 1 });\n' +
    'Object.defineProperty(exports);\nObject.defineProperty(...all);\n__exportStar();\n' +
    'Object.defineProperty(exports, "c", { get: function () { } });\n' +
    'const text = `\nObject.defineProperty(exports, "d", { enumerable: true, get: function () ' +
    '{ return 1; } });\n`;\n';
  expect(convert(`${own}export {};`)).toBe(own);
});
