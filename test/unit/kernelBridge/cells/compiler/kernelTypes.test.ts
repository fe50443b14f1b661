import path from 'node:path';
import { fileURLToPath } from 'node:url';
import typescript from 'typescript';
import { expect, it } from 'vitest';
import {
  resolveKernelTypes,
  withKernelFiles
} from '../../../../../kernel-bridge/src/cells/compiler/kernelTypes';

/** The folder that the module takes for the kernel's: the one above its own. */
const KERNEL = fileURLToPath(
  new URL('../../../../../kernel-bridge/src/cells/', import.meta.url)
).replaceAll(path.sep, '/');

it('watches what belongs to the notebook, and nothing of the kernel', () => {
  const watched: string[] = [];
  const watch = (file: string): typescript.FileWatcher => {
    watched.push(file);
    return { close: () => undefined };
  };
  const host = { watchFile: watch, watchDirectory: watch, readFile: (file: string) => file };
  withKernelFiles(host);
  host.watchFile(`${KERNEL}types/fs.d.ts`);
  host.watchDirectory(`${KERNEL}types/fs`);
  host.watchFile('/notebooks/model.ts');
  host.watchDirectory('/notebooks/node_modules');
  expect(host.readFile('/notebooks/model.ts')).toBe('/notebooks/model.ts');
  expect(watched).toEqual(['/notebooks/model.ts', '/notebooks/node_modules']);
});

it('looks only beside them for what the types of the kernel import', () => {
  const asked: string[] = [];
  const host = typescript.createCompilerHost({});
  host.directoryExists = () => true;
  host.fileExists = file => file === `${KERNEL}types/other.d.ts`;
  host.resolveModuleNameLiterals = (literals, file) => {
    asked.push(file);
    return literals.map(() => ({ resolvedModule: undefined }));
  };
  resolveKernelTypes(host);
  resolveKernelTypes(host);
  const resolve = (name: string, from: string): string | undefined => {
    const literals = [typescript.factory.createStringLiteral(name)];
    const source = typescript.createSourceFile(from, '', typescript.ScriptTarget.ESNext);
    const [found] = host.resolveModuleNameLiterals!(
      literals,
      from,
      undefined,
      {},
      source,
      undefined
    );
    return found.resolvedModule?.resolvedFileName;
  };
  expect(resolve('./other', `${KERNEL}types/fs.d.ts`)).toBe(`${KERNEL}types/other.d.ts`);
  expect(resolve('node:events', `${KERNEL}types/fs.d.ts`)).toBeUndefined();
  expect(asked).toEqual([]);
  resolve('tfjs', '/notebooks/model.ts');
  expect(asked).toEqual(['/notebooks/model.ts']);
});
