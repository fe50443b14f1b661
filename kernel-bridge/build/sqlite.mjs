import { cpSync } from 'node:fs';
import path from 'node:path';
import { kernelFolder, packageFolder } from './places.mjs';

/** Copies SQLite in WebAssembly, which the core loads from there when a database is read. */
export function copySqlite() {
  const from = path.join(packageFolder('node-sqlite3-wasm'), 'dist');
  cpSync(from, path.join(kernelFolder, 'sqlite'), { recursive: true });
}
