import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from 'esbuild';

const ROOT = path.join(__dirname, '../..');

const PUBLIC = ['settings', 'model', 'analysis', 'layout', 'formats', 'report', 'web'];

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
            const own = additions.filter(({ table }) => path.join(ROOT, table) === loaded);
            return own.length > 0 ? { loader: 'ts', contents: tableWith(own) } : null;
          })
      }
    ]
  });
  return () => createRequire(outfile)(outfile) as unknown;
}

/** The text of a table with the lines of `additions`, all of which are to it. */
export function tableWith(additions: readonly Addition[]): string {
  const [{ table }] = additions;
  return additions.reduce(
    (text, { before, line, name, module: from }) => {
      if (text.split(before).length !== 2) {
        throw new Error(`${table} does not have once: ${before}`);
      }
      const module = path.relative(path.dirname(table), from);
      return `import { ${name} } from '${module}';\n${text.replace(before, `${line}\n${before}`)}`;
    },
    readFileSync(path.join(ROOT, table), 'utf8')
  );
}
