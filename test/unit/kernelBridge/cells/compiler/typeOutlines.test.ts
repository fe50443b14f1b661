import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import typescript from 'typescript';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { outlineOf, writeOutlines } from '../../../../../kernel-bridge/build/outlines.mjs';
import { TypeOutlines } from '../../../../../kernel-bridge/src/cells/compiler/typeOutlines';

/** Declarations of each kind: in modules, beside them, in them and global, and a module as a file. */
const FILES: Readonly<Record<string, string>> = {
  'index.d.ts': '/// <reference path="./shapes.d.ts" />\n/// <reference path="./colors.d.ts" />\n',
  'shapes.d.ts': `/** Shapes, and how many there are. */
declare module 'shapes' {
  import { Color } from 'colors';
  /** A shape. */
  interface Shape { readonly color: Color; readonly size: Size }
  const shapes: readonly Shape[];
  global {
    /** The shape of the page. */
    var page: Shape;
    interface Paper { readonly page: Shape }
  }
  namespace sizes { const most: Size }
}
type Size = 'small' | 'large';
declare module 'shapes/first' {
  import { Shape, shapes } from 'shapes';
  const first: (typeof shapes)[0];
  export { first as default, Shape };
}
`,
  'colors.d.ts': `declare module 'colors' {
  import { Paint } from 'paint';
  export class Color { readonly name: string; mix(other: Color): Color; paint(): Paint }
  export = Color;
}
declare module 'paint' {
  export * from 'paint/kinds';
  const finest: import('./brush').Brush;
  namespace tools { const all: readonly import('./brush').Brush[] }
  export { finest, tools };
  global {
    var wall: string;
  }
}
declare module 'paint/kinds' {
  export interface Paint { readonly isOil: boolean }
}
`,
  'brush.d.ts': `import { Bristle } from './bristle';
export declare class Brush { readonly bristles: readonly Bristle[] }
export default Brush;
`,
  'bristle.d.ts': `export interface Bristle { readonly length: number }
`
};

/** Those of them that every program has. */
const DECLARING = ['shapes.d.ts', 'colors.d.ts'];

const CELL = '/notebooks/cell.ts';
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kernelscope-test-'));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(path.join(folder, name), text);
  writeOutlines(folder);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const slashed = (file: string): string => file.replaceAll(path.sep, '/');

function programOf(source: string, outlines?: TypeOutlines): typescript.Program {
  const options: typescript.CompilerOptions = {
    module: typescript.ModuleKind.ESNext,
    moduleResolution: typescript.ModuleResolutionKind.Bundler,
    target: typescript.ScriptTarget.ESNext,
    lib: ['lib.es5.d.ts'],
    types: [],
    paths: { brush: [slashed(path.join(folder, 'brush.d.ts'))] },
    strict: true,
    noEmit: true
  };
  const host = typescript.createCompilerHost(options);
  const readFile = host.readFile.bind(host);
  const fileExists = host.fileExists.bind(host);
  host.getCurrentDirectory = () => '/notebooks';
  host.fileExists = file => file === CELL || fileExists(file);
  host.readFile = file => (file === CELL ? source : (outlines?.read(file) ?? readFile(file)));
  const index = slashed(path.join(folder, 'index.d.ts'));
  const program = typescript.createProgram([index, CELL], options, host);
  outlines?.link(program);
  return program;
}

const outlinesOfFolder = (): TypeOutlines => new TypeOutlines(`${slashed(path.dirname(folder))}/`);

/** What the compiler complains about in a cell, and in others of these files. */
function problems(program: typescript.Program, others: readonly string[] = []): string[] {
  const names = [CELL, ...others.map(name => slashed(path.join(folder, name)))];
  return names
    .flatMap(name => program.getSemanticDiagnostics(program.getSourceFile(name)))
    .map(({ code, messageText }) => {
      return `${code} ${typescript.flattenDiagnosticMessageText(messageText, '\n')}`;
    });
}

/** Cells whose errors tell the types of what they use. */
const CELLS: Readonly<Record<string, string>> = {
  'an import': "import { shapes } from 'shapes';\nconst wrong: null = shapes[0].color.mix;",
  'a default export': "import first from 'shapes/first';\nconst wrong: null = first;",
  'what a module exports in the place of itself':
    "import Color = require('colors');\nconst wrong: null = new Color().paint();",
  'what is exported from elsewhere': "import { Paint } from 'paint';\nconst wrong: Paint = 1;",
  'a global variable of a module': 'const wrong: null = page.size;\nexport {};',
  'a global type of a module': 'const wrong: null = null! as Paper;\nexport {};',
  'what is global beside modules': "const wrong: Size = 'medium';\nexport {};",
  'a namespace': "import { sizes } from 'shapes';\nconst wrong: null = sizes.most;",
  'a type of another file': "import { finest } from 'paint';\nconst wrong: null = finest.bristles;",
  'a type of another file in a namespace':
    "import { tools } from 'paint';\nconst wrong: null = tools.all[0].bristles;",
  'a global variable after types of other files': 'const wrong: null = wall;\nexport {};',
  'a file that is a module':
    "import Brush from 'brush';\nconst wrong: null = new Brush().bristles;",
  'what is not there': "import { nothing } from 'shapes';\nimport missing from 'missing';",
  'what a cell adds to a module':
    "declare module 'shapes' { interface Shape { readonly area: number } }\n" +
    'const wrong: null = page.area;\nexport {};'
};

describe('types by their outlines', () => {
  it.each(Object.entries(CELLS))('are the same for %s', (_name, source) => {
    const whole = problems(programOf(source), DECLARING);
    expect(whole).not.toEqual([]);
    const outlined = programOf(source, outlinesOfFolder());
    expect(problems(outlined, DECLARING)).toEqual(whole);
  });

  it('are shared by all programs that have the same files', () => {
    const outlines = outlinesOfFolder();
    const [first, source] = [programOf('export {};', outlines), CELLS['an import']];
    const host = typescript.createCompilerHost(first.getCompilerOptions());
    const cell = typescript.createSourceFile(CELL, source, typescript.ScriptTarget.ESNext);
    host.getSourceFile = name => (name === CELL ? cell : first.getSourceFile(name));
    const again = (): typescript.Program => {
      const roots = first.getRootFileNames();
      const program = typescript.createProgram(roots, first.getCompilerOptions(), host);
      outlines.link(program);
      return program;
    };
    const whole = problems(programOf(source));
    expect([problems(first), problems(again()), problems(again())]).toEqual([[], whole, whole]);
  });

  it('are read when they are needed', () => {
    const isRead = (program: typescript.Program, name: string): boolean => {
      const file = program.getSourceFile(slashed(path.join(folder, name)))!;
      return file.text.startsWith(FILES[name].slice(0, 40));
    };
    const program = programOf(CELLS['a global variable of a module'], outlinesOfFolder());
    rmSync(path.join(folder, 'colors.d.ts'));
    expect(problems(program)).toHaveLength(1);
    expect(isRead(program, 'shapes.d.ts')).toBe(true);
    expect(() => isRead(program, 'colors.d.ts')).toThrow('has changed since the kernel started');
  });

  it('are not mixed with those of another build', () => {
    const program = programOf(CELLS['an import'], outlinesOfFolder());
    writeFileSync(path.join(folder, 'shapes.d.ts'), '');
    expect(() => problems(program)).toThrow(
      `${slashed(path.join(folder, 'shapes.d.ts'))} has changed since the kernel started: restart the kernel`
    );
  });
});

/** What the build writes of a file. */
interface Outline {
  readonly pieces: readonly (readonly [place: number, text: string])[];
}

describe('an outline', () => {
  const kept = (text: string): string[] | undefined =>
    (outlineOf(text) as Outline | null)?.pieces.map(([, piece]) => piece);

  it('leaves out what lies in modules, and keeps what is global', () => {
    expect(kept(FILES['shapes.d.ts'])).toEqual([
      "declare module 'shapes' {",
      ';',
      expect.stringMatching(/^global \{[^]*interface Paper[^]*\}$/),
      '}',
      "type Size = 'small' | 'large';",
      "declare module 'shapes/first' {",
      '}'
    ]);
  });

  it('keeps statements with types of other files', () => {
    expect(kept(FILES['colors.d.ts'])).toEqual([
      "declare module 'colors' {",
      '}',
      "declare module 'paint' {",
      "const finest: import('./brush').Brush;",
      "namespace tools { const all: readonly import('./brush').Brush[] }",
      ';',
      expect.stringMatching(/^global \{[^]*\}$/),
      '}',
      "declare module 'paint/kinds' {",
      '}'
    ]);
  });

  it('keeps what a module imports from other files', () => {
    expect(kept(FILES['brush.d.ts'])).toEqual(["import { Bristle } from './bristle';"]);
  });

  it('keeps what names other files, and its places', () => {
    const text = '/// <reference types="node" />\n// about\nexport const x: 1;\n';
    expect(outlineOf(text)).toEqual({
      length: text.length,
      pieces: [
        [0, '/// <reference types="node" />'],
        [40, 'export const x: 1;']
      ]
    });
  });

  it.each([
    ['no module', 'interface Size { readonly width: number }'],
    ['modules with nothing but what is global', "declare module 'a' { global { var b: 1 } }"],
    ['a module for many names', "declare module '*.css' { const rules: string }"],
    ['a file that adds to a module', "export {};\ndeclare module 'a' { const b: 1 }"],
    ['a file with what is global', 'export {};\ndeclare global { var b: 1 }'],
    ['a file with a global name', 'export const b: 1;\nexport as namespace letters;'],
    ['a type of another file', "export type B = import('./b').B;"]
  ])('is not made of %s', (_name, text) => {
    expect(outlineOf(text)).toBeNull();
  });
});
