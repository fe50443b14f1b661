import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** An import or a re-export of a file of this repository, and whether it is of types alone. */
interface Import {
  readonly target: string;
  readonly isOfTypes: boolean;
}

interface SourceFile {
  readonly path: string;
  readonly lines: number;
  /** Statements that import anything. */
  readonly statements: number;
  readonly imports: readonly Import[];
}

const STATEMENT = /^(import|export)\s+(type\s+)?(?:([^;'"]*?)\s+from\s+)?'([^']+)'/gm;

const paths = execFileSync(
  'git',
  [
    ...['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--'],
    ...['src', 'extension/src', 'kernel-bridge/src', 'vscode/src']
  ],
  { cwd: root, encoding: 'utf8' }
)
  .split('\0')
  .filter(path => /\.m?ts$/.test(path) && !path.endsWith('.d.ts') && existsSync(join(root, path)));
const known = new Set(paths);
const sources = [...known].map(sourceOf);

function sourceOf(path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8');
  const statements = [...text.matchAll(STATEMENT)];
  return {
    path,
    lines: text.split('\n').length - 1,
    statements: statements.filter(([, keyword]) => keyword === 'import').length,
    imports: statements.flatMap(([, , type, names = '', from]) => {
      const target = fileAt(join(dirname(path), from));
      if (!from.startsWith('.') || target === undefined) return [];
      return [{ target, isOfTypes: type !== undefined || areTypes(names) }];
    })
  };
}

function fileAt(stem: string): string | undefined {
  return [`${stem}.ts`, `${stem}.mts`, `${stem}/index.ts`].find(path => known.has(path));
}

function areTypes(names: string): boolean {
  const [, list] = /^\{([^]*)\}$/.exec(names.trim()) ?? [];
  return list !== undefined && list.split(',').every(name => /^\s*(type\s|$)/.test(name));
}

/** The files on the longest way along imports. */
function longestChain(isFollowed: (each: Import) => boolean): readonly string[] {
  const importsOf = new Map(sources.map(({ path, imports }) => [path, imports.filter(isFollowed)]));
  const chains = new Map<string, readonly string[]>();
  const chainFrom = (path: string): readonly string[] => {
    const found = chains.get(path);
    if (found) return found;
    chains.set(path, [path]);
    const rest = (importsOf.get(path) ?? []).map(({ target }) => chainFrom(target));
    const longest = rest.reduce((most, each) => (each.length > most.length ? each : most), []);
    const chain = [path, ...longest];
    chains.set(path, chain);
    return chain;
  };
  return paths.map(chainFrom).reduce((most, each) => (each.length > most.length ? each : most), []);
}

const importers = new Map<string, Set<string>>();
for (const { path, imports } of sources) {
  for (const { target } of imports) {
    importers.set(target, (importers.get(target) ?? new Set()).add(path));
  }
}
const lineCount = sources.reduce((sum, { lines }) => sum + lines, 0);

/** What a whole of so many files is at most; each of these numbers may only fall. */
const MOST = {
  valueChain: 25,
  chain: 36,
  files: 1503,
  folders: 149,
  smallFolders: 19,
  shortFiles: 96,
  singleImporters: 25,
  importsPerThousandLines: 45.2
} as const;

describe('the grain of the sources', () => {
  it('has no long chain of imports, whose first file waits for all others', () => {
    const chain = longestChain(({ isOfTypes }) => !isOfTypes);
    expect(chain.length, chain.join('\n')).toBeLessThanOrEqual(MOST.valueChain);
    expect(chain.length).toBeGreaterThan(10);
  });

  it('has no long chain of imports and types, along which a reader has to go', () => {
    const chain = longestChain(() => true);
    expect(chain.length, chain.join('\n')).toBeLessThanOrEqual(MOST.chain);
  });

  it('has few files, and few folders', () => {
    const sizes = new Map<string, number>();
    for (const path of paths) sizes.set(dirname(path), (sizes.get(dirname(path)) ?? 0) + 1);
    const small = [...sizes].filter(([, size]) => size <= 3).map(([folder]) => folder);
    expect(paths.length).toBeLessThanOrEqual(MOST.files);
    expect(sizes.size).toBeLessThanOrEqual(MOST.folders);
    expect(small.length, small.join('\n')).toBeLessThanOrEqual(MOST.smallFolders);
  });

  it('has few files of fewer than 25 lines', () => {
    const short = sources.filter(({ lines }) => lines < 25).map(({ path }) => path);
    expect(short.length, short.join('\n')).toBeLessThanOrEqual(MOST.shortFiles);
  });

  it('has few files of fewer than 40 lines with one reader, into which they could go', () => {
    const single = sources
      .filter(({ path, lines }) => lines < 40 && importers.get(path)?.size === 1)
      .map(({ path }) => path);
    expect(single.length, single.join('\n')).toBeLessThanOrEqual(MOST.singleImporters);
  });

  it('has few statements of imports by line', () => {
    const statements = sources.reduce((sum, each) => sum + each.statements, 0);
    const advice = 'put files that import much of each other, and are short, together';
    expect((1000 * statements) / lineCount, advice).toBeLessThanOrEqual(
      MOST.importsPerThousandLines
    );
  });
});
