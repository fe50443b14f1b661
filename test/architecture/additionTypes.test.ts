import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tableWith, type Addition } from '../support/bundleWithAddition';
import { ADDITIONS } from './additions/additions';

const root = path.join(__dirname, '../..');
const folder = path.join(root, '.build/additionTypes');

/** Folders of the core that other projects check, that are built, or that are no TypeScript. */
const LEFT_OUT = new Set(['lib', 'node_modules', 'build', 'bin', 'browser', 'web']);

const CONFIG = {
  extends: '../../src/tsconfig.json',
  compilerOptions: {
    ...{ composite: false, declaration: false, noEmit: true, rootDir: '.' },
    tsBuildInfoFile: null
  },
  include: ['src/**/*.ts', 'src/**/*.mts'],
  references: []
};

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  const src = path.join(root, 'src');
  const isCopied = (file: string): boolean => !LEFT_OUT.has(path.relative(src, file));
  cpSync(src, path.join(folder, 'src'), { recursive: true, filter: isCopied });
  const additions: readonly Addition[] = Object.values(ADDITIONS);
  for (const table of new Set(additions.map(each => each.table))) {
    writeFileSync(
      path.join(folder, table),
      tableWith(additions.filter(each => each.table === table))
    );
  }
  const toys = 'test/architecture/additions';
  mkdirSync(path.join(folder, toys), { recursive: true });
  for (const { module } of additions) {
    cpSync(path.join(root, `${module}.ts`), path.join(folder, `${module}.ts`));
  }
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(CONFIG));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('what is added by one module and one line of a table changes no type that other modules rely on', () => {
  const compiler = path.join(root, 'node_modules/typescript-native/bin/tsc');
  const { stdout, status } = spawnSync(
    process.execPath,
    [compiler, '-p', folder, '--pretty', 'false'],
    {
      encoding: 'utf8'
    }
  );
  expect({ stdout, status }).toEqual({ stdout: '', status: 0 });
});
