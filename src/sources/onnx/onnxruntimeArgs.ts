import { isObject } from '../../base/isObject';
import { basename } from 'node:path';
import type { OrtTensor, OrtTensors } from './onnxruntimeModules';
import type { TensorFact } from '../../analysis/operators/tensorTexts';
import { MAX_TENSORS } from '../operators/packedTensors';

/** The name of the model passed to `InferenceSession.create`: its file, or its size. */
export function modelName([model]: readonly unknown[]): string {
  if (typeof model === 'string') return basename(model);
  const isBytes = model instanceof ArrayBuffer || ArrayBuffer.isView(model);
  return isBytes ? `a model of ${model.byteLength} bytes` : 'a model';
}

/** The shapes and types of the tensors that go into a run or come out of it. */
export function tensorsOf(tensors: unknown): Omit<TensorFact, 'id'>[] {
  if (!isObject(tensors)) return [];
  const values: unknown[] = Object.values(tensors);
  return values.slice(0, MAX_TENSORS).map(tensor => {
    const { dims, type } = (tensor ?? {}) as Partial<OrtTensor>;
    return { shape: dims ?? [], type: type ?? '' };
  });
}

/** Bytes of a run's results in main memory; texts do not count. */
export function bytesOf(outputs: OrtTensors): number {
  return Object.values(outputs).reduce((sum, tensor) => sum + tensorBytes(tensor), 0);
}

function tensorBytes(tensor: OrtTensor): number {
  if (tensor.location !== 'cpu') return 0;
  const { data } = tensor;
  return 'byteLength' in data ? data.byteLength : 0;
}

/** The arguments of `InferenceSession.create` with more options among them. */
export function withOptions(args: readonly unknown[], more: object): unknown[] {
  const given = args.filter((value, at) => at === 0 || value !== undefined);
  const last = given.length - 1;
  const hasOptions = last > 0 && typeof given[last] === 'object';
  if (!hasOptions) return [...given, more];
  return [...given.slice(0, last), { ...(given[last] as object), ...more }];
}
