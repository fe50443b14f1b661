import type { Shape } from '../../model/operatorFacts';
import type { ProfiledOperator, Shapes } from './profiledOperator';

/** A row of a table of operators: one operator, or several as one. */
export interface OperatorRecord extends Measured {
  /** What the row is about: name, type and id, or type, count and `N/A`. */
  readonly info: OperatorInfo;
  /** Operations a second: computation by time, infinite for a time of nothing. */
  readonly flops: number | null;
  /** Bytes a second: memory by time. */
  readonly bandwidth: number | null;
  readonly inShapes: Shapes;
  readonly inLayouts: readonly (Shape | null)[] | null;
  readonly outShapes: Shapes;
}

/** Labels with their texts, in the order in which they are shown. */
export type OperatorInfo = readonly (readonly [label: string, text: string])[];

/** What is measured of an operator, and added up over several. */
export interface Measured {
  /** Seconds. */
  readonly time: number;
  /** Floating-point operations; null where they are unknown. */
  readonly computation: number | null;
  /** Bytes; null where they are unknown. */
  readonly memory: number | null;
}

/** The record of an operator that took `time` seconds. */
export function recordOf(operator: ProfiledOperator, time: number): OperatorRecord {
  const { name, type, id, inShapes, inLayouts, outShapes } = operator;
  return {
    ...withRates({ time, computation: operator.computation, memory: operator.memory }),
    info: [
      ['name', name],
      ['type', type],
      ['id', id]
    ],
    inShapes,
    inLayouts,
    outShapes
  };
}

/** The record of `count` operators of a type, which have no shapes in common. */
export function recordOfGroup(type: string, count: number, measured: Measured): OperatorRecord {
  return {
    ...withRates(measured),
    info: [
      ['type', type],
      ['count', String(count)],
      ['id', 'N/A']
    ],
    inShapes: 'none',
    inLayouts: null,
    outShapes: 'none'
  };
}

type Rated = Measured & Pick<OperatorRecord, 'flops' | 'bandwidth'>;

/** No operations at all count for unknown, as they do in MegEngine. */
function withRates({ time, computation, memory }: Measured): Rated {
  const counted = computation === 0 ? null : computation;
  return {
    time,
    computation: counted,
    memory,
    flops: counted === null ? null : counted / time,
    bandwidth: memory === null ? null : memory / time
  };
}

/** The text that `info` has for `label`; null where it has none. */
export function infoText(info: OperatorInfo, label: string): string | null {
  return info.find(([name]) => name === label)?.[1] ?? null;
}
