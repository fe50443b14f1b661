import { replaceMethod } from '../process/replaceMethod';
import { type TfFunction, recordedAround, recordedCall } from './recordedCall';
import type { TfjsTrace } from './tfjsTrace';

/** Functions that make tensors and open no scope in the engine, by which other calls are found. */
const MAKERS = [
  'linspace',
  'range',
  'fill',
  'ones',
  'zeros',
  'variable',
  'scalar',
  'tensor',
  'tensor1d',
  'tensor2d',
  'tensor3d',
  'tensor4d',
  'tensor5d',
  'tensor6d'
] as const;

/** Functions that make a function which differentiates when it is called. */
const DIFFERENTIATORS = ['grad', 'grads', 'valueAndGrad', 'valueAndGrads'] as const;

/** True for the exports of the core package, whose functions other packages pass on. */
export function isTfjsCore(exports: object): boolean {
  return ownFunction(exports, 'linspace') !== null && ownFunction(exports, 'engine') !== null;
}

/**
 * Records calls of the functions of `exports` that the engine does not hear of, under their own names: each
 * is replaced by one that passes on all values and errors. Returns what restores them.
 */
export function recordFunctions(exports: object, trace: TfjsTrace): () => void {
  const restores: (() => void)[] = [];
  const replace = (name: string, make: (original: TfFunction) => TfFunction): void => {
    const original = ownFunction(exports, name);
    if (original === null) return;
    trace.guard(() => restores.push(replaceMethod(exports, name, make(original))));
  };
  for (const name of MAKERS) replace(name, original => recordedCall(trace, name, original));
  for (const name of DIFFERENTIATORS) {
    replace(
      name,
      original =>
        function (this: unknown, ...args) {
          const made = Reflect.apply(original, this, args);
          return typeof made === 'function'
            ? recordedAround(trace, name, made as TfFunction)
            : made;
        }
    );
  }
  replace('variableGrads', original => recordedAround(trace, 'variableGrads', original));
  return () => restores.forEach(restore => restore());
}

/** A function of the object itself, which can be replaced; null for others, and for what is passed on. */
function ownFunction(exports: object, name: string): TfFunction | null {
  const property = Object.getOwnPropertyDescriptor(exports, name);
  const value: unknown = property?.value;
  return typeof value === 'function' && property?.configurable === true
    ? (value as TfFunction)
    : null;
}
