import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { CROSS_RANK_MIME_TYPE, FORMATS, QUERY_MIME_TYPE } from '../../../src/formats';
import { PROFILE_MIME_TYPE } from '../../../src/model';
import { EDITOR_TYPES } from '../../../vscode/src/messages/editorMessages';
import { MAX_LINE_BYTES } from '../../../vscode/src/controller/bridgeMessages';
import { SETTINGS } from '../../../vscode/src/controller/settings';
import { RENDERER_ID } from '../../../vscode/src/messages/messages';
import { builtVscode } from '../../support/builtVscode';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly publisher: string;
  readonly main: string;
  readonly icon: string;
  readonly browser: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly capabilities: { readonly untrustedWorkspaces: { readonly supported: string } };
  readonly contributes: {
    readonly walkthroughs: readonly {
      readonly steps: readonly {
        readonly description: string;
        readonly media: { readonly image: string; readonly altText: string };
      }[];
    }[];
    readonly commands: readonly { readonly command: string; readonly category: string }[];
    readonly customEditors: readonly {
      readonly viewType: string;
      readonly priority: string;
      readonly selector: readonly { readonly filenamePattern: string }[];
    }[];
    readonly configuration: {
      readonly properties: Readonly<
        Record<
          string,
          {
            readonly default: unknown;
            readonly description?: string;
            readonly markdownDescription?: string;
          }
        >
      >;
    };
    readonly menus: Readonly<Record<string, readonly { readonly command: string }[]>>;
    readonly typescriptServerPlugins: readonly { readonly name: string }[];
    readonly notebookRenderer: readonly {
      readonly id: string;
      readonly entrypoint: string;
      readonly mimeTypes: readonly string[];
      readonly requiresMessaging: string;
    }[];
  };
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const vscode = (name: string): string => new URL(`../../../vscode/${name}`, import.meta.url).href;

/** Largest size of the package, bytes: 1 MiB. */
const MAX_PACKAGE_BYTES = 2 ** 20;
/** Largest size of all scripts of the renderer together, bytes. */
const MAX_SCRIPT_BYTES = 2_080_000;
/** Largest size of the scripts that are loaded before the first table is on show, bytes. */
const MAX_FIRST_BYTES = 490_000;

const json = (bytes: Uint8Array | string): Manifest =>
  JSON.parse(typeof bytes === 'string' ? bytes : new TextDecoder().decode(bytes)) as Manifest;

describe('the package for VS Code', () => {
  let dist = '';
  let bytes: Uint8Array;
  let files: Record<string, Uint8Array>;
  let pack: (folder: string) => Uint8Array;

  beforeAll(async () => {
    dist = await builtVscode();
    ({ packExtension: pack } = (await import(vscode('package.mjs'))) as {
      packExtension: typeof pack;
    });
    bytes = pack(dist);
    files = unzipSync(bytes);
  });

  /** The values of an attribute of all elements of a name, in their order. */
  const attributes = (file: string, tag: string, name: string): string[] => {
    const text = new TextDecoder().decode(files[file]);
    const pattern = new RegExp(`<${tag}\\s(?:[^>]*\\s)?${name}="([^"]*)"`, 'g');
    return [...text.matchAll(pattern)].map(([, value]) => value);
  };

  it('has every file that its manifests name', () => {
    const { main, browser, icon, contributes } = json(files['extension/package.json']);
    const named = [main, browser, ...contributes.notebookRenderer.map(each => each.entrypoint)];
    const pictures = contributes.walkthroughs.flatMap(({ steps }) =>
      steps.map(each => each.media.image)
    );
    const inside = [
      ...named.map(path => path.replace(/^\./, 'extension')),
      ...[icon, ...pictures].map(path => `extension/${path}`)
    ];
    inside.push('extension/dist/reader.js', 'extension/dist/renderer/editor.js');
    const paths = attributes('extension.vsixmanifest', 'Asset', 'Path');
    expect(paths.length).toBe(5);
    const plugins = contributes.typescriptServerPlugins.flatMap(plugin =>
      ['package.json', 'index.js'].map(file => `extension/node_modules/${plugin.name}/${file}`)
    );
    expect(Object.keys(files)).toEqual(expect.arrayContaining([...inside, ...paths, ...plugins]));
  });

  it('has the program that runs kernels as it is in the sources', () => {
    const program = new TextDecoder().decode(files['extension/dist/kernel_bridge.py']);
    expect(program).toBe(readFileSync(new URL(vscode('python/kernel_bridge.py')), 'utf8'));
    expect(program).toContain(`MAX_LINE_BYTES = ${MAX_LINE_BYTES / 1024 / 1024} * 1024 * 1024`);
    const parts = ['extension/dist/host.js', 'extension/dist/main.js'];
    const [browser, node] = parts.map(name => new TextDecoder().decode(files[name]));
    expect(node).toContain('kernel_bridge.py');
    expect(browser).not.toMatch(/kernel_bridge|child_process/);
  });

  it('has commands of one category, and settings with texts and the values of the code', () => {
    const { commands, configuration, menus } = json(files['extension/package.json']).contributes;
    expect(new Set(commands.map(({ category }) => category))).toEqual(new Set(['Kernelscope']));
    const known = commands.map(({ command }) => command);
    const inMenus = Object.values(menus).flatMap(items => items.map(({ command }) => command));
    expect(inMenus.filter(command => !known.includes(command))).toEqual([]);
    const settings = Object.entries(configuration.properties);
    const values = new Map(settings.map(([name, { default: value }]) => [name, value]));
    for (const [name, value] of Object.entries({ ...SETTINGS, path: '', lineHeat: true })) {
      expect([name, values.get(`kernelscope.${name}`)]).toEqual([name, value]);
      values.delete(`kernelscope.${name}`);
    }
    expect([...values.keys()]).toEqual([]);
    for (const [name, { description, markdownDescription = description }] of settings) {
      expect(markdownDescription?.length, name).toBeGreaterThan(30);
    }
  });

  it('says the type of every ending in it', () => {
    const known = new Set(attributes('[Content_Types].xml', 'Default', 'Extension'));
    const endings = Object.keys(files)
      .filter(name => name !== '[Content_Types].xml')
      .map(name => /\.\w+$/.exec(name)?.[0]);
    expect(endings.filter(ending => !known.has(ending ?? ''))).toEqual([]);
  });

  it('renders all MIME types, without messages where it has to', () => {
    const { contributes, capabilities } = json(files['extension/package.json']);
    expect(contributes.notebookRenderer).toEqual([
      expect.objectContaining({
        id: RENDERER_ID,
        mimeTypes: [PROFILE_MIME_TYPE, CROSS_RANK_MIME_TYPE, QUERY_MIME_TYPE],
        requiresMessaging: 'optional'
      })
    ]);
    expect(capabilities.untrustedWorkspaces.supported).toBe('limited');
  });

  it('has an editor for the files of every format that is read, by default where their names tell it', () => {
    const { customEditors, commands } = json(files['extension/package.json']).contributes;
    expect(customEditors.map(({ viewType }) => viewType)).toEqual([...EDITOR_TYPES]);
    const patternsOf = (priority: string): string[] =>
      customEditors
        .filter(each => each.priority === priority)
        .flatMap(({ selector }) => selector.map(({ filenamePattern }) => filenamePattern));
    const endings = FORMATS.flatMap(({ read, endings: all }) =>
      read?.from === 'bytes' ? all.map(({ ending }) => ending) : []
    );
    const opens = (patterns: readonly string[], ending: string): boolean =>
      patterns.some(pattern => `a${ending}`.endsWith(pattern.slice(1)));
    const all = ['default', 'option'].flatMap(patternsOf);
    expect(endings.filter(ending => !opens(all, ending))).toEqual([]);
    const generic = ['.json', '.json.gz', '.pb', '.gz', '.txt', '.trace', '.prof'];
    expect(generic.filter(ending => opens(patternsOf('default'), ending))).toEqual([]);
    const distinct = endings.filter(ending => !generic.includes(ending));
    expect(distinct.filter(ending => !opens(patternsOf('default'), ending))).toEqual([]);
    expect(commands.filter(({ category }) => category !== 'Kernelscope')).toEqual([]);
  });

  it('has a page for newcomers of four steps, which lead to its own commands', () => {
    const { walkthroughs, commands } = json(files['extension/package.json']).contributes;
    const [steps] = walkthroughs.map(each => each.steps);
    expect(steps?.length).toBe(4);
    const text = (steps ?? []).map(({ description }) => description).join('\n');
    const led = [...text.matchAll(/\(command:([\w.]+)\)/g)].map(([, name]) => name);
    expect(led.length).toBeGreaterThan(0);
    const known = commands.map(({ command }) => command);
    expect(led.filter(name => name === undefined || !known.includes(name))).toEqual([]);
    // what a newcomer has is the .vsix and the wheel: no registry has packages of Kernelscope
    expect(text).not.toMatch(/\bnpm (?:i|install)\b|pip install|package kernelscope/);
    expect(steps?.[0]?.description).toContain('(command:kernelscope.installKernel)');
    // VS Code shows the marks of code there as they are
    expect(text).not.toContain('`');
  });

  it('has a manifest that says everything once: of two parts of a name, the first would be lost', () => {
    const text = readFileSync(new URL(vscode('package.json')), 'utf8');
    const written = text.match(/"(?:[^"\\]|\\.)*"(?=\s*:)/g)?.length;
    let read = 0;
    JSON.parse(text, (_, value: unknown) => {
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
        read += Object.keys(value).length;
      }
      return value;
    });
    expect(written).toBe(read);
  });

  it('names itself as its manifest does, for a version of VS Code whose types it was checked with', () => {
    const manifest = json(files['extension/package.json']);
    const identity = ['Id', 'Version', 'Publisher'].map(
      name => attributes('extension.vsixmanifest', 'Identity', name)[0]
    );
    expect(identity).toEqual([manifest.name, manifest.version, manifest.publisher]);
    const source = json(readFileSync(new URL(vscode('package.json')), 'utf8'));
    expect(`^${source.devDependencies?.['@types/vscode']}`).toBe(manifest.engines.vscode);
    expect(manifest.engines).not.toHaveProperty('node');
    expect(manifest.devDependencies).toBeUndefined();
  });

  const sizeOf = (names: Iterable<string>): number =>
    [...names].reduce((sum, name) => sum + files[name].length, 0);

  /** The scripts that are loaded with one, itself among them; not what it imports when it is called. */
  const loadedWith = (name: string, known = new Set<string>()): Set<string> => {
    if (known.has(name)) return known;
    known.add(name);
    const text = new TextDecoder().decode(files[name]);
    for (const [, from] of text.matchAll(/(?:\bfrom|\bimport)"([.][^"]+[.]js)"/g)) {
      loadedWith(posix.join(posix.dirname(name), from), known);
    }
    return known;
  };

  it('has at most 1 MiB, and little more than 2 MB of scripts, and is the same each time', () => {
    expect(bytes.length).toBeLessThanOrEqual(MAX_PACKAGE_BYTES);
    const scripts = Object.keys(files).filter(name =>
      /renderer[/](?!editor[.]).*[.]js$/.test(name)
    );
    expect(sizeOf(scripts)).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
    expect(Buffer.from(pack(dist)).equals(bytes)).toBe(true);
  });

  it('loads a small part of its scripts for the first table, and next to nothing before an output', () => {
    const entry = loadedWith('extension/dist/renderer/renderer.js');
    expect(sizeOf(entry)).toBeLessThan(10_000);
    const chunk = (start: string): string[] =>
      Object.keys(files).filter(name => name.includes(`/chunks/${start}`));
    const first = [...chunk('notebookOutput-'), ...chunk('profileView-'), ...chunk('panel-')];
    expect(first.length).toBe(3);
    const loaded = new Set([...entry, ...first.flatMap(name => [...loadedWith(name)])]);
    expect(sizeOf(loaded)).toBeGreaterThan(100_000);
    expect(sizeOf(loaded)).toBeLessThan(MAX_FIRST_BYTES);
    expect([...loaded].filter(name => /core-|highlightTypescript-/.test(name))).toEqual([]);
  });

  it('has nothing of JupyterLab in it', () => {
    const licenses = new TextDecoder().decode(files['extension/dist/THIRD_PARTY_LICENSES.txt']);
    expect(licenses).toContain('@lumino/widgets');
    expect(licenses).not.toMatch(/^(@jupyterlab|react)/m);
  });
});
