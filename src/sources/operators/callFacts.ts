import { isObject } from '../../base/isObject';
import type { Shape } from '../../model/profile/operatorFacts';
import type { ArgValue } from '../../model/build/profileBuilder';
import type { Recorder } from '../../record/recorder';
import type { Token } from '../../record/slices/sliceStore';
import { MAX_TENSORS, PackedTensors, WITHOUT_IDS } from './packedTensors';
import { OF_INPUTS, OF_OUTPUTS, tensorArgs } from '../../analysis/operators/tensorTexts';

/** A value as a tensor; texts, numbers and the like have no axes and an empty type. */
interface Described {
  readonly shape: Shape;
  readonly dtype: string;
}

const NO_TENSOR: Described = { shape: [], dtype: '' };

/** Types of elements by the names of typed arrays. */
const ARRAY_TYPES: ReadonlyMap<string, string> = new Map([
  ['Float32Array', 'float32'],
  ['Float64Array', 'float64'],
  ['Int8Array', 'int8'],
  ['Uint8Array', 'uint8'],
  ['Uint8ClampedArray', 'uint8'],
  ['Int16Array', 'int16'],
  ['Uint16Array', 'uint16'],
  ['Int32Array', 'int32'],
  ['Uint32Array', 'uint32'],
  ['BigInt64Array', 'int64'],
  ['BigUint64Array', 'uint64']
]);

/**
 * Notes the tensors that instrumented functions are called with and return: whatever has a `shape` or
 * `dims`, typed arrays, and matrices with `rows` and `columns`. A list of them counts as its members.
 */
export class CallFacts {
  readonly #tensors = new PackedTensors();
  readonly #inputs: number;
  readonly #outputs: number;

  constructor(private readonly recorder: Recorder) {
    this.#inputs = recorder.addArgDecoder(values => this.#decode(values, OF_INPUTS));
    this.#outputs = recorder.addArgDecoder(values => this.#decode(values, OF_OUTPUTS));
  }

  // hot
  /** Records the arguments of a call; never throws. */
  noteInputs(token: Token, args: readonly unknown[]): void {
    this.#note(token, this.#inputs, args);
  }

  // hot
  /** Records the result of a call, or of its promise; never throws. */
  noteOutputs(token: Token, result: unknown): void {
    this.#note(token, this.#outputs, [result]);
  }

  #note(token: Token, decoder: number, values: readonly unknown[]): void {
    if (!this.recorder.enabled) return;
    const described = this.recorder.ownWork(() => values.flatMap(describeAll));
    if (!described.some(({ dtype, shape }) => dtype !== '' || shape.length > 0)) return;
    const { args } = this.recorder;
    args.open(token, decoder);
    this.#tensors.pack(args, described, MAX_TENSORS, WITHOUT_IDS);
    args.close();
  }

  #decode(values: Float64Array, keys: typeof OF_INPUTS): Record<string, ArgValue> {
    return tensorArgs(this.#tensors.unpack(values, 0, WITHOUT_IDS), keys);
  }
}

/** A value, or the members of a list of tensors. What throws when it is looked at does not count as a tensor. */
function describeAll(value: unknown): Described[] {
  try {
    return Array.isArray(value) ? describeList(value) : [describe(value)];
  } catch {
    return [NO_TENSOR];
  }
}

/** By no method: the list may be of a class of the program's. */
function describeList(list: readonly unknown[]): Described[] {
  const members: Described[] = [];
  for (let at = 0; at < list.length && at < MAX_TENSORS; at++) {
    const member = describe(list[at]);
    if (member === NO_TENSOR) return [NO_TENSOR];
    members.push(member);
  }
  return members.length > 0 ? members : [NO_TENSOR];
}

function describe(value: unknown): Described {
  if (!isObject(value)) return NO_TENSOR;
  return describeArray(value) ?? describeTensor(value) ?? NO_TENSOR;
}

function describeArray(value: object): Described | null {
  if (!ArrayBuffer.isView(value)) return null;
  const dtype = ARRAY_TYPES.get(value.constructor.name);
  const { length } = value as ArrayBufferView & { readonly length?: number };
  return dtype === undefined || length === undefined ? null : { shape: [length], dtype };
}

function describeTensor(value: object): Described | null {
  const { shape, dtype, dims, type, rows, columns } = value as Readonly<Record<string, unknown>>;
  if (isShape(shape)) return { shape: [...shape], dtype: typeof dtype === 'string' ? dtype : '' };
  if (isShape(dims)) return { shape: [...dims], dtype: typeof type === 'string' ? type : '' };
  const sides = [rows, columns];
  return isShape(sides) ? { shape: sides, dtype: 'float64' } : null;
}

function isShape(value: unknown): value is Shape {
  return Array.isArray(value) && value.every(size => Number.isInteger(size) && Number(size) >= 0);
}
