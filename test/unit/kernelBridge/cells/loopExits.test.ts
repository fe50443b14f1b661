import typescript from 'typescript';
import { expect, test } from 'vitest';
import { createLoopExits } from '../../../../kernel-bridge/src/cells/loopExits';

const EXIT = 'for (let round_1 = 0; round_1 < 2; round_1++)\n    ;\n';

/** The JavaScript that the pass makes of that of a cell. */
function convert(source: string): string {
  const { outputText } = typescript.transpileModule(source, {
    fileName: 'custom.js',
    compilerOptions: { target: typescript.ScriptTarget.ES2022 },
    transformers: { after: [createLoopExits(typescript)] }
  });
  return outputText;
}

test('a loop with statements behind it has an empty loop of one more round there', () => {
  expect(convert('while (a());\nb();\n')).toBe(`while (a())\n    ;\n${EXIT}b();\n`);
  expect(convert('while (a());\n')).toBe('while (a())\n    ;\n');
});

test('loops within the statements of a cell count, those of functions and classes do not', () => {
  const inner = convert('if (a) {\n    do {\n        b();\n    } while (c);\n    d();\n}\ne();\n');
  expect(inner.match(/round_\d = 0/g)).toHaveLength(2);
  const own = [
    'function f() {\n    while (a())\n        ;\n    b();\n}\nc();\n',
    'const g = () => {\n    while (a())\n        ;\n    b();\n};\nc();\n',
    'class C {\n    static {\n        while (a())\n            ;\n        b();\n    }\n}\nc();\n'
  ];
  for (const code of own) expect(convert(code)).toBe(code);
});

test('the cases of a switch and labelled loops have theirs', () => {
  const cases = convert('switch (a) {\n    case 1:\n        for (;;) break;\n        b();\n}\n');
  expect(cases.match(/round_\d = 0/g)).toHaveLength(1);
  const labelled = convert('outer: for (;;) {\n    for (;;) continue outer;\n}\nb();\n');
  expect(labelled.match(/round_\d = 0/g)).toHaveLength(1);
});
