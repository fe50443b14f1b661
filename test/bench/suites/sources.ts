import { engine } from '@tensorflow/tfjs-core';
import type { RecordingOptions } from '../../../src/engine/arguments/recordingOptions';
import type { Figure } from '../figure';
import { type StepCase, costsOfCases } from '../recordedSteps';
import { type CostKind, type StepCost, cpuFigure } from '../stepCost';
import { median } from '../harness';

const ROUNDS = 9;

/** Measured steps in each round. */
const STEPS = 20;

/** The sources, by the options that leave one of them out of the default preset. */
const WITHOUT = {
  cpu: { cpuIntervalUs: null },
  lines: { lines: false },
  operators: { operators: false, graphOperators: false },
  gradients: {},
  tensorMemory: { tensorMemory: false },
  memory: { memoryPeriodMs: null },
  gc: { gc: false },
  waits: { waits: false }
} satisfies Record<string, Partial<RecordingOptions>>;

/** The CPU samples at a hundredth of a second in place of a thousandth. */
const SLOW = { cpuIntervalUs: 10_000 };

type SourceName = keyof typeof WITHOUT;

const GRADIENT_METHODS = ['addTapeNode', 'gradients', 'clone'];

/** Returns a function that puts the methods for gradients back as they are now. */
function restoreGradients(): () => void {
  const owner = Object.getPrototypeOf(engine()) as object;
  const before = GRADIENT_METHODS.map(
    method => [method, Object.getOwnPropertyDescriptor(owner, method)] as const
  );
  return () => {
    for (const [method, property] of before) Object.defineProperty(owner, method, property ?? {});
  };
}

/** The cost of each source of the default preset, by leaving it out: percent of the bare step. */
export async function measure(): Promise<readonly Figure[]> {
  const names = Object.keys(WITHOUT) as SourceName[];
  const started = restoreGradients();
  const without = names.map((name): [SourceName, StepCase] => [
    name,
    { options: WITHOUT[name], ...(name === 'gradients' ? { started } : {}) }
  ]);
  const cases = {
    ...(Object.fromEntries(without) as Record<SourceName, StepCase>),
    bare: { options: null },
    all: { options: {} },
    slow: { options: SLOW },
    async: { options: { async: true } }
  };
  const { costs, floorNs } = await costsOfCases(cases, { rounds: ROUNDS, steps: STEPS });
  const { bare, all, slow, async } = costs;
  const figuresOf = (
    name: SourceName | 'rate' | 'async',
    more: readonly StepCost[],
    less: readonly StepCost[]
  ): readonly Figure[] => {
    const percent = (kind: CostKind): number =>
      median(bare.map((cost, round) => (more[round][kind] - less[round][kind]) / cost[kind])) * 100;
    return [
      cpuFigure(`source.${name}Main`, percent('mainNs'), floorNs),
      cpuFigure(`source.${name}Process`, percent('processNs'), floorNs)
    ];
  };
  return [
    ...names.flatMap(name => figuresOf(name, all, costs[name])),
    ...figuresOf('rate', all, slow),
    ...figuresOf('async', async, all)
  ];
}
