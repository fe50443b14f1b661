import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import typescript from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONVERTER_REWRITES, kernelPlugin } from '../../kernel-bridge/build/rewrites.mjs';
import type { EarlierDeclarations } from '../../kernel-bridge/src/cells/earlierDeclarations';
import type * as Tslab from '../../kernel-bridge/src/tslab/tslab';
import { isNight, sizeOf } from '../support/tiers';
import { anyCells, LIBRARY_FILE } from './anyCells';
import { KERNEL_FOLDER } from './kernelProcess';

const ROOT = path.join(__dirname, '../..');
const CODE = `
export { createConverter, createLanguageService } from './kernel-bridge/src/tslab/tslab';
export { EarlierDeclarations } from './kernel-bridge/src/cells/earlierDeclarations';`;

interface Compiler extends Pick<typeof Tslab, 'createConverter' | 'createLanguageService'> {
  readonly EarlierDeclarations: new () => EarlierDeclarations;
}

/** The notebook's folder; the compilers lie in one of the repository, from where they find packages. */
const folder = mkdtempSync(path.join(tmpdir(), 'kernelscope-cells-'));
const bundles = mkdtempSync(path.join(ROOT, '.build', 'cells-'));
const opened: Tslab.Converter[] = [];

afterAll(() => {
  for (const converter of opened) converter.close();
  for (const each of [folder, bundles]) rmSync(each, { recursive: true, force: true });
});

/** The compiler of cells as the kernel has it, but with other changes to tslab's converter. */
async function loadCompiler(name: string, rewrites?: typeof CONVERTER_REWRITES): Promise<Compiler> {
  const outfile = path.join(bundles, `${name}.cjs`);
  await build({
    stdin: { contents: CODE, resolveDir: ROOT, loader: 'ts' },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['typescript'],
    logLevel: 'silent',
    define: { __dirname: JSON.stringify(path.join(KERNEL_FOLDER, 'dist')) },
    plugins: [kernelPlugin(path.join(ROOT, 'src'), rewrites)]
  });
  return createRequire(outfile)(outfile) as Compiler;
}

/** A notebook that compiles cells, without running them. */
interface Notebook {
  convert(source: string): Tslab.ConvertResult;
  /** The declarations of all cells. */
  readonly declarations: string;
  readonly language: Tslab.LanguageService;
}

function converterIn({ createConverter }: Compiler): Tslab.Converter {
  const before = process.cwd();
  process.chdir(folder);
  try {
    const converter = createConverter({ isJS: false, isBrowser: false });
    opened.push(converter);
    return converter;
  } finally {
    process.chdir(before);
  }
}

/** Compiles each cell with all that earlier ones have declared, as tslab prints it. */
function wholeNotebook(compiler: Compiler): Notebook {
  const converter = converterIn(compiler);
  let declarations = '';
  return {
    convert(source) {
      const converted = converter.convert(declarations, source);
      if (converted.diagnostics.length === 0) declarations = converted.declOutput!;
      return converted;
    },
    get declarations() {
      return declarations;
    },
    language: compiler.createLanguageService(converter, () => declarations)
  };
}

/** Compiles each cell as the kernel does. */
function kernelNotebook(compiler: Compiler): Notebook {
  const converter = converterIn(compiler);
  const earlier = new compiler.EarlierDeclarations();
  return {
    convert(source) {
      const { converted, keep } = earlier.convert(source, converter);
      if (converted.diagnostics.length === 0) keep();
      return converted;
    },
    get declarations() {
      return earlier.text;
    },
    language: compiler.createLanguageService(converter, () => earlier.text)
  };
}

/** The statements of declarations, each as the compiler prints it, without those that only load a module. */
function statementsOf(declarations: string): readonly string[] {
  const { Latest } = typescript.ScriptTarget;
  const file = typescript.createSourceFile('cells.d.ts', declarations, Latest);
  const printer = typescript.createPrinter({ newLine: typescript.NewLineKind.LineFeed });
  return file.statements
    .filter(each => !isHeading(each))
    .map(each => printer.printNode(typescript.EmitHint.Unspecified, each, file));
}

/** Everything that is seen of a cell. */
function seen({ declOutput: _, ...converted }: Tslab.ConvertResult): object {
  return { ...converted, remaining: null };
}

/** True for an import that only loads a module, and for `export {}`. */
function isHeading(statement: typescript.Statement): boolean {
  if (typescript.isImportDeclaration(statement)) return statement.importClause === undefined;
  if (!typescript.isExportDeclaration(statement)) return false;
  const { exportClause: names } = statement;
  return names !== undefined && typescript.isNamedExports(names) && names.elements.length === 0;
}

/** Compilers as tslab has it, and as the kernel. */
let compilers: readonly [Compiler, Compiler];
let whole: Notebook;
let kernel: Notebook;

beforeAll(async () => {
  writeFileSync(path.join(folder, 'library.ts'), LIBRARY_FILE);
  compilers = [await loadCompiler('whole', CONVERTER_REWRITES), await loadCompiler('kernel')];
});

/** Parts of cells at whose end a client asks for completions, and what is there. */
const QUESTIONS = ['value', 'to', 'Sh', 'Ma', 'item.', 'new Po', 'let a: Na', ''];

/** Compiles a cell in both ways. */
function bothConvert(source: string): Tslab.ConvertResult {
  const [expected, actual] = [whole.convert(source), kernel.convert(source)];
  expect(seen(actual), source).toEqual(seen(expected));
  expect(statementsOf(kernel.declarations), source).toEqual(statementsOf(whole.declarations));
  return expected;
}

/** Cells that depend on an earlier one without a word of it, and what later cells know then. */
const SILENT: readonly (readonly [what: string, cells: readonly string[], known: string])[] = [
  [
    'on a name that hides a global one',
    [
      'class Map { shadow = 1; }',
      'import { counted } from "./library";\nconst counts = counted();'
    ],
    'const counts: globalThis.Map<string, number>;'
  ],
  [
    'on an import, by which types are written',
    [
      'import { Thing as Imported } from "./library";',
      'import { makeThing } from "./library";\nconst thing = makeThing(1);'
    ],
    'const thing: Imported<number>;'
  ],
  [
    'on a part of a statement of which the other is replaced',
    ['let kept = "x", replaced = 1;', 'const replaced = "new";'],
    'let kept: string;'
  ],
  [
    'on a part of an import of which the other is replaced',
    ['import { sep, delimiter } from "node:path";', 'const delimiter = 1;'],
    'import { sep } from "node:path";'
  ],
  [
    'on a base without a name of its own, of a class that is declared twice',
    [
      'class Based extends (class { based = 1; }) {}',
      'class Based extends (class { based = 2; }) {}',
      'const unrelated = 1;'
    ],
    'const unrelated = 1;'
  ],
  [
    'on a class of which the type is replaced',
    ['class Replaced {}', 'interface Replaced { a: 1 }'],
    'let Replaced: any;'
  ]
];

/** At night two notebooks: with all that earlier cells declare, each cell of a long one takes longer than the one before. */
const SEEDS = isNight ? [20, 21] : [20];

describe.each(SEEDS)('the cells of notebook %i', seed => {
  beforeAll(() => {
    whole = wholeNotebook(compilers[0]);
    kernel = kernelNotebook(compilers[1]);
  });

  test.each(SILENT)('depend %s', (_what, cells, known) => {
    for (const source of cells) expect(bothConvert(source).diagnostics, source).toEqual([]);
    expect(kernel.declarations).toContain(known);
  });

  test('are compiled with what they need of earlier cells as with all of them', () => {
    let failed = 0;
    const cells = anyCells(seed, sizeOf(40, 200));
    cells.forEach((source, index) => {
      const expected = bothConvert(source);
      if (expected.diagnostics.length > 0) failed++;
      if (index % 4 !== 3) return;
      const code = QUESTIONS[Math.floor(index / 4) % QUESTIONS.length];
      const answers = [whole, kernel].map(({ language }) => [
        language.complete(code, code.length),
        language.inspect(source, source.search(/\w+\W*$/)),
        language.inspect(code, 0)
      ]);
      expect(answers[1], code).toEqual(answers[0]);
    });
    expect(failed).toBeGreaterThan(cells.length / 10);
    expect(failed).toBeLessThan((cells.length * 2) / 3);
  });
});
