import { BYTES_ARG, FLOPS_ARG, INPUT_SHAPES_ARG } from '../model/argKeys';
import type { FlopsOf, Shape } from '../model/operatorFacts';
import type { ArgValue } from '../model/profileBuilder';
import type { ArgLog } from '../record/argLog';
import type { TfjsKernelCall } from './tfjsEngine';

/** What is kept of each operator besides its time and the bytes it adds. */
export interface OperatorDetail {
  /** Keep the shapes of the inputs of each operator. */
  readonly shapes: boolean;
  /** Keep what each operator computes, counted by this, and the shapes of its inputs. */
  readonly flops: FlopsOf | null;
}

/** Input tensors of one operator whose shapes are kept at most, and output tensors. */
const MAX_TENSORS = 64;

// hot
/** Packs the shapes of an operator's inputs as rank and sizes, one tensor after another. */
export function packShapes(args: ArgLog, inputs: Readonly<Record<string, unknown>>): void {
  let left = MAX_TENSORS;
  for (const name in inputs) left = packTensors(args, inputs[name], left);
}

// hot
function packTensors(args: ArgLog, tensors: unknown, left: number): number {
  if (!Array.isArray(tensors)) return packShape(args, tensors, left);
  let rest = left;
  for (let at = 0; at < tensors.length; at++) rest = packShape(args, tensors[at], rest);
  return rest;
}

// hot
function packShape(args: ArgLog, tensor: unknown, left: number): number {
  const shape = shapeOf(tensor);
  if (!shape || left === 0) return left;
  args.putList(shape);
  return left - 1;
}

// hot
function shapeOf(tensor: unknown): Shape | undefined {
  return (tensor as { readonly shape?: Shape } | null | undefined)?.shape;
}

/**
 * The arguments of an operator from what was packed for it: the bytes of tensors it added, then
 * shapes. `inputShapes` reads like `[[32,28,28,1],[3,3,1,8]]`.
 */
export function decodeOperatorArgs(values: Float64Array): Record<string, ArgValue> {
  const args: Record<string, ArgValue> = { [BYTES_ARG]: values[0] };
  const shapes = unpackShapes(values, 1);
  if (shapes.length > 0) args[INPUT_SHAPES_ARG] = JSON.stringify(shapes);
  return args;
}

function unpackShapes(values: Float64Array, from: number): number[][] {
  const shapes: number[][] = [];
  for (let at = from; at < values.length; at += 1 + values[at]) {
    shapes.push([...values.subarray(at + 1, at + 1 + values[at])]);
  }
  return shapes;
}

/** Packed for a window whose size is unknown, and for kernels that have none. */
const NO_WINDOW = 0;

/** Axes of a pooled tensor that the window does not span: the batch and the channels. */
const UNPOOLED_AXES = 2;

/**
 * Packs what decides how much kernels compute: beside the shapes of their inputs those of their
 * results, their names as numbers, and the windows of pooling ones. It is counted when it is read.
 */
export class CountedKernels {
  private readonly names: string[] = [];
  private readonly numbers = new Map<string, number>();
  private flopsOf: FlopsOf = () => null;

  // hot
  /** Packs a run of the kernel `name` behind the bytes that it added. */
  pack(args: ArgLog, name: string, { inputs, attrs }: TfjsKernelCall, results: unknown): void {
    args.put(this.numberOf(name));
    args.put(windowOf(attrs?.filterSize, results));
    args.put(countShapes(results));
    packTensors(args, results, MAX_TENSORS);
    if (inputs) packShapes(args, inputs);
  }

  /** Says how kernels are counted. */
  countBy(flopsOf: FlopsOf): void {
    this.flopsOf = flopsOf;
  }

  /** The arguments of an operator from what {@link pack} packed for it. */
  decode(values: Float64Array): Record<string, ArgValue> {
    const [bytes, name, window, results] = values;
    const shapes = unpackShapes(values, 4);
    const [outputs, inputs] = [shapes.slice(0, results), shapes.slice(results)];
    const args: Record<string, ArgValue> = { [BYTES_ARG]: bytes };
    if (inputs.length > 0) args[INPUT_SHAPES_ARG] = JSON.stringify(inputs);
    // What is beyond the limit would be missing from the sum.
    if (inputs.length === MAX_TENSORS) return args;
    const known = window === NO_WINDOW ? {} : { window };
    const flops = this.flopsOf(this.names[name], { inputs, outputs, ...known });
    if (flops !== null) args[FLOPS_ARG] = flops;
    return args;
  }

  private numberOf(name: string): number {
    const known = this.numbers.get(name);
    if (known !== undefined) return known;
    const number = this.names.push(name) - 1;
    this.numbers.set(name, number);
    return number;
  }
}

// hot
/** How many of the results of a kernel {@link packTensors} keeps the shapes of. */
function countShapes(results: unknown): number {
  if (!Array.isArray(results)) return shapeOf(results) ? 1 : 0;
  let count = 0;
  for (let at = 0; at < results.length && count < MAX_TENSORS; at++) {
    if (shapeOf(results[at])) count++;
  }
  return count;
}

// hot
/** Elements under a pooling window, which is given as its sides, or one for all of them. */
function windowOf(filterSize: unknown, results: unknown): number {
  if (filterSize === undefined) return NO_WINDOW;
  if (Array.isArray(filterSize)) return product(filterSize);
  const result = shapeOf(Array.isArray(results) ? results[0] : results);
  if (typeof filterSize !== 'number' || result === undefined) return NO_WINDOW;
  return filterSize ** (result.length - UNPOOLED_AXES);
}

function product(sides: readonly unknown[]): number {
  const size = sides.reduce<number>((area, side) => area * Number(side), 1);
  return Number.isFinite(size) ? size : NO_WINDOW;
}
