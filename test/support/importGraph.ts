import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import typescript from 'typescript';

/** The modules that each module imports, types included; paths from the root, `/` between folders. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Folders of what is built, and of commands. */
const MADE = /^[\w-]+\/(?:bin|lib|dist)\//;

/**
 * The imports between the modules in folders of the repository at `root`. dependency-cruiser finds the same ones, but
 * takes as long for it as for its check of the import rules.
 */
export function importsBelow(root: string, folders: readonly string[]): ImportGraph {
  const paths = folders.flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map(name => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter(path => /\.[cm]?[jt]sx?$/.test(path) && !MADE.test(path))
  );
  const known = new Set(paths);
  const importsOf = (path: string): string[] => {
    const text = readFileSync(join(root, path), 'utf8');
    const imported = typescript.preProcessFile(text, true, true).importedFiles;
    const found = imported.map(({ fileName }) =>
      candidates(path, fileName).find(each => known.has(each))
    );
    return [...new Set(found.filter(each => each !== undefined))];
  };
  return new Map(paths.map(path => [path, importsOf(path)]));
}

/** Where a module of ours may be that is imported by this name; none for packages of others. */
function candidates(importer: string, name: string): string[] {
  const [, own] = /^kernelscope(?:\/(\w+))?$/.exec(name) ?? [];
  if (name === 'kernelscope') return ['src/index.ts'];
  if (own !== undefined) return [`src/${own}.ts`, `src/${own}/index.ts`];
  if (!name.startsWith('.')) return [];
  const path = posix.join(posix.dirname(importer), name);
  const plain = path.replace(/\.[cm]?js$/, '');
  return [path, `${plain}.ts`, `${plain}.tsx`, `${plain}.mts`, `${path}.d.ts`, `${path}/index.ts`];
}

/**
 * Folders that lead back to themselves by imports, as `a → b → a`: among all folders by the files that
 * lie right in them, and among folders side by side by all that lies below them. Empty for a tree of layers.
 */
export function folderCircles(graph: ImportGraph): readonly string[] {
  const parents = new Set([...graph.keys()].flatMap(foldersAbove));
  const levels = [...parents].map(parent => arrows(graph, path => childOf(parent, path)));
  return [...new Set([arrows(graph, dirname), ...levels].flatMap(circles))];
}

/** Of a way of {@link folderCircles}, the imports of its step with the fewest: `a/x.ts imports b/x.ts`. */
export function fewestImports(graph: ImportGraph, circle: string): readonly string[] {
  const folders = circle.split(' → ');
  const steps = folders.slice(1).map((to, at) => importsBetween(graph, folders[at], to));
  const taken = steps.filter(step => step.length > 0);
  return taken.reduce((least, step) => (step.length < least.length ? step : least));
}

function importsBetween(graph: ImportGraph, from: string, to: string): string[] {
  const isIn = (path: string, folder: string, other: string): boolean => {
    const isRight = other.startsWith(`${folder}/`);
    return isRight ? dirname(path) === folder : path.startsWith(`${folder}/`);
  };
  return [...graph].flatMap(([path, imported]) =>
    imported
      .filter(each => isIn(path, from, to) && isIn(each, to, from))
      .map(each => `${path} imports ${each}`)
  );
}

/** The longest chain of modules of which each imports the next. */
export function longestChain(graph: ImportGraph): readonly string[] {
  const known = new Map<string, readonly string[]>();
  const from = (path: string): readonly string[] => {
    const found = known.get(path);
    if (found) return found;
    const chains = (graph.get(path) ?? []).map(from);
    const longest = chains.reduce((best, chain) => (chain.length > best.length ? chain : best), []);
    const chain = [path, ...longest];
    known.set(path, chain);
    return chain;
  };
  const chains = [...graph.keys()].map(from);
  return chains.reduce((best, chain) => (chain.length > best.length ? chain : best), []);
}

/** The number of files that lie right in each folder. */
export function filesByFolder(paths: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const path of paths) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return counts;
}

function foldersAbove(path: string): string[] {
  const folder = dirname(path);
  return folder === '.' ? ['.'] : [folder, ...foldersAbove(folder)];
}

/** The folder right in `parent` that holds `path`; null for files beside it or elsewhere. */
function childOf(parent: string, path: string): string | null {
  const [first, ...rest] = relative(parent, path).split('/');
  if (first === '..' || rest.length === 0) return null;
  return parent === '.' ? first : `${parent}/${first}`;
}

function arrows(
  graph: ImportGraph,
  folderOf: (path: string) => string | null
): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const [path, imported] of graph) {
    const folder = folderOf(path);
    if (folder === null) continue;
    const targets = imported.map(folderOf).filter(target => target !== null && target !== folder);
    const known = found.get(folder) ?? new Set<string>();
    targets.forEach(target => known.add(target as string));
    found.set(folder, known);
  }
  return found;
}

/** The shortest way back to itself of each folder that has one. */
function circles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  return [...graph.keys()].sort().flatMap(start => {
    const way = wayBack(graph, start);
    return way === null ? [] : [way.join(' → ')];
  });
}

function wayBack(
  graph: ReadonlyMap<string, ReadonlySet<string>>,
  start: string
): readonly string[] | null {
  const ways = [[start]];
  const seen = new Set<string>();
  for (const way of ways) {
    const nexts = [...(graph.get(way[way.length - 1]) ?? [])];
    if (nexts.includes(start)) return [...way, start];
    const unseen = nexts.filter(next => !seen.has(next));
    unseen.forEach(next => seen.add(next));
    ways.push(...unseen.map(next => [...way, next]));
  }
  return null;
}
