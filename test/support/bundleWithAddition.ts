import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from 'esbuild';

const ROOT = path.join(__dirname, '../..');

const PUBLIC = ['settings', 'model', 'analysis', 'layout', 'formats', 'report'];

/** The public entries of the core lead to its sources. */
const alias = {
  ...Object.fromEntries(
    PUBLIC.map(name => [`kernelscope/${name}`, path.join(ROOT, 'src', name, 'index.ts')])
  ),
  'kernelscope/host': path.join(ROOT, 'src/host.ts'),
  kernelscope: path.join(ROOT, 'src/index.ts')
};

/** A module of the tests that is added to the product by one line of a table. */
export interface Addition {
  /** The module that lists what there is, from the root of the repository. */
  readonly table: string;
  /** A line of the table that the new one stands before. */
  readonly before: string;
  /** The new line, and what it needs to be imported: a name, and its module from the root. */
  readonly line: string;
  readonly name: string;
  readonly module: string;
}

/**
 * Loads `code`, a module at the root of the repository, in a product that differs by
 * `additions` alone; bundled into `folder`.
 */
export async function bundleWithAddition(
  additions: readonly Addition[],
  code: string,
  folder: string
): Promise<() => unknown> {
  const outfile = path.join(folder, `${path.basename(additions[0].module)}.cjs`);
  const changed = new Map(additions.map(each => [path.join(ROOT, each.table), each]));
  await build({
    stdin: { contents: code, resolveDir: ROOT, loader: 'ts' },
    bundle: true,
    outfile,
    platform: 'node',
    format: 'cjs',
    packages: 'external',
    alias,
    logLevel: 'silent',
    plugins: [
      {
        name: 'addition',
        setup: builder =>
          builder.onLoad({ filter: /\.ts$/ }, ({ path: loaded }) => {
            const addition = changed.get(loaded);
            return addition ? { loader: 'ts', contents: added(addition, loaded) } : null;
          })
      }
    ]
  });
  return () => createRequire(outfile)(outfile) as unknown;
}

function added({ before, line, name, module: from }: Addition, table: string): string {
  const module = path.relative(path.dirname(table), path.join(ROOT, from));
  const text = readFileSync(table, 'utf8');
  if (text.split(before).length !== 2) throw new Error(`${table} does not have once: ${before}`);
  return `import { ${name} } from '${module}';\n${text.replace(before, `${line}\n${before}`)}`;
}
