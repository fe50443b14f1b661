import type { OperatorFacts, Shape } from '../../model/profile/operatorFacts';
import type { FilterLayout } from './operatorKind';

/** Elements of a tensor. */
export function elementsOf(shape: Shape): number {
  return shape.reduce((product, size) => product * size, 1);
}

/**
 * A matrix product takes `2·m·n·k`, times the batch: a multiplication and an addition for each of
 * the `k` terms of each element. A bias counts nothing, nor does an activation that is fused with it.
 * Source: `mm_flop`, `addmm_flop` and `bmm_flop` of PyTorch's `torch.utils.flop_counter`.
 */
export function matrixProductFlops({ inputs, outputs }: OperatorFacts): number | null {
  if (inputs.length < 2 || outputs.length === 0) return null;
  const [a, b] = inputs;
  const [result] = outputs;
  const terms = termsOf(a, b, result);
  return terms === null ? null : 2 * elementsOf(result) * terms;
}

/** The `k` of a product; a vector has no other axis, and of a matrix it is the one besides `m`. */
function termsOf(a: Shape, b: Shape, result: Shape): number | null {
  if (b.length === 0 || a.length === 0) return null;
  if (a.length === 1) return a[0];
  if (b.length === 1) return b[0];
  if (elementsOf(result) === 0) return 0;
  const rows = result.at(-2);
  return rows === undefined ? null : elementsOf(a.slice(-2)) / rows;
}

/**
 * A convolution takes two operations for each element of the result and each weight of the filter
 * that goes into one: the filter's size over the channels of the result. A grouped one has a smaller
 * filter; padding counts as if it were data. Source: `conv_flop_count` of PyTorch's flop counter.
 */
export function convolutionFlops(
  { inputs, outputs }: OperatorFacts,
  layout: FilterLayout
): number | null {
  if (inputs.length < 2 || outputs.length === 0) return null;
  return weightedFlops(outputs[0], inputs[1], layout);
}

/**
 * A transposed convolution, and so the gradient of a convolution's input, takes two operations for each
 * element of its own first input and each weight that is applied to it: in the filter, the channels of
 * that input are in the place of a convolution's result channels. Source: `conv_flop_count` with
 * `transposed`, and `conv_backward_flop`.
 */
export function transposedConvolutionFlops(
  { inputs }: OperatorFacts,
  layout: FilterLayout
): number | null {
  return inputs.length < 2 ? null : weightedFlops(inputs[0], inputs[1], layout);
}

/**
 * The gradient of a filter costs the same as the convolution itself: two operations for each element of
 * the result's gradient and each weight that contributed to it. Source: `conv_backward_flop`.
 */
export function filterGradientFlops(
  { inputs, outputs }: OperatorFacts,
  layout: FilterLayout
): number | null {
  if (inputs.length < 2 || outputs.length === 0) return null;
  return weightedFlops(inputs[1], outputs[0], layout);
}

function weightedFlops(result: Shape, filter: Shape, layout: FilterLayout): number | null {
  if (filter.length < 3) return null;
  const weights = layout === 'HWIO' ? filter.slice(0, -1) : filter.slice(1);
  return 2 * elementsOf(result) * elementsOf(weights);
}

/** The axes of a depthwise filter other than channels: its height and width. */
const DEPTHWISE_AXES = 2;

/**
 * A depthwise convolution takes two operations for each element of the result and each place of the
 * filter's height and width; its gradients take the same. Source: `conv_flop_count`, for which it is
 * a convolution of as many groups as channels.
 */
export function depthwiseFlops(
  { inputs, outputs }: OperatorFacts,
  of: 'result' | 'inputGradient' | 'filterGradient'
): number | null {
  if (inputs.length < 2 || outputs.length === 0) return null;
  const filter = of === 'filterGradient' ? outputs[0] : inputs[1];
  const results = { result: outputs[0], inputGradient: inputs[0], filterGradient: inputs[1] };
  if (filter.length !== DEPTHWISE_AXES + 2) return null;
  return 2 * elementsOf(results[of]) * elementsOf(filter.slice(0, DEPTHWISE_AXES));
}

/**
 * A recurrent layer takes its matrix products: two operations for each step, element of the batch
 * and weight of either matrix, `2·steps·batch·(|W| + |R|)`. What its gates compute element by element
 * counts nothing. Source: PyTorch's flop counter, which sees such a layer as its `addmm`s.
 */
export function recurrentFlops({ inputs }: OperatorFacts): number | null {
  if (inputs.length < 3 || inputs.slice(0, 3).some(({ length }) => length !== 3)) return null;
  const [[steps, batch], ofInputs, ofState] = inputs;
  return 2 * steps * batch * (elementsOf(ofInputs) + elementsOf(ofState));
}

/** Axes of queries, keys and values: batch, heads, steps, features. */
const ATTENTION_AXES = 4;

/**
 * Scaled dot-product attention takes two batched products, of queries with keys and of their weights
 * with values: `2·b·h·q·k·d + 2·b·h·q·k·v`; scale, mask and softmax count nothing. Source:
 * `sdpa_flop_count` of PyTorch's flop counter. Inputs: `[batch, heads, steps, features]` each.
 */
export function attentionFlops({ inputs }: OperatorFacts): number | null {
  const [queries, keys, values] = inputs;
  if (inputs.length < 3) return null;
  if ([queries, keys, values].some(({ length }) => length !== ATTENTION_AXES)) return null;
  const [batch, heads, steps, features] = queries;
  return 2 * batch * heads * steps * keys[2] * (features + values[3]);
}

/**
 * A Fourier transform of n complex numbers takes `5·n·log₂ n`, the number for the radix-2 algorithm,
 * which FFTW's benchmarks use for any n. Inputs: transforms along the last axis.
 */
export function fourierFlops({ inputs }: OperatorFacts): number | null {
  const length = inputs[0]?.at(-1);
  if (length === undefined) return null;
  return length === 0 ? 0 : Math.round(5 * elementsOf(inputs[0]) * Math.log2(length));
}
