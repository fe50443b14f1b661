import type { Shape } from '../../model/profile/operatorFacts';

/** A row of a table of operators: one operator, or several as one. */
export interface OperatorRecord extends Measured {
  /** The subject of the row. */
  readonly info: OperatorInfo;
  /** Operations a second: computation by time, infinite for a time of nothing. */
  readonly flops: number | null;
  /** Bytes a second: memory by time. */
  readonly bandwidth: number | null;
  readonly inShapes: Shapes;
  readonly inLayouts: readonly (Shape | null)[] | null;
  readonly outShapes: Shapes;
}

/** An operator, or the number of operators of a type; `all` for operators of any type. */
type OperatorInfo = SingleInfo | GroupInfo;

interface SingleInfo {
  readonly name: string;
  readonly type: string;
  readonly id: string;
}

interface GroupInfo {
  readonly type: string;
  readonly count: number;
}

/** Labels with their texts, in the order in which they are shown. */
export function infoTexts(info: OperatorInfo): readonly (readonly [label: string, text: string])[] {
  if ('count' in info) {
    return [
      ['type', info.type],
      ['count', String(info.count)],
      ['id', 'N/A']
    ];
  }
  return [
    ['name', info.name],
    ['type', info.type],
    ['id', info.id]
  ];
}

/** The measurements of an operator, or their sum over several. */
interface Measured {
  /** Seconds. */
  readonly time: number;
  /** Floating-point operations; null where they are unknown. */
  readonly computation: number | null;
  /** Bytes; null where they are unknown. */
  readonly memory: number | null;
}

/** The record of an operator that took `time` seconds. */
export function recordOf(operator: ProfiledOperator, time: number): OperatorRecord {
  const { memory, inShapes, inLayouts, outShapes } = operator;
  const computation = countedOf(operator.computation);
  return {
    info: operator,
    time,
    computation,
    memory,
    flops: rate(computation, time),
    bandwidth: rate(memory, time),
    inShapes,
    inLayouts,
    outShapes
  };
}

/** The record of `count` operators of a type, which have no shapes in common. */
export function recordOfGroup(info: GroupInfo, measured: Measured): OperatorRecord {
  const { time, memory } = measured;
  const computation = countedOf(measured.computation);
  return {
    info,
    time,
    computation,
    memory,
    flops: rate(computation, time),
    bandwidth: rate(memory, time),
    inShapes: 'none',
    inLayouts: null,
    outShapes: 'none'
  };
}

/** No operations at all count for unknown. */
function countedOf(computation: number | null): number | null {
  return computation === 0 ? null : computation;
}

function rate(amount: number | null, time: number): number | null {
  return amount === null ? null : amount / time;
}

/** One run of an operator on one device or thread; seconds. */
export interface RunTime {
  /** From the start to the end. */
  readonly endS: number;
  /** From the start to when the wait before the computation ended; null where that is unknown. */
  readonly kernS: number | null;
}

/** The place where an operator spent its time. */
export type Place = 'device' | 'host';

/** Shapes of tensors; `unknown` if none were recorded, `none` if there cannot be any. */
export type Shapes = readonly Shape[] | 'unknown' | 'none';

/** An operator of a graph or a profile, with the measurements of its run. */
export interface ProfiledOperator {
  readonly name: string;
  readonly type: string;
  readonly id: string;
  /** Runs by device; empty if it did not run there. They count as one: the longest. */
  readonly device: readonly RunTime[];
  readonly host: readonly RunTime[];
  /** Floating-point operations; null where they are unknown. */
  readonly computation: number | null;
  /** Bytes read and written; null where they are unknown. */
  readonly memory: number | null;
  readonly inShapes: Shapes;
  /** Strides of the inputs, as far as they are recorded. */
  readonly inLayouts: readonly (Shape | null)[] | null;
  readonly outShapes: Shapes;
  /** Element types of the inputs; null for those of which it was not recorded. */
  readonly inTypes: readonly (string | null)[];
}
