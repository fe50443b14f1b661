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
 * constructors, their suspended calls, and the traps with which they watch calls and tables. Node's own objects for signals
 * that the process listens to, which the kernel does between cells, are flagged as well; and so are modules and functions of packages that compile
 * a program as it is loaded, but not the objects that their constructors made: those that the program holds are its own.
 */
export function ownNodes(graph: HeapGraph, folders: readonly string[]): Uint8Array {
  const isOwn = new Uint8Array(graph.nodes);
  if (folders.length === 0) return isOwn;
  const names = new EdgeNames(graph);
  const { found } = names;
  const { strings, name, nodes } = graph;
  const isOwnScript = remembered(row =>
    folders.some(folder => strings[row].replace(/^file:\/\//, '').startsWith(folder))
  );
  const isLoadingFile = remembered(row => worksForLoading(strings[row]));
  const isOwnPrototype = new Uint8Array(nodes);
  for (let node = 0; node < nodes; node++) {
    names.find(node);
    const shared = found[SHARED];
    const prototype = found[PROTOTYPE];
    const script = shared < 0 ? -1 : scriptOf(shared, names);
    if (script < 0) continue;
    const isOwnFunction = isOwnScript(name[script]);
    if (isOwnFunction || isLoadingFile(name[script])) isOwn[node] = 1;
    if (isOwnFunction && prototype >= 0) isOwnPrototype[prototype] = 1;
  }
  const isOwnObject = (): boolean =>
    isOwn[found[CALLED]] === 1 ||
    isOwn[found[BOUND]] === 1 ||
    isOwnPrototype[found[MADE_OF]] === 1 ||
    found[SIGNAL] >= 0;
  for (let node = 0; node < nodes; node++) {
    if (isOwn[node]) continue;
    names.find(node);
    const file = fileOfModule(strings[name[node]], found);
    if (isOwnObject() || (file >= 0 && isLoadingFile(name[file]))) isOwn[node] = 1;
  }
  flagTraps(graph, isOwn);
  return isOwn;
}

/** V8's name of proxies. The last edge of one leads to the object that has its traps. */
const PROXY = 'system / JSProxy';

function flagTraps(graph: HeapGraph, isOwn: Uint8Array): void {
  const { nodes, name, strings, firstEdge, edgeTo } = graph;
  const proxy = strings.indexOf(PROXY);
  for (let node = 0; node < nodes; node++) {
    if (name[node] !== proxy) continue;
    const traps = edgeTo[firstEdge[node + 1] - 1];
    if (hasOwnProperty(graph, traps, isOwn)) isOwn[traps] = 1;
  }
}

/** Whether a property of `node` is the profiler's own. */
function hasOwnProperty(
  { firstEdge, edgeKind, edgeTo }: HeapGraph,
  node: number,
  isOwn: Uint8Array
): boolean {
  for (let edge = firstEdge[node]; edge < firstEdge[node + 1]; edge++) {
    if (edgeKind[edge] === EdgeKind.property && isOwn[edgeTo[edge]]) return true;
  }
  return false;
}

/** What `is` says of each string that is asked for: a heap has far more strings than files. */
function remembered(is: (row: number) => boolean): (row: number) => boolean {
  const known = new Map<number, boolean>();
  return row => {
    const answer = known.get(row) ?? is(row);
    known.set(row, answer);
    return answer;
  };
}

/** The path or URL of a module, by the objects in which Node keeps those of CommonJS and of ECMAScript; else -1. */
function fileOfModule(constructor: string, found: Int32Array): number {
  if (constructor === 'Module') return found[FILENAME];
  return constructor === 'ModuleWrap' ? found[URL] : -1;
}

/** V8 of Node 20 puts facts for debuggers between a function and its script. */
function scriptOf(shared: number, names: EdgeNames): number {
  names.find(shared);
  const direct = names.found[SCRIPT];
  const between = names.found[DEBUG_INFO];
  if (direct >= 0 || between < 0) return direct;
  names.find(between);
  const behind = names.found[SCRIPT];
  return behind < 0 ? between : behind;
}

/** The names of edges that tell whose a node is. */
const NAMES = [
  ...['shared', 'script', 'script_or_debug_info', 'prototype', '__proto__', 'function'],
  ...['bound_function', 'onsignal', 'filename', 'url']
];

const [SHARED, SCRIPT, DEBUG_INFO, PROTOTYPE, MADE_OF, CALLED, BOUND, SIGNAL, FILENAME, URL] =
  NAMES.keys();

/** Finds edges by name. */
class EdgeNames {
  /** Of the last node: where its edge of each of {@link NAMES} leads, or -1. */
  readonly found = new Int32Array(NAMES.length);
  /** For each string its row of {@link NAMES} plus one, or 0. */
  readonly #nameOf: Uint8Array;

  constructor(private readonly graph: HeapGraph) {
    const rows = new Map(NAMES.map((text, row) => [text, row]));
    this.#nameOf = Uint8Array.from(graph.strings, text => 1 + (rows.get(text) ?? -1));
  }

  /** Has {@link found} be that of `node`. */
  find(node: number): void {
    const { firstEdge, edgeName, edgeKind, edgeTo } = this.graph;
    const { found } = this;
    const nameOf = this.#nameOf;
    for (let name = 0; name < found.length; name++) found[name] = -1;
    const end = firstEdge[node + 1];
    for (let at = firstEdge[node]; at < end; at++) {
      const kind = edgeKind[at];
      if (kind !== EdgeKind.property && kind !== EdgeKind.internal) continue;
      const name = nameOf[edgeName[at]];
      if (name > 0 && found[name - 1] < 0) found[name - 1] = edgeTo[at];
    }
  }
}
