import type { OperatorFacts, Shape } from '../../model/profile/operatorFacts';
import { assertUnreachable } from '../../base/errors';
import type { OperatorKind } from './operatorKind';
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

/** Labels of the axes of each operand and of the result. */
interface Equation {
  readonly operands: readonly string[];
  readonly result: string;
}

/**
 * An Einstein summation is a chain of products from left to right: each takes two operations, a
 * multiplication and an addition, for every combination of the indices of both sides. One operand
 * alone is summed, one operation less than elements for each result. Source: `einsum` of PyTorch, whose
 * flop counter sees it as its `bmm`s. `null` for an ellipsis, and where labels do not fit the shapes.
 */
export function einsumFlops({ inputs, equation }: OperatorFacts): number | null {
  const read = equation === undefined ? null : readEquation(equation);
  if (read === null || read.operands.length !== inputs.length) return null;
  const sizes = sizesOf(read.operands, inputs);
  if (sizes === null || [...read.result].some(label => !sizes.has(label))) return null;
  const volume = (labels: Iterable<string>) =>
    [...new Set(labels)].reduce((product, label) => product * (sizes.get(label) ?? 1), 1);
  const [first, ...others] = read.operands;
  if (others.length === 0) return Math.max(0, volume(first) - volume(read.result));
  return chainFlops(first, others, read.result, volume);
}

function chainFlops(
  first: string,
  others: readonly string[],
  result: string,
  volume: (labels: Iterable<string>) => number
): number {
  let flops = 0;
  let left = new Set(first);
  others.forEach((right, at) => {
    const both = new Set([...left, ...right]);
    flops += 2 * volume(both);
    const needed = new Set([...result, ...others.slice(at + 1).join('')]);
    left = new Set([...both].filter(label => needed.has(label)));
  });
  return flops;
}

/** Without `->` the result has the labels that occur once, in order. */
function readEquation(text: string): Equation | null {
  const [left, right, ...rest] = text.replace(/\s/g, '').split('->');
  if (rest.length > 0 || !/^[A-Za-z,]*$/.test(`${left}${right ?? ''}`)) return null;
  const labels = [...left.replaceAll(',', '')];
  const once = [...new Set(labels)].filter(
    label => labels.indexOf(label) === labels.lastIndexOf(label)
  );
  return { operands: left.split(','), result: right ?? once.sort().join('') };
}

function sizesOf(
  operands: readonly string[],
  shapes: readonly Shape[]
): Map<string, number> | null {
  const sizes = new Map<string, number>();
  const isFitting = operands.every(
    (labels, at) =>
      labels.length === shapes[at].length &&
      [...labels].every((label, axis) => fits(sizes, label, shapes[at][axis]))
  );
  return isFitting ? sizes : null;
}

/** Stores the size of a label; false if the label already has another size. */
function fits(sizes: Map<string, number>, label: string, size: number): boolean {
  if (!sizes.has(label)) sizes.set(label, size);
  return sizes.get(label) === size;
}
