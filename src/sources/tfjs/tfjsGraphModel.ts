import { endWhenSettled, isPlainPromise } from '../../record/promiseSlice';
import { NO_TOKEN, type Token } from '../../record/slices/sliceStore';
import { replaceMethod } from '../process/replaceMethod';
import type { GraphRuns } from './tfjsGraphRuns';
import { prototypeOf } from './tfjsLayers';
import { recordedCall } from './recordedCall';
import type { TfjsTrace } from './tfjsTrace';

type Method = (this: GraphModel, ...args: readonly unknown[]) => unknown;

/** A node of a graph; the executor reads its category just before it runs it. */
interface GraphNode {
  readonly name: string;
  readonly category?: unknown;
}

interface Graph {
  readonly nodes: Readonly<Record<string, GraphNode>>;
  readonly functions?: Readonly<Record<string, Graph>>;
}

/** A `GraphModel` as far as the profiler looks at it. */
interface GraphModel {
  readonly executor?: { readonly graph?: Graph } | null;
  readonly initializer?: { readonly graph?: Graph } | null;
}

/** The prototype of the class `GraphModel` that a package exports, or `null`. */
export function findGraphModel(exports: object): object | null {
  const prototype = prototypeOf((exports as Readonly<Record<string, unknown>>).GraphModel);
  return prototype && 'execute' in prototype ? prototype : null;
}

/**
 * Records each execution of a graph model, and lets `trace` know of every node that it comes to.
 * Returns what restores the class, and the models that were executed.
 */
export function recordGraphModels(prototype: object, trace: TfjsTrace): () => void {
  const nodes = new WatchedNodes(trace.graphs);
  const methods = prototype as Readonly<Record<string, Method>>;
  const undo = [
    replaceMethod(prototype, 'execute', executing(methods.execute, trace, nodes)),
    replaceMethod(prototype, 'executeAsync', executingAsync(methods.executeAsync, trace, nodes)),
    replaceMethod(prototype, 'predict', recordedCall(trace, 'predict', methods.predict)),
    replaceMethod(
      prototype,
      'predictAsync',
      recordedCall(trace, 'predictAsync', methods.predictAsync)
    )
  ];
  return () => {
    for (const restore of undo.reverse()) restore();
    nodes.restore();
  };
}

function executing(original: Method, trace: TfjsTrace, nodes: WatchedNodes): Method {
  const { recorder } = trace.around;
  const run = (model: GraphModel, args: readonly unknown[]): unknown => {
    const token = trace.guard(() => trace.begin('GraphModel.execute')) ?? NO_TOKEN;
    try {
      return Reflect.apply(original, model, args);
    } finally {
      if (token !== NO_TOKEN) trace.guard(() => recorder.end(token));
    }
  };
  return recordedCall(trace, 'execute', function execute(this: GraphModel, ...args) {
    if (!recorder.enabled) return Reflect.apply(original, this, args);
    trace.guard(() => nodes.watch(this));
    return trace.graphs.run(() => run(this, args));
  });
}

function executingAsync(original: Method, trace: TfjsTrace, nodes: WatchedNodes): Method {
  const { recorder } = trace.around;
  const run = (model: GraphModel, args: readonly unknown[], call: Token): unknown => {
    const token = trace.guard(() => trace.begin('GraphModel.executeAsync')) ?? NO_TOKEN;
    let result: unknown;
    try {
      result = Reflect.apply(original, model, args);
    } finally {
      if (token !== NO_TOKEN && !isPlainPromise(result)) trace.guard(() => recorder.end(token));
    }
    if (!isPlainPromise(result)) return result;
    trace.guard(() => trace.around.apiCalls.leadTo(call, token));
    return endWhenSettled(recorder, token, result);
  };
  return function executeAsync(...args) {
    if (!recorder.enabled) return Reflect.apply(original, this, args);
    trace.guard(() => nodes.watch(this));
    const call = trace.guard(() => trace.beginCall('executeAsync')) ?? NO_TOKEN;
    try {
      return trace.graphs.runAsync(() => run(this, args, call));
    } finally {
      trace.guard(() => trace.endCall(call));
    }
  };
}

/** Nodes that tell when the executor comes to them. */
class WatchedNodes {
  readonly #graphs = new Set<Graph>();
  readonly #undo: (() => void)[] = [];

  constructor(private readonly runs: GraphRuns) {}

  /** Watches the graphs of a model, unless they are watched already. */
  watch({ executor, initializer }: GraphModel): void {
    for (const graph of [executor?.graph, initializer?.graph]) if (graph) this.#watchGraph(graph);
  }

  /** Restores all nodes. */
  restore(): void {
    for (const restore of this.#undo.splice(0)) restore();
    this.#graphs.clear();
  }

  #watchGraph(graph: Graph): void {
    if (this.#graphs.has(graph)) return;
    this.#graphs.add(graph);
    for (const node of Object.values(graph.nodes)) this.#watchNode(node);
    for (const inner of Object.values(graph.functions ?? {})) this.#watchGraph(inner);
  }

  #watchNode(node: GraphNode): void {
    const { runs } = this;
    const before = Object.getOwnPropertyDescriptor(node, 'category');
    if (!before?.configurable || !('value' in before)) return;
    let value: unknown = before.value;
    Object.defineProperty(node, 'category', {
      get: () => {
        runs.enterNode(node.name);
        return value;
      },
      set: next => {
        value = next;
      },
      enumerable: before.enumerable,
      configurable: true
    });
    this.#undo.push(() => Object.defineProperty(node, 'category', { ...before, value }));
  }
}
