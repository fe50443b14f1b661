import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const manifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;

/** The sources in a folder and below it, by path. */
function sources(folder: string): Map<string, string> {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  const paths = names.filter(name => /\.m?ts$/.test(name)).map(name => join(root, folder, name));
  return new Map(paths.map(path => [path, readFileSync(path, 'utf8')]));
}

/** Matches an import of a package, or of a part of it, in any form. */
const importOf = (name: string): RegExp =>
  new RegExp(`(from|import|import\\() ?'${name.replaceAll('.', '\\.')}(/[^']*)?'`);

const extension = sources('extension/src');
const isImported = (name: string): boolean =>
  [...extension.values()].some(text => importOf(name).test(text));

/** Modules of Node that a package requires without declaring what stands for them in browsers. */
const FOR_OTHERS: Readonly<Record<string, string>> = { buffer: 'typedarray-pool/pool.js' };

const isRequired = (name: string): boolean => {
  const file = FOR_OTHERS[name];
  return (
    file !== undefined &&
    readFileSync(join(root, 'node_modules', file), 'utf8').includes(`require('${name}')`)
  );
};

describe('the packages that the product is made of', () => {
  it.each(['@jupyterlab/application', '@jupyterlab/notebook', '@lumino/widgets'])(
    'include %s, which the extension declares and uses',
    name => {
      expect(manifest('extension').dependencies).toHaveProperty([name]);
      expect(isImported(name)).toBe(true);
    }
  );

  it('include plotly.js, loaded when a curve is first drawn and with nothing but what draws it', () => {
    expect(manifest('extension').dependencies).toHaveProperty(['plotly.js']);
    const imports = [...extension.values()].flatMap(text => [
      ...text.matchAll(/^import (?!type).*'(plotly\.js[^']*)'|import\('(plotly\.js[^']*)'\)/gm)
    ]);
    expect(imports.map(([, atLoad]) => atLoad)).not.toContain('plotly.js');
    const parts = imports.map(([, atLoad, onDemand]) => atLoad ?? onDemand);
    expect(parts).toContain('plotly.js/lib/core');
    expect(parts.every(part => part.startsWith('plotly.js/lib/'))).toBe(true);
  });

  it('include vitest, which runs this', () => {
    expect(manifest('.').devDependencies).toHaveProperty(['vitest']);
  });

  it('are all in use: the extension declares nothing that neither it nor one of these imports', () => {
    const declared = Object.keys(manifest('extension').dependencies ?? {});
    expect(declared.filter(name => !isImported(name) && !isRequired(name))).toEqual([]);
  });
});
