import { isObject } from '../../base/isObject';
import { LAYER_CATEGORY } from '../../model/profile/categories';
import type { LabelCategory } from '../../record/logs/labelRegistry';
import type { HookDeps } from '../operators/operatorCalls';
import { NO_SCOPE } from '../operators/operatorContext';
import { replaceMethod } from '../process/replaceMethod';

type Method = (this: Layer, ...args: readonly unknown[]) => unknown;

/** A function that trains a model with one batch. */
type BatchFunction = (...batch: readonly unknown[]) => unknown;

/** A layer or a model as far as the profiler looks at it. */
interface Layer {
  readonly name?: unknown;
  /** Of a `Sequential`: the inner model that does its work, which has its own name. */
  readonly model?: object | null;
}

/** Calls of a model within which its layers are applied before they return. */
const RUNS = ['predictLoop', 'testLoop'] as const;

/** Calls that a `Sequential` passes on to its inner model. */
const HANDED_ON = ['predict', 'predictOnBatch', 'evaluate', 'fit', 'trainOnBatch'] as const;

/** Calls that do so after they have waited for data. */
const HANDED_ON_LATER = ['fitDataset', 'evaluateDataset'] as const;

/** The hooked classes of the layers package. */
export interface LayerClasses {
  readonly layer: object;
  readonly model: object | null;
  readonly sequential: object | null;
}

/** The prototypes of the classes that a package exports, or `null` for another package. */
export function findLayers(exports: object): LayerClasses | null {
  const { layers, LayersModel, Sequential } = exports as Readonly<Record<string, unknown>>;
  if (!isObject(layers) || !('Layer' in layers)) return null;
  const layer = prototypeOf(layers.Layer);
  if (layer === null || !('apply' in layer)) return null;
  return { layer, model: prototypeOf(LayersModel), sequential: prototypeOf(Sequential) };
}

/** The prototype of a class, or `null` for anything else. */
export function prototypeOf(value: unknown): object | null {
  if (typeof value !== 'function') return null;
  const prototype: unknown = value.prototype;
  return typeof prototype === 'object' ? prototype : null;
}

/** The dependencies of recording layers. */
type LayerDeps = Pick<HookDeps, 'recorder' | 'kinds' | 'operatorContext'>;

/**
 * Makes each application of a layer to tensors a profiler scope, such as `sequential_1:dense_1:`, and
 * a slice of the layer's name where layers are wanted. Symbolic applications, which build models, are
 * none. Returns what restores the classes.
 */
export function scopeLayers(classes: LayerClasses, parts: LayerDeps): () => void {
  const { layer, model, sequential } = classes;
  const scoped = new ScopedLayers(parts);
  const undo = [replace(layer, 'apply', original => scoped.applying(original))];
  if (model) {
    for (const name of RUNS) undo.push(replace(model, name, original => scoped.running(original)));
    undo.push(replace(model, 'makeTrainFunction', original => scoped.making(original)));
  }
  if (sequential) {
    for (const name of [...HANDED_ON, ...HANDED_ON_LATER]) {
      undo.push(replace(sequential, name, original => scoped.handingOn(original)));
    }
    undo.push(replace(sequential, 'build', original => scoped.building(original)));
  }
  return () => {
    for (const restore of undo.splice(0).reverse()) restore();
  };
}

function replace(
  prototype: object,
  method: string,
  replacement: (original: Method) => Method
): () => void {
  const original = (prototype as Readonly<Record<string, unknown>>)[method];
  if (typeof original !== 'function') return () => undefined;
  return replaceMethod(prototype, method, replacement(original as Method));
}

/** The replacements of the methods of one copy of the package. */
class ScopedLayers {
  /** The names of `Sequential`s by their inner models. */
  readonly #outerNames = new WeakMap<object, unknown>();

  readonly #labels: LabelCategory;

  constructor(private readonly parts: LayerDeps) {
    this.#labels = parts.recorder.labels.category(LAYER_CATEGORY);
  }

  applying(original: Method): Method {
    const inScope = this.#inScope.bind(this);
    return function apply(...args) {
      if (!isEager(args[0])) return Reflect.apply(original, this, args);
      return inScope(this, () => Reflect.apply(original, this, args));
    };
  }

  running(original: Method): Method {
    const inScope = this.#inScope.bind(this);
    return function (...args) {
      return inScope(this, () => Reflect.apply(original, this, args));
    };
  }

  /** The function that trains a batch is created again for each `fit`, and stored nowhere. */
  making(original: Method): Method {
    const inScope = this.#inScope.bind(this);
    return function makeTrainFunction(...args) {
      const train = Reflect.apply(original, this, args);
      if (typeof train !== 'function') return train;
      return (...batch: readonly unknown[]): unknown =>
        inScope(this, () => Reflect.apply(train as BatchFunction, undefined, batch));
    };
  }

  handingOn(original: Method): Method {
    const adopt = this.#adopt.bind(this);
    return function (...args) {
      adopt(this);
      return Reflect.apply(original, this, args);
    };
  }

  building(original: Method): Method {
    const adopt = this.#adopt.bind(this);
    return function build(...args) {
      const result = Reflect.apply(original, this, args);
      adopt(this);
      return result;
    };
  }

  #adopt({ model, name }: Layer): void {
    if (isObject(model)) this.#outerNames.set(model, name);
  }

  #inScope<T>(layer: Layer, run: () => T): T {
    const { operatorContext: context, kinds, recorder } = this.parts;
    const name = this.#outerNames.get(layer) ?? layer.name;
    if (typeof name !== 'string') return run();
    const outer = context.current;
    const prefix = outer.scope === NO_SCOPE ? '' : outer.scope;
    const inside = kinds.layers && recorder.enabled ? () => this.#inSlice(name, run) : run;
    return context.runSync({ ...outer, scope: `${prefix}${name}:` }, inside);
  }

  #inSlice<T>(name: string, run: () => T): T {
    const { recorder } = this.parts;
    const token = recorder.begin(this.#labels.label(name));
    try {
      return run();
    } finally {
      recorder.end(token);
    }
  }
}

/** True for tensors; symbolic ones have no data. */
function isEager(inputs: unknown): boolean {
  const first: unknown = Array.isArray(inputs) ? inputs[0] : inputs;
  return isObject(first) && 'dataId' in first;
}
