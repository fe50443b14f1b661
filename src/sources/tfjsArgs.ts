import type { ArgLog } from '../record/argLog';
import type { ArgValue } from '../model/profileBuilder';

/** Input tensors of one operator whose shapes are kept at most. */
const MAX_TENSORS = 64;

// hot
/** Packs the shapes of an operator's inputs as rank and sizes, one tensor after another. */
export function packShapes(args: ArgLog, inputs: Readonly<Record<string, unknown>>): void {
  let left = MAX_TENSORS;
  for (const name in inputs) left = packInput(args, inputs[name], left);
}

// hot
function packInput(args: ArgLog, input: unknown, left: number): number {
  if (!Array.isArray(input)) return packShape(args, input, left);
  let rest = left;
  for (let at = 0; at < input.length; at++) rest = packShape(args, input[at], rest);
  return rest;
}

// hot
function packShape(args: ArgLog, tensor: unknown, left: number): number {
  const shape = (tensor as { readonly shape?: readonly number[] } | null | undefined)?.shape;
  if (!shape || left === 0) return left;
  args.putList(shape);
  return left - 1;
}

/**
 * The arguments of an operator from what was packed for it: the bytes of tensors it added, then
 * shapes. `inputShapes` reads like `[[32,28,28,1],[3,3,1,8]]`.
 */
export function decodeOperatorArgs(values: Float64Array): Record<string, ArgValue> {
  const args: Record<string, ArgValue> = { bytes: values[0] };
  const shapes: string[] = [];
  for (let at = 1; at < values.length; at += 1 + values[at]) {
    shapes.push(`[${values.subarray(at + 1, at + 1 + values[at]).join()}]`);
  }
  if (shapes.length > 0) args.inputShapes = `[${shapes.join()}]`;
  return args;
}
