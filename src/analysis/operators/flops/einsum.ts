import type { OperatorFacts, Shape } from '../../../model/profile/operatorFacts';

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
