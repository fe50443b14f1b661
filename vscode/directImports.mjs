// Has views import the modules of `src/formats` one by one, past the index.ts that names them all.
import { build } from 'esbuild';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** An import of names, of which `type` ones need no bundling. */
const IMPORT = /\bimport \{([^}]*)\} from 'kernelscope\/formats';/g;
const EXPORT = /\bexport (?:\*|\{([^}]*)\}) from '([^']+)';/g;

const namesIn = list =>
  list
    .split(',')
    .map(each => each.trim())
    .filter(each => each !== '' && !each.startsWith('type '));

/** The names that modules export by themselves, by their files. */
async function exportsOf(files) {
  const { metafile } = await build({
    entryPoints: files,
    outdir: 'out',
    write: false,
    metafile: true,
    logLevel: 'error'
  });
  const outputs = Object.values(metafile.outputs);
  return new Map(outputs.map(({ entryPoint, exports }) => [path.resolve(entryPoint), exports]));
}

/** For each name that the index.ts of a folder exports, the module that it comes from. */
async function modulesOf(folder) {
  const found = new Map();
  const whole = [];
  const text = readFileSync(path.join(folder, 'index.ts'), 'utf8');
  for (const [, names, from] of text.matchAll(EXPORT)) {
    const file = path.join(folder, `${from}.ts`);
    if (names === undefined) whole.push(file);
    namesIn(names ?? '').forEach(name => found.set(name, file));
  }
  for (const [file, names] of await exportsOf(whole)) {
    for (const name of names) found.set(name, file);
  }
  return found;
}

/**
 * Replaces what modules import from `kernelscope/formats` by imports from the modules behind: of an index.ts that views
 * share, esbuild puts everything into the chunks that are loaded first, the writers of all formats among it. `folder` is
 * that of the formats, `files` finds the modules that import. A name that is not found is left to the index.ts.
 */
export function directImports(folder, files) {
  let modules;
  return {
    name: 'direct imports',
    setup({ onLoad }) {
      onLoad({ filter: files }, async ({ path: file }) => {
        const text = await readFile(file, 'utf8');
        if (!text.includes("from 'kernelscope/formats'")) return undefined;
        const found = await (modules ??= modulesOf(folder));
        const contents = text.replace(IMPORT, (_, names) =>
          namesIn(names)
            .map(name => {
              const module = found.get(name.split(' ', 1)[0]);
              const from = module ? relative(file, module) : 'kernelscope/formats';
              return `import { ${name} } from '${from}';`;
            })
            .join('')
        );
        return { contents, loader: 'ts' };
      });
    }
  };
}

function relative(from, to) {
  const way = path.relative(path.dirname(from), to).split(path.sep).join('/');
  return way.replace(/[.]ts$/, '').replace(/^(?![.])/, './');
}
