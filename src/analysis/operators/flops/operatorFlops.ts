import type { OperatorFacts } from '../../../model/profile/operatorFacts';
import { assertUnreachable } from '../../../base/unreachable';
import type { OperatorKind } from './operatorKind';
import { einsumFlops } from './einsum';
import {
  attentionFlops,
  convolutionFlops,
  depthwiseFlops,
  elementsOf,
  filterGradientFlops,
  fourierFlops,
  matrixProductFlops,
  recurrentFlops,
  transposedConvolutionFlops
} from './products';

/**
 * Floating-point operations of one run of an operator of a kind, where a multiplication and an addition
 * count as two; `null` if the facts are not sufficient. Products, convolutions and their gradients
 * follow PyTorch's `torch.utils.flop_counter`; the other kinds, which that leaves out, follow the rules
 * beside each formula here. Computation on integers counts in the same way: types are ignored.
 */
export function operatorFlops(kind: OperatorKind, facts: OperatorFacts): number | null {
  const flops = flopsOf(kind, facts);
  return flops !== null && flops >= 0 && Number.isFinite(flops) ? flops : null;
}

/** Kinds whose formula needs nothing but the facts. */
const FORMULAS = {
  moves: () => 0,
  matrixProduct: matrixProductFlops,
  einsum: einsumFlops,
  attention: attentionFlops,
  fourier: fourierFlops,
  recurrent: recurrentFlops
} as const satisfies Partial<Record<OperatorKind['kind'], (facts: OperatorFacts) => number | null>>;

type PlainKind = Extract<OperatorKind, { kind: keyof typeof FORMULAS }>;

function isPlain(kind: OperatorKind): kind is PlainKind {
  return Object.hasOwn(FORMULAS, kind.kind);
}

function flopsOf(kind: OperatorKind, facts: OperatorFacts): number | null {
  return isPlain(kind) ? FORMULAS[kind.kind](facts) : settingFlops(kind, facts);
}

function settingFlops(kind: Exclude<OperatorKind, PlainKind>, facts: OperatorFacts): number | null {
  switch (kind.kind) {
    case 'convolution':
      return convolutionFlops(facts, kind.layout);
    case 'transposedConvolution':
      return transposedConvolutionFlops(facts, kind.layout);
    case 'filterGradient':
      return filterGradientFlops(facts, kind.layout);
    case 'depthwiseConvolution':
      return depthwiseFlops(facts, kind.of);
    case 'pooling':
      return poolingFlops(facts, kind.perOutput);
    case 'poolingGradient':
      return poolingGradientFlops(facts, kind.perInput);
    case 'elementwise':
    case 'combination':
    case 'reduction':
    case 'normalisation':
      return countedFlops(kind, facts);
    default:
      return assertUnreachable(kind);
  }
}

/** Kinds whose operations are as many as elements, times a constant. */
type CountedKind = Extract<
  OperatorKind,
  { kind: 'elementwise' | 'combination' | 'reduction' | 'normalisation' }
>;

function countedFlops(kind: CountedKind, { inputs, outputs }: OperatorFacts): number | null {
  if (inputs.length === 0 || outputs.length === 0) return null;
  const results = elementsOf(outputs[0]);
  switch (kind.kind) {
    // A function of one or two elements counts as one operation, be it a sum or a sine.
    case 'elementwise':
      return kind.perElement * results;
    // n inputs take n − 1 sums or comparisons.
    case 'combination':
      return (inputs.length - 1 + kind.perElement) * results;
    // n elements take n − 1 sums or comparisons: in total, inputs minus results, if there are any.
    case 'reduction':
      return Math.max(0, kind.perInput * elementsOf(inputs[0]) + kind.perOutput * results);
    case 'normalisation':
      return kind.perElement * elementsOf(inputs[0]);
  }
}

/** A window of n elements takes n − 1 sums or comparisons; padding counts as if it were data. */
function poolingFlops({ outputs, window }: OperatorFacts, perOutput: number): number | null {
  if (window === undefined || outputs.length === 0) return null;
  return elementsOf(outputs[0]) * (window - 1 + perOutput);
}

/**
 * Each element of the result's gradient is added to, or compared at, every place of its window;
 * padding counts as if it were data.
 */
function poolingGradientFlops({ inputs, window }: OperatorFacts, perInput: number): number | null {
  if (window === undefined || inputs.length === 0) return null;
  return elementsOf(inputs[0]) * (window + perInput);
}
