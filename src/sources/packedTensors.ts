import type { Shape } from '../model/operatorFacts';
import type { ArgLog } from '../record/argLog';
import { NumberedTexts } from '../record/numberedTexts';

/** What is known of one tensor of an operator. */
export interface TensorFact {
  readonly shape: Shape;
  /** Type of its elements; empty where unknown. */
  readonly type: string;
  /** The library's number of it; -1 for none. */
  readonly id: number;
}

/** Tensors that are kept at most of one list. */
export const MAX_TENSORS = 64;

/** Packed in place of a type or a number that a tensor does not have. */
const NONE = -1;

/** A tensor as libraries have it. */
interface Tensor {
  readonly shape?: Shape;
  readonly dtype?: unknown;
  readonly id?: unknown;
}

/**
 * Packs tensors as shape, type and number, one after another, without making anything on the way;
 * what has no shape is left out.
 */
export class PackedTensors {
  private readonly types = new NumberedTexts();

  // hot
  /** Packs one tensor or a list of them; returns how many of `left` may still be packed. */
  pack(args: ArgLog, tensors: unknown, left: number): number {
    if (!Array.isArray(tensors)) return this.packOne(args, tensors, left);
    let rest = left;
    for (let at = 0; at < tensors.length; at++) rest = this.packOne(args, tensors[at], rest);
    return rest;
  }

  /** The tensors that were packed from `from` on. */
  unpack(values: Float64Array, from: number): TensorFact[] {
    const facts: TensorFact[] = [];
    for (let at = from; at < values.length;) {
      const end = at + 1 + values[at];
      const shape = [...values.subarray(at + 1, end)];
      facts.push({ shape, type: this.types.textOf(values[end]), id: values[end + 1] });
      at = end + 2;
    }
    return facts;
  }

  // hot
  private packOne(args: ArgLog, value: unknown, left: number): number {
    const tensor = value as Tensor | null | undefined;
    const shape = tensor?.shape;
    if (!shape || left === 0) return left;
    const { dtype, id } = tensor;
    args.putList(shape);
    args.put(typeof dtype === 'string' ? this.types.numberOf(dtype) : NONE);
    args.put(typeof id === 'number' ? id : NONE);
    return left - 1;
  }
}

// hot
/** How many tensors {@link PackedTensors.pack} packs of what it is given. */
export function countTensors(tensors: unknown): number {
  if (!Array.isArray(tensors)) return hasShape(tensors) ? 1 : 0;
  let count = 0;
  for (let at = 0; at < tensors.length && count < MAX_TENSORS; at++) {
    if (hasShape(tensors[at])) count++;
  }
  return count;
}

function hasShape(value: unknown): boolean {
  return Boolean((value as Tensor | null | undefined)?.shape);
}
