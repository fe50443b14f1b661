import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packedExtension, VSCODE_NODE } from './sharedServer';

const VSCE =
  process.env.KERNELSCOPE_VSCE ??
  fileURLToPath(
    new URL('../../.build/packaging/vsce/node_modules/@vscode/vsce/vsce', import.meta.url)
  );

/** What VS Code's packager calls pages before it packs them. */
const PAGES = new Map([
  ['readme.md', 'README.md'],
  ['changelog.md', 'CHANGELOG.md']
]);

/** The plugin of the server of TypeScript, which that packager takes for a package to install. */
const PLUGIN = /^extension[/]node_modules[/]kernelscope-magics[/]/;

describe("the package for VS Code, beside that of VS Code's own packager", () => {
  const home = mkdtempSync(join(tmpdir(), 'kernelscope-vsce-'));
  const decoder = new TextDecoder();
  let own: Record<string, Uint8Array>;
  let theirs: Record<string, Uint8Array>;
  let said = '';

  const vsce = (...args: readonly string[]): string => {
    const { status, stdout, stderr } = spawnSync(VSCODE_NODE, [VSCE, ...args], {
      cwd: join(home, 'extension'),
      encoding: 'utf8',
      input: ''
    });
    if (status !== 0) throw new Error(`vsce ${args[0]} ended with code ${status}:\n${stderr}`);
    return `${stdout}${stderr}`;
  };

  beforeAll(async () => {
    own = unzipSync(await packedExtension(join(home, 'dist')));
    for (const [name, bytes] of Object.entries(own)) {
      if (!name.startsWith('extension/') || PLUGIN.test(name)) continue;
      const path = name.slice('extension/'.length);
      const file = join(home, 'extension', PAGES.get(path) ?? path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, bytes);
    }
    const package_ = join(home, 'theirs.vsix');
    said = vsce('package', '--no-dependencies', '--out', package_);
    theirs = unzipSync(readFileSync(package_));
  });
  afterAll(() => rmSync(home, { recursive: true }));

  const isCompared = (name: string): boolean => name.startsWith('extension/') && !PLUGIN.test(name);
  const compared = (files: object): string[] => Object.keys(files).filter(isCompared).sort();

  it('is accepted by it, with nothing to complain of but that no file is left out', () => {
    const complaints = said.split('\n').filter(line => /WARNING|ERROR/.test(line));
    expect(complaints.map(line => /"files" property/.test(line))).toEqual([true]);
  });

  it('has the same files, byte for byte', () => {
    expect(compared(theirs)).toEqual(compared(own));
    const differing = compared(own).filter(
      name => !Buffer.from(own[name]).equals(Buffer.from(theirs[name]))
    );
    expect(differing).toEqual([]);
  });

  it('describes itself with the same words', () => {
    const described = (files: Record<string, Uint8Array>): readonly string[] => {
      const text = decoder.decode(files['extension.vsixmanifest']);
      const nodes = text.match(/<(?!\/|PackageManifest)[^>]+>[^<]*/g) ?? [];
      return nodes.map(node => node.replaceAll(/\s*\/?>\s*/g, '>').trim()).sort();
    };
    expect(described(own)).toEqual(described(theirs));
  });

  it('says the type of the same endings', () => {
    const endings = (files: Record<string, Uint8Array>): readonly string[] => {
      const text = decoder.decode(files['[Content_Types].xml']);
      return [...text.matchAll(/Extension="([^"]+)"/g)].map(([, ending]) => ending).sort();
    };
    expect(endings(own)).toEqual(endings(theirs));
  });
});
