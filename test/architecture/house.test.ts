import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

interface Manifest {
  readonly version: string;
  readonly license: string;
  readonly engines: { readonly node: string };
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** An entry of the package, also one with other types for `import`. */
interface Entry {
  readonly types?: string;
  readonly default: string | { readonly types: string };
}

interface CoreManifest {
  readonly exports: Readonly<Record<string, Entry>>;
  readonly typesVersions: { readonly '*': Readonly<Record<string, readonly string[]>> };
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string; resolved?: string }>>;
}

/** The types that `require` finds. */
function typesOf({ types, default: otherwise }: Entry): string | undefined {
  return typeof otherwise === 'string' ? types : otherwise.types;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const WORKSPACES = ['src', 'kernel-bridge', 'extension', 'vscode', 'test'];
const CODE = new Set(['.ts', '.mts', '.mjs', '.cjs', '.js', '.css', '.py', '.cc', '.h']);
const NAMED_IN_CAMEL_CASE = new Set(['.ts', '.mjs']);
const TEXT = new Set([...CODE, '.md', '.json', '.toml', '.yml', '.ipynb', '.txt', '']);
const MAX_LINES = 400;

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const manifest = (folder: string): Manifest =>
  JSON.parse(read(join(folder, 'package.json'))) as Manifest;
const lock = (): Lock => JSON.parse(read('package-lock.json')) as Lock;

/** Every file that is or may be committed, with `/` between folders. */
const files = execFileSync(
  'git',
  ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
  { cwd: root, encoding: 'utf8' }
)
  .split('\0')
  .filter(path => path !== '' && existsSync(join(root, path)));

const written = files.filter(path => !path.startsWith('test/golden/'));
const withExtension = (extensions: ReadonlySet<string>): string[] =>
  written.filter(path => extensions.has(extname(path)));

/** Folders that pages about the house begin paths at. */
const ROOTS = [
  ...['', 'src', 'src/compat/mxnet', 'src/compat/mindspore', 'src/native'],
  ...['kernel-bridge/src', 'kernel-bridge/src/cells', 'extension/src']
];

/** An absolute path into a folder that few machines have. */
const MACHINE_PATH = /[\s"'`(=:]\/(root|work|home)\/\w/;

/** The folder of one machine that a text names; undefined for none. */
const machineIn = (text: string): string | undefined =>
  MACHINE_PATH.exec(text)?.[0] ?? [root, `${homedir()}/`].find(folder => text.includes(folder));

describe('the house', () => {
  it('has files to look at', () => {
    expect(withExtension(CODE).length).toBeGreaterThan(50);
  });

  it(`has no source file of more than ${MAX_LINES} lines`, () => {
    const long = withExtension(CODE).filter(path => read(path).split('\n').length > MAX_LINES + 1);
    expect(long).toEqual([]);
  });

  it('names its sources in camelCase', () => {
    const odd = withExtension(NAMED_IN_CAMEL_CASE)
      .map(path => basename(path))
      .filter(name => !/^[a-z][A-Za-z0-9]*(\.(nightly|test|d|config))*\.\w+$/.test(name));
    expect(odd).toEqual([]);
  });

  it('tries no test again but those whose subject is a sample', () => {
    const tests = withExtension(CODE).filter(path => /^test\/.*\.ts$/.test(path));
    const trying = tests.filter(path => /\bretry: ?\d/.test(read(path)));
    expect(trying).toEqual(['test/support/sampledTests.ts']);
  });

  it('waits in tests for what comes later in one way, which has patience with a busy machine', () => {
    const tests = withExtension(CODE).filter(path => /^test\/.*\.ts$/.test(path));
    const waiting = tests.filter(path => /\bvi\.waitFor\(/.test(read(path)));
    expect(waiting, 'use eventually').toEqual(['test/support/eventually.ts']);
  });

  it('switches no lint rule off in a file', () => {
    const switched = /(?:eslint|oxlint)-(?:dis|en)able/;
    expect(withExtension(CODE).filter(path => switched.test(read(path)))).toEqual([]);
  });

  it('has unions of literals in place of enums', () => {
    const sources = withExtension(new Set(['.ts', '.mts'])).filter(path => !/^test\//.test(path));
    const declared = /^\s*(?:export |declare |const )*enum \w/m;
    expect(sources.filter(path => declared.test(read(path)))).toEqual([]);
  });

  it('writes tables of pages in one place, but for those of changes, whose bars have two sides', () => {
    const writing = withExtension(CODE).filter(
      path => path.startsWith('src/') && /markup`[^`]*<table/.test(read(path))
    );
    expect(writing).toEqual([
      'src/formats/html/htmlComparison.ts',
      'src/formats/html/tableHtml.ts'
    ]);
  });

  it('has one check each for objects, records and what can have properties', () => {
    const own = /function (?:isObject|isRecord|isReference)\(value|(?:isObject|isRecord) = \(value/;
    const stating = withExtension(CODE).filter(
      path => path.startsWith('src/') && own.test(read(path))
    );
    expect(stating).toEqual(['src/base/isObject.ts']);
  });

  it('names no folder of one machine', () => {
    const named = withExtension(TEXT).flatMap(path => {
      const machine = machineIn(read(path));
      return machine === undefined ? [] : [`${path}: ${machine}`];
    });
    expect(named).toEqual([]);
  });

  it.each(['docs/architecture.md', 'docs/internals.md'])('is as %s maps it', page => {
    const named = [...read(page).matchAll(/`([a-z][\w-]*(?:\/[\w-]+)*(?:\/|\/[\w-]+\.\w+))`/g)];
    const paths = [...new Set(named.map(([, path]) => path))];
    expect(paths.length).toBeGreaterThan(20);
    const isThere = (path: string): boolean =>
      ROOTS.some(from => existsSync(join(root, from, path)));
    expect(paths.filter(path => !isThere(path))).toEqual([]);
  });

  it('says in each folder of the core what it holds, where to begin and what to mind', () => {
    const folders = new Set(files.flatMap(path => /^src\/(\w+)\//.exec(path)?.[1] ?? []));
    const untold = [...folders].filter(folder => {
      const page = `src/${folder}/README.md`;
      const told = existsSync(join(root, page)) ? read(page).trim().split('\n').slice(1) : [];
      const named = [...told.join('\n').matchAll(/`([\w/.]+(?:\/|\.(?:ts|mjs|mts)))`/g)];
      const isThere = ([, path]: RegExpExecArray): boolean =>
        [page.slice(0, -'README.md'.length), 'src', ''].some(from =>
          existsSync(join(root, from, path))
        );
      return named.length === 0 || !named.every(isThere) || told.length > 8;
    });
    expect([...folders].length).toBeGreaterThan(20);
    expect(untold).toEqual([]);
  });

  it('lists each decision with its title and status', () => {
    const index = read('docs/adr/README.md');
    const pages = files.filter(path => /^docs\/adr\/0.*\.md$/.test(path));
    const missing = pages.filter(path => {
      const [, number, title] = /^# (\d+)\. (.*)/.exec(read(path)) ?? [];
      const row = index.split('\n').find(line => line.includes(`](${basename(path)})`)) ?? '';
      const status = /^Status: (?:superseded by \[decision (\d+)\]|(accepted|proposed))/m.exec(
        read(path)
      );
      const [, by, stands] = status ?? [];
      const isStated = row.includes(stands === undefined ? `superseded by ${by} ` : ` ${stands}`);
      return !row.includes(`| [${title}](`) || !row.includes(` ${number} |`) || !isStated;
    });
    expect(missing).toEqual([]);
    expect(pages.length).toBeGreaterThan(60);
  });

  it('names no registry in the lockfile', () => {
    const remote = Object.values(lock().packages).filter(({ resolved }) =>
      resolved?.startsWith('http')
    );
    expect(remote).toEqual([]);
  });
});

describe('the manifests', () => {
  const { version, engines, license } = manifest('.');

  it.each(WORKSPACES)('%s has the version, engines and licence of the repository', folder => {
    expect(manifest(folder)).toMatchObject({ version, engines, license });
    expect(lock().packages[folder]?.version).toBe(version);
  });

  it.each(WORKSPACES)('%s depends on the core at that version', folder => {
    expect(manifest(folder).dependencies?.kernelscope ?? version).toBe(version);
  });

  it('shows every entry of the core to compilers that know no "exports"', () => {
    const core = JSON.parse(read('src/package.json')) as CoreManifest;
    const typesOfEntries = Object.entries(core.exports)
      .filter(([entry]) => entry !== '.' && entry !== './package.json')
      .map(([entry, exported]) => [entry.slice(2), [typesOf(exported)?.slice(2)]]);
    expect(core.typesVersions['*']).toEqual(Object.fromEntries(typesOfEntries));
  });

  it('packs every folder that packed modules import', () => {
    const { files: packed } = JSON.parse(read('src/package.json')) as { files: readonly string[] };
    const folders = packed.flatMap(path => /^lib\/(\w+)\/\*\*\/\*\.js$/.exec(path)?.[1] ?? []);
    const imported = withExtension(new Set(['.ts'])).flatMap(path => {
      const [, folder] = /^src\/(\w+)\//.exec(path) ?? [];
      if (!folders.includes(folder)) return [];
      const targets = [...read(path).matchAll(/^(?:import|export) .*?'(\.[^']+)';$/gms)];
      return targets.map(([, target]) => join(dirname(path), target).split('/')[1]);
    });
    expect([...new Set(imported)].filter(folder => !folders.includes(folder))).toEqual([]);
  });

  it('lets the wheel take its version from package.json', () => {
    expect(read('pyproject.toml')).toContain('dynamic = ["version", "urls"]');
    expect(read('pyproject.toml')).toContain('[tool.hatch.version]\nsource = "nodejs"');
  });

  it('has a section for that version in the changelog', () => {
    expect(read('CHANGELOG.md')).toContain(`## ${version}`);
  });
});
