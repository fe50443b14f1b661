import {
  INPUT_SHAPES_ARG,
  INPUT_TENSORS_ARG,
  INPUT_TYPES_ARG,
  OUTPUT_SHAPES_ARG,
  OUTPUT_TENSORS_ARG,
  OUTPUT_TYPES_ARG
} from '../../model/profile/argKeys';
import type { ArgValue } from '../../model/build/profileBuilder';
import type { TensorFact } from './packedTensors';

/** Argument keys for a list of tensors. */
export interface TensorKeys {
  readonly shapes: string;
  readonly types: string;
  readonly tensors: string;
}

/** The tensors that an operator takes. */
export const OF_INPUTS: TensorKeys = {
  shapes: INPUT_SHAPES_ARG,
  types: INPUT_TYPES_ARG,
  tensors: INPUT_TENSORS_ARG
};

/** The tensors that it gives. */
export const OF_OUTPUTS: TensorKeys = {
  shapes: OUTPUT_SHAPES_ARG,
  types: OUTPUT_TYPES_ARG,
  tensors: OUTPUT_TENSORS_ARG
};

/** Arguments that tell the shapes and types of tensors; none for no tensor. */
export function tensorArgs(
  tensors: readonly Omit<TensorFact, 'id'>[],
  keys: TensorKeys
): Record<string, ArgValue> {
  if (tensors.length === 0) return {};
  return {
    [keys.shapes]: JSON.stringify(tensors.map(({ shape }) => shape)),
    [keys.types]: JSON.stringify(tensors.map(({ type }) => type))
  };
}

/** The argument with the ids of tensors, if all have one. */
export function identityArgs(
  tensors: readonly TensorFact[],
  keys: TensorKeys
): Record<string, ArgValue> {
  const isKnown = tensors.length > 0 && tensors.every(({ id }) => id >= 0);
  return isKnown ? { [keys.tensors]: JSON.stringify(tensors.map(({ id }) => id)) } : {};
}
