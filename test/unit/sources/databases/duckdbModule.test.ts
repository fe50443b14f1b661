import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PackageUnavailableError } from '../../../../src/native/optionalPackage';
import { loadDuckdb } from '../../../../src/sources/databases/duckdbModule';
import { useFolder } from '../../../support/folders';

const folder = useFolder();

/** A folder in which the package is this script, or is not installed. */
function project(name: string, script: string | null): string {
  const root = path.join(folder, name);
  const place = path.join(root, 'node_modules', '@duckdb', 'node-api');
  mkdirSync(place, { recursive: true });
  if (script !== null) writeFileSync(path.join(place, 'index.js'), script);
  return root;
}

const nowhere = path.join(folder, 'nowhere.js');

describe('DuckDB', () => {
  it('is loaded from beside the package', () => {
    expect(loadDuckdb({ folder })).toHaveProperty('DuckDBInstance');
  });

  it('is loaded from the folder of the user', () => {
    const root = project('own', "exports.VARCHAR = 'own';");
    expect(loadDuckdb({ folder: root, beside: nowhere })).toEqual({ VARCHAR: 'own' });
  });

  it('is named with what to install where it is missing', () => {
    const root = project('absent', null);
    const text = `The package @duckdb/node-api is not installed. Run npm install @duckdb/node-api in ${root}.`;
    expect(() => loadDuckdb({ folder: root, beside: nowhere })).toThrow(
      new PackageUnavailableError(text)
    );
  });

  it('is named with the reason where it cannot be loaded', () => {
    const root = project('broken', "require('@duckdb/node-bindings-nowhere');");
    expect(() => loadDuckdb({ folder: root, beside: nowhere })).toThrow(
      "@duckdb/node-api cannot be loaded: Cannot find module '@duckdb/node-bindings-nowhere'."
    );
  });
});
