import { type OperatorRow, operatorRows } from '../../../analysis/operators/traffic/operatorRows';
import type { Shape } from '../../../model/profile/operatorFacts';
import type { Profile } from '../../../model/profile/profile';

/** One operator of a fixed graph. */
export interface GraphStep {
  readonly type: string;
  /** Its inputs as text, such as `float32[2, 3], float32[3, 4]`; empty if nothing is known. */
  readonly inputs: string;
}

/** Operators that move data or start a back end, which a call may or may not need. */
const NOT_OF_GRAPH: readonly string[] = ['init', 'write', 'sync'];

/** The operators of a call in order of start. */
export function graphOf(profile: Profile): GraphStep[] {
  return operatorRows(profile)
    .filter(({ type }) => !NOT_OF_GRAPH.includes(type))
    .map(row => ({ type: row.type, inputs: inputsOf(row) }));
}

/**
 * A description of how the operators of a call differ from those of the graph, by the first difference;
 * `null` if they are the same.
 */
export function graphDifference(
  graph: readonly GraphStep[],
  call: readonly GraphStep[]
): string | null {
  const length = Math.max(graph.length, call.length);
  for (let at = 0; at < length; at++) {
    const text = stepDifference(at, graph, call);
    if (text !== null) return text;
  }
  return null;
}

function stepDifference(
  at: number,
  graph: readonly GraphStep[],
  call: readonly GraphStep[]
): string | null {
  if (at >= graph.length) {
    return `runs operator ${at}, ${wordsOf(call[at])}, after the ${at} of the first call`;
  }
  const expected = wordsOf(graph[at]);
  if (at >= call.length) {
    return `ended before operator ${at}, which was ${expected} in the first call`;
  }
  const found = wordsOf(call[at]);
  return expected === found
    ? null
    : `runs as operator ${at} ${found}, which was ${expected} in the first call`;
}

function wordsOf({ type, inputs }: GraphStep): string {
  return inputs === '' ? type : `${type} of ${inputs}`;
}

function inputsOf({ inShapes, inTypes }: OperatorRow): string {
  const textOf = (shape: Shape, at: number) => `${inTypes?.[at] ?? ''}[${shape.join(', ')}]`;
  return (inShapes ?? []).map(textOf).join(', ');
}
