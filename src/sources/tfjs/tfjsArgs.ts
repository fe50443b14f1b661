import { BYTES_ARG, FLOPS_ARG } from '../../model/profile/argKeys';
import type { FlopsOf, OperatorFacts } from '../../model/profile/operatorFacts';
import type { ArgValue } from '../../model/build/profileBuilder';
import type { ArgLog } from '../../record/slices/argLog';
import { NumberedTexts } from '../../record/logs/numberedTexts';
import {
  countTensors,
  MAX_TENSORS,
  PackedTensors,
  WITH_IDS,
  WITHOUT_IDS
} from '../operators/packedTensors';
import {
  identityArgs,
  OF_INPUTS,
  OF_OUTPUTS,
  tensorArgs
} from '../../analysis/operators/tensorTexts';
import type { TfjsKernelCall } from './tfjsEngine';

/** The facts kept about each operator besides its time and the bytes it adds. */
export interface OperatorDetail {
  /** Keep the shapes and types of the inputs and the results of each operator. */
  readonly shapes: boolean;
  /** Keep which tensors these are. */
  readonly tensors: boolean;
  /** Keep what each operator computes, counted by this, and the same of its tensors. */
  readonly flops: FlopsOf | null;
}

/** The arguments of an operator of which nothing was packed but the bytes of tensors it added. */
export function decodeOperatorArgs(values: Float64Array): Record<string, ArgValue> {
  return { [BYTES_ARG]: values[0] };
}

/** Packed for a window whose size is unknown, and for kernels that have none. */
const NO_WINDOW = 0;

/** Numbers of equations are packed in place of windows, from here downwards. */
const FIRST_EQUATION = -1;

/** Packed for an operator that is not counted. */
const NO_KERNEL = -1;

/** Axes of a pooled tensor that the window does not span: the batch and the channels. */
const UNPOOLED_AXES = 2;

/** Values that are packed before the tensors. */
const HEAD_VALUES = 3;

/** The factor of a value that is packed with the number of results. */
const IDS_UNIT = 2 * MAX_TENSORS;
const KERNEL_UNIT = 2 * IDS_UNIT;

/**
 * Packs the inputs and outputs of operators, and the facts that determine their operations: their names
 * as numbers, the windows of pooling operators and the equations of Einstein sums. Texts are made, and
 * operations counted, when it is read.
 */
export class OperatorFactLog {
  readonly #names = new NumberedTexts();
  readonly #equations = new NumberedTexts();
  readonly #tensors = new PackedTensors();
  #flopsOf: FlopsOf = () => null;

  // hot
  /** Packs a run of an operator behind the bytes that it added. */
  pack(args: ArgLog, call: TfjsKernelCall, results: unknown, detail: OperatorDetail): void {
    const { kernelName, inputs, attrs } = call;
    const { flops } = detail;
    const withIds = detail.tensors ? WITH_IDS : WITHOUT_IDS;
    let kernel = NO_KERNEL;
    if (flops !== null && kernelName !== undefined) {
      this.#flopsOf = flops;
      kernel = this.#names.numberOf(kernelName);
    }
    args.put(countTensors(results) + IDS_UNIT * withIds + KERNEL_UNIT * (kernel - NO_KERNEL));
    args.put(kernel === NO_KERNEL || !attrs ? NO_WINDOW : this.#settingOf(attrs, results));
    this.#tensors.pack(args, results, MAX_TENSORS, withIds);
    let left = MAX_TENSORS;
    for (const name in inputs) left = this.#tensors.pack(args, inputs[name], left, withIds);
  }

  /** The arguments of an operator from what {@link pack} packed for it. */
  decode(values: Float64Array): Record<string, ArgValue> {
    const [bytes, head, setting] = values;
    const results = head % IDS_UNIT;
    const withIds = head % KERNEL_UNIT >= IDS_UNIT ? WITH_IDS : WITHOUT_IDS;
    const kernel = Math.floor(head / KERNEL_UNIT) + NO_KERNEL;
    const tensors = this.#tensors.unpack(values, HEAD_VALUES, withIds);
    const [outputs, inputs] = [tensors.slice(0, results), tensors.slice(results)];
    const args: Record<string, ArgValue> = {
      [BYTES_ARG]: bytes,
      ...tensorArgs(inputs, OF_INPUTS),
      ...tensorArgs(outputs, OF_OUTPUTS),
      ...identityArgs(inputs, OF_INPUTS),
      ...identityArgs(outputs, OF_OUTPUTS)
    };
    // What is beyond the limit would be missing from the sum.
    if (kernel === NO_KERNEL || inputs.length === MAX_TENSORS) return args;
    const shapes = { inputs: inputs.map(shapeOf), outputs: outputs.map(shapeOf) };
    const facts = { ...shapes, ...this.#settingFacts(setting) };
    const flops = this.#flopsOf(this.#names.textOf(kernel), facts);
    if (flops !== null) args[FLOPS_ARG] = flops;
    return args;
  }

  // hot
  /** The settings of a kernel that determine its operations: a window, or an equation. */
  #settingOf(attrs: Readonly<Record<string, unknown>>, results: unknown): number {
    const { filterSize, equation } = attrs;
    if (typeof equation === 'string') return FIRST_EQUATION - this.#equations.numberOf(equation);
    return windowOf(filterSize, results);
  }

  #settingFacts(setting: number): Pick<OperatorFacts, 'window' | 'equation'> {
    if (setting === NO_WINDOW) return {};
    if (setting > NO_WINDOW) return { window: setting };
    return { equation: this.#equations.textOf(FIRST_EQUATION - setting) };
  }
}

function shapeOf({ shape }: { readonly shape: readonly number[] }): readonly number[] {
  return shape;
}

// hot
/** Elements under a pooling window, which is given as its sides, or one for all of them. */
function windowOf(filterSize: unknown, results: unknown): number {
  if (filterSize === undefined) return NO_WINDOW;
  if (Array.isArray(filterSize)) return product(filterSize);
  const result: unknown = Array.isArray(results) ? results[0] : results;
  const shape = (result as { readonly shape?: readonly number[] } | null | undefined)?.shape;
  if (typeof filterSize !== 'number' || shape === undefined) return NO_WINDOW;
  return filterSize ** (shape.length - UNPOOLED_AXES);
}

function product(sides: readonly unknown[]): number {
  const size = sides.reduce<number>((area, side) => area * Number(side), 1);
  return Number.isFinite(size) ? size : NO_WINDOW;
}
