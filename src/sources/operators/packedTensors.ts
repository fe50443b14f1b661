import type { TensorFact } from '../../analysis/operators/tensorTexts';
import type { Shape } from '../../model/profile/operatorFacts';
import type { ArgLog } from '../../record/slices/argLog';
import { NumberedTexts } from '../../record/logs/numberedTexts';
import { TAG_UNIT } from '../../record/logs/packedRuns';

/** Tensors that are kept at most of one list. */
export const MAX_TENSORS = 64;

/** In place of a number that a tensor does not have. */
const NONE = -1;

/** A tensor as libraries have it. */
interface Tensor {
  readonly shape?: Shape;
  readonly dtype?: unknown;
  readonly id?: unknown;
}

/** Whether the ids of tensors are packed as well: values for each. */
export const WITHOUT_IDS = 0;
export const WITH_IDS = 1;
export type WithIds = typeof WITHOUT_IDS | typeof WITH_IDS;

/**
 * Packs tensors as type and shape, one after another, with their ids on request, without allocating;
 * values without a shape are left out.
 */
export class PackedTensors {
  readonly #types = new NumberedTexts();

  // hot
  /** Packs one tensor or a list of them; returns how many of `left` may still be packed. */
  pack(args: ArgLog, tensors: unknown, left: number, withIds: WithIds): number {
    if (!Array.isArray(tensors)) return this.#packOne(args, tensors, left, withIds);
    let rest = left;
    for (let at = 0; at < tensors.length; at++) {
      rest = this.#packOne(args, tensors[at], rest, withIds);
    }
    return rest;
  }

  /** The tensors that were packed from `from` on. */
  unpack(values: Float64Array, from: number, withIds: WithIds): TensorFact[] {
    const facts: TensorFact[] = [];
    for (let at = from; at < values.length;) {
      const rank = values[at] % TAG_UNIT;
      const type = this.#types.textOf(Math.floor(values[at] / TAG_UNIT) - 1);
      const end = at + 1 + rank;
      const shape = [...values.subarray(at + 1, end)];
      facts.push({ shape, type, id: withIds === WITH_IDS ? values[end] : NONE });
      at = end + withIds;
    }
    return facts;
  }

  // hot
  #packOne(args: ArgLog, value: unknown, left: number, withIds: WithIds): number {
    const tensor = value as Tensor | null | undefined;
    const shape = tensor?.shape;
    if (!shape || left === 0 || shape.length >= TAG_UNIT) return left;
    const { dtype } = tensor;
    args.putTagged(shape, typeof dtype === 'string' ? 1 + this.#types.numberOf(dtype) : 0);
    if (withIds === WITH_IDS) args.put(typeof tensor.id === 'number' ? tensor.id : NONE);
    return left - 1;
  }
}

// hot
/** The number of tensors that {@link PackedTensors.pack} packs of its argument. */
export function countTensors(tensors: unknown): number {
  if (!Array.isArray(tensors)) return isPacked(tensors) ? 1 : 0;
  let count = 0;
  for (let at = 0; at < tensors.length && count < MAX_TENSORS; at++) {
    if (isPacked(tensors[at])) count++;
  }
  return count;
}

// hot
function isPacked(value: unknown): boolean {
  const shape = (value as Tensor | null | undefined)?.shape;
  return shape !== undefined && shape.length < TAG_UNIT;
}
