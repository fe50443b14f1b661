import { compilesModules } from '../../analysis/stacks/moduleLoading';
import { packageOf } from '../../base/packageOf';
import { EdgeKind, type HeapGraph } from './heapGraph';

/** Packages beside the profiler's own folder with which it reads the source maps of a program that is compiled. */
const MAP_READERS: ReadonlySet<string | null> = new Set([
  '@jridgewell/resolve-uri',
  '@jridgewell/sourcemap-codec',
  '@jridgewell/trace-mapping'
]);

/** Whether `file` is of a package that works while a program is loaded, as compilers do. */
function worksForLoading(file: string): boolean {
  return compilesModules(file) || MAP_READERS.has(packageOf(file));
}

/**
 * Flags what belongs to the profiler itself: functions of scripts in `folders`, objects made by their
 * constructors, and their suspended calls. Node's own objects for signals that the process listens to, which
 * the kernel does between cells, are flagged as well; and so are modules and functions of packages that compile
 * a program as it is loaded, but not the objects that their constructors made: those that the program holds are its own.
 */
export function ownNodes(graph: HeapGraph, folders: readonly string[]): Uint8Array {
  const isOwn = new Uint8Array(graph.nodes);
  if (folders.length === 0) return isOwn;
  const names = new EdgeNames(graph);
  const { strings, name, nodes } = graph;
  const isOwnScript = Uint8Array.from(strings, text =>
    folders.some(folder => text.replace(/^file:\/\//, '').startsWith(folder)) ? 1 : 0
  );
  const isLoadingFile = Uint8Array.from(strings, text => (worksForLoading(text) ? 1 : 0));
  const isOwnPrototype = new Uint8Array(nodes);
  for (let node = 0; node < nodes; node++) {
    const shared = names.target(node, 'shared');
    if (shared < 0) continue;
    const script = scriptOf(shared, names);
    if (script < 0) continue;
    if (isOwnScript[name[script]] || isLoadingFile[name[script]]) isOwn[node] = 1;
    if (!isOwnScript[name[script]]) continue;
    const prototype = names.target(node, 'prototype');
    if (prototype >= 0) isOwnPrototype[prototype] = 1;
  }
  for (let node = 0; node < nodes; node++) {
    if (isOwn[node]) continue;
    const prototype = names.target(node, '__proto__');
    const calls = CALLS.some(way => isOwn[names.target(node, way)] === 1);
    const isSignal = names.target(node, 'onsignal') >= 0;
    // no row has the number of what is no module
    const isModuleOfLoading = isLoadingFile[name[fileOfModule(graph, node, names)]] === 1;
    if (calls || isSignal || isModuleOfLoading || isOwnPrototype[prototype] === 1) isOwn[node] = 1;
  }
  return isOwn;
}

/** The references of suspended and of bound calls to their functions. */
const CALLS = ['function', 'bound_function'];

/** The path or URL of a module, by the objects in which Node keeps those of CommonJS and of ECMAScript; else -1. */
function fileOfModule({ strings, name }: HeapGraph, node: number, names: EdgeNames): number {
  const constructor = strings[name[node]];
  if (constructor === 'Module') return names.target(node, 'filename');
  return constructor === 'ModuleWrap' ? names.target(node, 'url') : -1;
}

/** V8 of Node 20 puts facts for debuggers between a function and its script. */
function scriptOf(shared: number, names: EdgeNames): number {
  const direct = names.target(shared, 'script');
  if (direct >= 0) return direct;
  const between = names.target(shared, 'script_or_debug_info');
  if (between < 0) return -1;
  const behind = names.target(between, 'script');
  return behind < 0 ? between : behind;
}

/** Finds edges by name. */
class EdgeNames {
  readonly #rows = new Map<string, number>();

  constructor(private readonly graph: HeapGraph) {
    const wanted = new Set(NAMES);
    graph.strings.forEach((text, row) => {
      if (wanted.has(text)) this.#rows.set(text, row);
    });
  }

  /** The node that the edge of this name leads to, or -1. */
  target(node: number, edge: string): number {
    const { firstEdge, edgeName, edgeKind, edgeTo } = this.graph;
    const row = this.#rows.get(edge);
    if (row === undefined) return -1;
    for (let at = firstEdge[node]; at < firstEdge[node + 1]; at++) {
      if (edgeName[at] !== row) continue;
      const kind = edgeKind[at];
      if (kind === EdgeKind.property || kind === EdgeKind.internal) return edgeTo[at];
    }
    return -1;
  }
}

const NAMES = [
  'shared',
  'script',
  'script_or_debug_info',
  'prototype',
  '__proto__',
  'function',
  'bound_function',
  'onsignal',
  'filename',
  'url'
];
