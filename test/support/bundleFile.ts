import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';

/** What was bundled in this process, by entry: that takes longer than most tests do. */
const bundles = new Map<string, Uint8Array>();

/** Bundles the thread that keeps a file up to date into a folder; gives its script. */
export const bundleDumpWorker = (folder: string): string =>
  bundleFile(
    '../src/engine/live/continuousDumpWorker.ts',
    path.join(folder, 'continuousDumpWorker.js')
  );

/** Bundles `entry`, a path from the folder of the tests, into `outfile` for a real thread or process; gives that. */
export function bundleFile(entry: string, outfile: string): string {
  const source = path.join(__dirname, '..', entry);
  const options = { platform: 'node', format: 'cjs', bundle: true, write: false } as const;
  const code =
    bundles.get(source) ?? buildSync({ ...options, entryPoints: [source] }).outputFiles[0].contents;
  bundles.set(source, code);
  mkdirSync(path.dirname(outfile), { recursive: true });
  writeFileSync(outfile, code);
  return outfile;
}
