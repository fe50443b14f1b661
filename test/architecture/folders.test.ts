import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type ImportGraph,
  fewestImports,
  filesByFolder,
  folderCircles,
  importsBelow,
  longestChain
} from '../support/importGraph';

const FOLDERS = ['src', 'kernel-bridge/src', 'extension/src', 'vscode/src'];
const MAX_FILES = 30;

const graphOf = (arrows: Readonly<Record<string, string>>): ImportGraph =>
  new Map(Object.entries(arrows).map(([path, imported]) => [path, imported.split(' ')]));

describe('the folders', () => {
  let graph: ImportGraph;

  beforeAll(() => {
    graph = importsBelow(fileURLToPath(new URL('../..', import.meta.url)), FOLDERS);
  });

  it('were read', () => {
    expect(graph.size).toBeGreaterThan(1000);
  });

  it('lead nowhere back to themselves by imports', () => {
    const circles = folderCircles(graph);
    const imports = new Set(circles.flatMap(circle => fewestImports(graph, circle)));
    expect(circles, `perhaps by these:\n${[...imports].join('\n')}`).toEqual([]);
  });

  it(`hold at most ${MAX_FILES} files each`, () => {
    const crowded = [...filesByFolder([...graph.keys()])].filter(([, files]) => files > MAX_FILES);
    expect(crowded).toEqual([]);
  });
});

describe('what is looked for', () => {
  it('is found between two folders', () => {
    const graph = graphOf({ 'src/a/x.ts': 'src/b/x.ts', 'src/b/y.ts': 'src/a/y.ts' });
    expect(folderCircles(graph)).toContain('src/a → src/b → src/a');
  });

  it('is told with the imports of the step that has the fewest', () => {
    const graph = graphOf({ 'a/x.ts': 'b/x.ts b/y.ts', 'b/z.ts': 'a/y.ts', 'a/b/x.ts': 'b/x.ts' });
    expect(fewestImports(graph, 'a → b → a')).toEqual(['b/z.ts imports a/y.ts']);
    const around = graphOf({ 'a/x.ts': 'a/b/x.ts a/b/y.ts', 'a/b/y.ts': 'a/y.ts' });
    expect(fewestImports(around, 'a → a/b → a')).toEqual(['a/b/y.ts imports a/y.ts']);
  });

  it('is found through a third folder', () => {
    const graph = graphOf({ 'a/x.ts': 'b/x.ts', 'b/y.ts': 'c/x.ts', 'c/y.ts': 'a/y.ts' });
    expect(folderCircles(graph)).toContain('a → b → c → a');
  });

  it('is found between a folder and the one around it', () => {
    const graph = graphOf({ 'a/x.ts': 'a/b/x.ts', 'a/b/y.ts': 'a/y.ts' });
    expect(folderCircles(graph)).toEqual(['a → a/b → a', 'a/b → a → a/b']);
  });

  it('is found between folders below two that stand side by side', () => {
    const graph = graphOf({ 'src/a/m/x.ts': 'src/b/m/x.ts', 'src/b/n/x.ts': 'src/a/n/x.ts' });
    expect(folderCircles(graph)).toContain('src/a → src/b → src/a');
  });

  it('is not in layers', () => {
    const graph = graphOf({ 'a/x.ts': 'b/x.ts c/x.ts', 'b/x.ts': 'c/x.ts', 'c/x.ts': 'c/y.ts' });
    expect(folderCircles(graph)).toEqual([]);
    expect(longestChain(graph)).toEqual(['a/x.ts', 'b/x.ts', 'c/x.ts', 'c/y.ts']);
  });
});
