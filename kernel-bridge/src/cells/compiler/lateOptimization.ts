import { setFlagsFromString } from 'node:v8';

/**
 * Bytes of bytecode between two looks of V8 at a function, by the release of Node. Later releases decide by
 * other options.
 */
const OWN_BUDGETS: Readonly<Record<string, number>> = { 20: 67_584 };

/** The budget while {@link withLateOptimization} lasts. */
const BUDGET = 1_000_000;

/** The Node that runs, and how its options are changed. */
export interface OptimizingNode {
  readonly release: string;
  /** All options that it was started with, in one text. */
  readonly options: string;
  readonly set: (option: string) => void;
}

function runningNode(): OptimizingNode {
  return {
    release: process.versions.node.split('.')[0],
    options: [...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].join(' '),
    set: setFlagsFromString
  };
}

/**
 * Calls `act` while V8 optimizes only what runs for long. Parsing the types of Node runs much code for a
 * short time: optimizing it, which V8 does in other threads, takes as long as the parsing itself. After
 * that V8 optimizes as always: that is when the user's code runs. Where V8's own budget is not known, or
 * options may have set it, nothing changes.
 */
export function withLateOptimization<T>(act: () => T, node: OptimizingNode = runningNode()): T {
  const own = OWN_BUDGETS[node.release] as number | undefined;
  if (own === undefined || node.options.includes('budget')) return act();
  node.set(`--interrupt-budget=${BUDGET}`);
  try {
    return act();
  } finally {
    node.set(`--interrupt-budget=${own}`);
  }
}
