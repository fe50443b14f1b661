import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

const ENTRIES = [
  'settings',
  'model',
  'analysis',
  'layout',
  'formats',
  'report',
  'browser',
  'web',
  'open'
];

const entryPath = (name: string): string =>
  fileURLToPath(new URL(`../../src/${name}/index.ts`, import.meta.url));

async function bundleForBrowser(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entryPath(name)],
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    globalName: 'entry',
    logLevel: 'silent'
  });
  return outputFiles[0]?.text ?? '';
}

/** Runs a script where only what every browser has exists: no `process`, no `Buffer`, no `require`. */
function exportsInBrowser(script: string): Record<string, unknown> {
  const context = createContext({ TextEncoder, TextDecoder });
  runInContext(script, context);
  return runInContext('entry', context) as Record<string, unknown>;
}

describe('the entries for browsers', () => {
  it.each(ENTRIES)('kernelscope/%s bundles for the browser and loads without Node', async name => {
    const names = Object.keys(exportsInBrowser(await bundleForBrowser(name)));
    expect(names.length).toBeGreaterThan(0);
  });

  it('bring no search for findings with the facts beside a whole profile', async () => {
    const { outputFiles } = await build({
      stdin: {
        contents: "export { bundleBeside } from './src/formats';",
        resolveDir: fileURLToPath(new URL('../..', import.meta.url))
      },
      ...{ bundle: true, write: false, platform: 'browser', format: 'esm' }
    });
    const names = ['bundleBeside', 'profileFindings'];
    const defined = names.filter(name => outputFiles[0].text.includes(`function ${name}(`));
    expect(defined).toEqual(['bundleBeside']);
  });
});
