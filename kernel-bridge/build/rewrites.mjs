import { transform } from 'esbuild';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { bridge } from './places.mjs';

const COMPILER = /^@tslab\/typescript-for-tslab$/;
const SHIM = path.join(bridge, 'src', 'cells', 'typescriptShim.ts');

const FUNCTIONS_KEPT = 'if (ts.isFunctionDeclaration(node)) {';
const NAMESPACES_KEPT =
  'if (ts.isModuleDeclaration(node)) { if (keep.value) { addName(node, key); } return; }';

/** tslab makes a program to find the names of a cell, and another one that exports them. */
const TWO_PROGRAMS = `updateContent(prevDecl, src);
        let declsFile = builder.getSourceFile(declFilename);
        let srcFile = builder.getSourceFile(srcFilename);
        const locals = srcFile.locals;`;
const ONE_PROGRAM = `let declsFile, srcFile;
        const locals = ts.localNames(srcFilename, srcPrefix + src);`;
const IF_NAMED = `if (keys.size > 0) {
            // Export all`;
const EXPORTS = '"\\nexport {" + Array.from(keys).join(", ") + "}"';

/**
 * Changes to tslab's converter: modules with other endings than `.ts` and `.js` count, later cells
 * know namespaces, one program is made for a cell instead of two, names may begin with two underscores, and an `await` in a place where TypeScript does not allow it is an error.
 */
export const CONVERTER_REWRITES = [
  [
    'dep.endsWith(".js") || (dep.endsWith(".ts") && !dep.endsWith(".d.ts"))',
    'ts.isCompiledFile(dep)'
  ],
  ['!fileName.endsWith(".js")', '!ts.isEmittedScript(fileName)'],
  [FUNCTIONS_KEPT, `${NAMESPACES_KEPT}\n${FUNCTIONS_KEPT}`],
  [TWO_PROGRAMS, ONE_PROGRAM],
  [IF_NAMED, IF_NAMED.replace('if (keys.size > 0) {', '{')],
  [EXPORTS, `keys.size === 0 ? "" : ${EXPORTS}`],
  ['keys.add(key)', 'keys.add(ts.unescapeLeadingUnderscores(key))'],
  ['d.code !== 1308 || srcFile == null', 'true']
];

/** tslab prints what remains of the declarations of earlier cells behind those of the cell: the executor wants it apart. */
const REMAINING_REWRITES = [
  ['declOutput += remainingDecls(', 'const remaining = remainingDecls('],
  [
    'declOutput,\n            diagnostics',
    'declOutput,\n            remaining,\n            diagnostics'
  ],
  [
    /let statements = \[\];\s+declsSF\.statements\.forEach[^]*?anyVarsDecls\.join\(""\);/,
    'return ts.remainingDeclarations(checker, declsSF, keepMap, anyVars);'
  ]
];

/** Changes the text of tslab's converter. @throws Error where it is not the one that a change is meant for */
export function rewriteConverter(source, rewrites) {
  return rewrites.reduce((text, [from, to]) => {
    if (text.replace(from, '') === text) {
      throw new Error(`The converter of tslab has changed, ${from} is not there`);
    }
    return text.replace(from, to);
  }, source);
}

/** The core is bundled from its sources, one instance for the kernel and its cells. */
function resolveCore(core) {
  return ({ path: id }) => {
    const subpath = id.split('/')[1] ?? 'index';
    const file = path.join(core, `${subpath}.ts`);
    return { path: existsSync(file) ? file : path.join(core, subpath, 'index.ts') };
  };
}

/**
 * esbuild plug-in that leaves out each module of the core of which nothing is used: one for code that needs a few
 * functions, and not the instance of the process that importing the core otherwise makes.
 */
export function usedModulesPlugin(core) {
  const inCore = path.join(core, path.sep);
  return {
    name: 'used-modules',
    setup(builder) {
      builder.onResolve({ filter: /^(\.|kernelscope(\/\w+)?$)/ }, ({ path: id, resolveDir }) => {
        const file = id.startsWith('.')
          ? sourceOf(path.join(resolveDir, id))
          : resolveCore(core)({ path: id }).path;
        return file?.startsWith(inCore) ? { path: file, sideEffects: false } : undefined;
      });
    }
  };
}

/** The source that an import means, where there is one: esbuild need not be asked, which takes longer. */
const sourceOf = place => [`${place}.ts`, path.join(place, 'index.ts')].find(existsSync);

/** TypeScript's compiler, and the name in whose place its code comes. */
const COMPILER_FILE = /[\\/]typescript[\\/]lib[\\/]typescript\.js$/;
const COMPILER_CODE = 'KERNELSCOPE_COMPILER';
let compilerCode = '';

/**
 * esbuild plug-in that leaves the code of TypeScript's compiler to {@link withCompiler}. Keeping the names of its functions
 * would name thousands of them again for each cell, whenever it makes a type checker and a transformation.
 */
export const compilerPlugin = {
  name: 'compiler',
  setup(builder) {
    builder.onLoad({ filter: COMPILER_FILE }, async ({ path: file }) => {
      const { code } = await transform(readFileSync(file, 'utf8'), {
        platform: 'node',
        target: 'node20',
        minify: true,
        legalComments: 'none'
      });
      compilerCode = `(function(module,require){${code}})`;
      return { contents: `${COMPILER_CODE}(module, require);`, loader: 'js' };
    });
  }
};

/** A bundle made with {@link compilerPlugin}, with the code of the compiler. */
export function withCompiler(bundle) {
  const parts = bundle.split(COMPILER_CODE);
  if (parts.length !== 2)
    throw new Error(`${COMPILER_CODE} is ${parts.length - 1} times in the bundle`);
  return parts.join(compilerCode);
}

/** esbuild plug-in with the three things that a kernel bundle needs. */
export function kernelPlugin(core, rewrites = [...CONVERTER_REWRITES, ...REMAINING_REWRITES]) {
  return {
    name: 'kernelscope',
    setup(builder) {
      builder.onLoad({ filter: /tslab[\\/]dist[\\/]converter\.js$/ }, ({ path: file }) => ({
        contents: rewriteConverter(readFileSync(file, 'utf8'), rewrites),
        loader: 'js'
      }));
      builder.onResolve({ filter: COMPILER }, () => ({ path: SHIM }));
      builder.onResolve({ filter: /^kernelscope(\/\w+)?$/ }, resolveCore(core));
    }
  };
}
