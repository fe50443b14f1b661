import { jsonOrNull } from '../../base/notation/jsonReader';
import type { ArgValue } from '../../model/build/profileBuilder';
import {
  INPUT_SHAPES_ARG,
  INPUT_TENSORS_ARG,
  INPUT_TYPES_ARG,
  OUTPUT_SHAPES_ARG,
  OUTPUT_TENSORS_ARG,
  OUTPUT_TYPES_ARG
} from '../../model/profile/argKeys';
import type { Shape } from '../../model/profile/operatorFacts';

/** Known facts about one tensor of an operator. */
export interface TensorFact {
  readonly shape: Shape;
  /** Type of its elements; empty where unknown. */
  readonly type: string;
  /** The library's number of it; -1 for none. */
  readonly id: number;
}

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

export const OF_OUTPUTS: TensorKeys = {
  shapes: OUTPUT_SHAPES_ARG,
  types: OUTPUT_TYPES_ARG,
  tensors: OUTPUT_TENSORS_ARG
};

/** Arguments with the shapes and types of tensors; none for no tensor. */
export function tensorArgs(
  tensors: readonly Omit<TensorFact, 'id'>[],
  keys: TensorKeys
): Record<string, ArgValue> {
  if (tensors.length === 0) return {};
  const shapes = tensors.map(({ shape }) => shape);
  return listArgs(
    shapes,
    tensors.map(({ type }) => type),
    keys
  );
}

/** The same for shapes and types in lists of their own; both arguments even for no tensor. */
export function listArgs(
  shapes: readonly Shape[],
  types: readonly string[],
  keys: TensorKeys
): Record<string, ArgValue> {
  return { ...shapeArgs(shapes, keys), [keys.types]: textOf(types) };
}

/** The argument with shapes alone. */
export function shapeArgs(shapes: readonly Shape[], keys: TensorKeys): Record<string, ArgValue> {
  return { [keys.shapes]: textOf(shapes) };
}

/** The argument with the ids of tensors, if all have one. */
export function identityArgs(
  tensors: readonly TensorFact[],
  keys: TensorKeys
): Record<string, ArgValue> {
  const isKnown = tensors.length > 0 && tensors.every(({ id }) => id >= 0);
  return isKnown ? { [keys.tensors]: textOf(tensors.map(({ id }) => id)) } : {};
}

function textOf(list: readonly (Shape | string | number)[]): string {
  return JSON.stringify(list);
}

/** Reads shapes such as `[[32,28,28,1],[3,3,1,8]]`; `null` for another text. */
export function parseShapes(text: string): readonly Shape[] | null {
  return parseList(text, isShape);
}

/** Reads types such as `["float32","int32"]`; `null` for another text. */
export function parseTypes(text: string): readonly string[] | null {
  return parseList(text, type => typeof type === 'string');
}

/** Reads numbers such as `[3,5]`; `null` for another text. */
export function parseNumbers(text: string): readonly number[] | null {
  return parseList(text, (value): value is number => Number.isSafeInteger(value));
}

/** Reads the texts of a profile by their row; equal texts are read once and give the same list. */
export class TensorTexts {
  readonly #knownShapes = new Map<number, readonly Shape[] | null>();
  readonly #knownTypes = new Map<number, readonly string[] | null>();
  readonly #knownSizes = new Map<number, readonly Shape[] | null>();

  constructor(private readonly strings: readonly string[]) {}

  /** Shapes; `null` for another text. */
  shapes(row: number): readonly Shape[] | null {
    return this.#once(this.#knownShapes, row, parseShapes);
  }

  /** Types; `null` for another text. */
  types(row: number): readonly string[] | null {
    return this.#once(this.#knownTypes, row, parseTypes);
  }

  /** Shapes whose sizes may be any numbers, as events that a program made may have them; `null` for another text. */
  anyShapes(row: number): readonly Shape[] | null {
    return this.#once(this.#knownSizes, row, text => parseList(text, isListOfNumbers));
  }

  #once<T>(known: Map<number, T>, row: number, read: (text: string) => T): T {
    const found = known.get(row);
    if (found !== undefined) return found;
    const made = read(this.strings[row]);
    known.set(row, made);
    return made;
  }
}

function parseList<T>(text: string, isItem: (value: unknown) => value is T): readonly T[] | null {
  const value = jsonOrNull(text);
  return Array.isArray(value) && value.every(isItem) ? value : null;
}

function isShape(value: unknown): value is Shape {
  return Array.isArray(value) && value.every(size => Number.isInteger(size) && size >= 0);
}

function isListOfNumbers(value: unknown): value is Shape {
  return Array.isArray(value) && value.every(Number.isFinite);
}
