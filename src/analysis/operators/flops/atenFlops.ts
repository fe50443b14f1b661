import type { FlopsOf, OperatorFacts } from '../../../model/profile/operatorFacts';
import { attentionFlops, convolutionFlops, elementsOf } from './products';

/** Rows and columns of the matrices of a product, which are the last inputs. */
function productOfLast({ inputs }: OperatorFacts, skipped: number): number | null {
  const [a, b] = inputs.slice(skipped);
  const columns = b?.at(-1);
  return inputs.length < skipped + 2 || columns === undefined ? null : 2 * elementsOf(a) * columns;
}

/** Formulas by operator of ATen, PyTorch's library. Its traces tell the shapes of inputs alone. */
const RULES: ReadonlyMap<string, (facts: OperatorFacts) => number | null> = new Map([
  ['aten::mm', facts => productOfLast(facts, 0)],
  ['aten::bmm', facts => productOfLast(facts, 0)],
  ['aten::addmm', facts => productOfLast(facts, 1)],
  ['aten::baddbmm', facts => productOfLast(facts, 1)],
  ['aten::convolution', facts => convolutionFlops(facts, 'OIHW')],
  ['aten::_scaled_dot_product_flash_attention', attentionFlops],
  ['aten::_scaled_dot_product_efficient_attention', attentionFlops],
  ['aten::_scaled_dot_product_cudnn_attention', attentionFlops]
]);

/**
 * Floating-point operations of an operator of ATen by the rules of `torch.utils.flop_counter`; those
 * that it does not count are unknown. A convolution is counted where its result is known.
 */
export const atenFlops: FlopsOf = (operator, facts) => RULES.get(operator)?.(facts) ?? null;
