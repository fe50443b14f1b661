import { isObject } from '../../base/isObject';
import { NS_PER_US } from '../../base/time';
import type { Shape } from '../../model/profile/operatorFacts';

/** Bytes of a file of node times that are read at most. */
export const MAX_NODE_FILE_BYTES = 64 << 20;

const NODE_SUFFIX = '_kernel_time';

export interface NodeResult {
  readonly shape: Shape;
  /** Such as `float32`; empty where the file does not tell. */
  readonly type: string;
}

/** One node of a graph in the run of a model. */
export interface NodeTime {
  /** Name in the graph and operator, such as `conv1 (Conv)`. */
  readonly name: string;
  /** Name in the graph alone. */
  readonly node: string;
  /** Type of its operator; empty where the file does not tell. */
  readonly operator: string;
  /** Its results, with the types of their elements. */
  readonly outputs: readonly NodeResult[];
  /** Nanoseconds from the begin of the run. */
  readonly start: number;
  readonly duration: number;
}

/** The nodes of one run of a model, by start; those of a subgraph are within its node. */
export interface NodeTimes {
  /** Length of the run, nanoseconds. */
  readonly duration: number;
  readonly nodes: readonly NodeTime[];
}

interface OrtEvent {
  readonly cat: string;
  readonly name: string;
  readonly ts: number;
  readonly dur: number;
  readonly args: Readonly<Record<string, unknown>>;
}

/**
 * Reads the last run of a model from the text of a file that ONNX Runtime wrote for a session made with
 * `enableProfiling`. The file's times are whole microseconds; nodes that overlap because of rounding
 * are cut to fit.
 *
 * @throws SyntaxError for invalid JSON, RangeError for a file without a run.
 */
export function readNodeTimes(text: string): NodeTimes {
  const parsed: unknown = JSON.parse(text);
  const events = Array.isArray(parsed) ? parsed.filter(isEvent) : [];
  const run = events.filter(({ cat, name }) => cat === 'Session' && name === 'model_run').at(-1);
  if (!run) throw new RangeError('ONNX Runtime wrote no times of a run');
  const end = run.ts + run.dur;
  const nodes = events
    .filter(({ cat, name }) => cat === 'Node' && name.endsWith(NODE_SUFFIX))
    .filter(({ ts }) => ts >= run.ts && ts <= end)
    .sort((a, b) => a.ts - b.ts || b.dur - a.dur);
  return { duration: run.dur * NS_PER_US, nodes: fitted(nodes, run) };
}

function isEvent(value: unknown): value is OrtEvent {
  if (!isObject(value)) return false;
  const { cat, name, ts, dur, args } = value as Partial<OrtEvent>;
  const isText = typeof cat === 'string' && typeof name === 'string';
  return isText && Number.isFinite(ts) && Number.isFinite(dur) && typeof args === 'object';
}

/** Cuts nodes so that each is within the one it began in, and within the run. */
function fitted(nodes: readonly OrtEvent[], run: OrtEvent): NodeTime[] {
  const open: number[] = [run.ts + run.dur];
  return nodes.map(({ name, ts, dur, args }) => {
    while (open.length > 1 && open[open.length - 1] <= ts) open.pop();
    const end = Math.min(ts + dur, open[open.length - 1]);
    open.push(end);
    const node = name.slice(0, -NODE_SUFFIX.length);
    const operator = typeof args.op_name === 'string' ? args.op_name : '';
    return {
      name: operator === '' ? node : `${node} (${operator})`,
      node,
      operator,
      outputs: resultsOf(args.output_type_shape),
      start: (ts - run.ts) * NS_PER_US,
      duration: (end - ts) * NS_PER_US
    };
  });
}

/** Names of C++ where those of ONNX Runtime's interface are others. */
const TYPE_NAMES: ReadonlyMap<string, string> = new Map([
  ['float', 'float32'],
  ['double', 'float64']
]);

/** The results in a list such as `[{ "float": [8, 8] }]`. */
function resultsOf(tensors: unknown): NodeResult[] {
  if (!Array.isArray(tensors)) return [];
  return tensors.map(tensor => {
    const entries = Object.entries(tensor as Readonly<Record<string, unknown>>);
    const [type, shape] = entries[0] ?? ['', []];
    return {
      shape: Array.isArray(shape) ? shape.map(Number) : [],
      type: TYPE_NAMES.get(type) ?? type
    };
  });
}
