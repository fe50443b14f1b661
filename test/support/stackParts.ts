import {
  FrameKind,
  type ProfileBuilder,
  type SampleParts,
  StackBuilder,
  emptySampleParts
} from 'kernelscope/model';

/** What a stack allocated, and what of it is still alive; one object, one sample where not stated. */
export interface HeapDrawing {
  readonly stack: string;
  readonly bytes: number;
  readonly aliveBytes?: number;
  readonly samples?: number;
}

/** What {@link stackParts} makes tables of. A stack is `function:line function:line`, outermost first. */
export interface StackDrawing {
  /** One after the other, 1 ns apart; an empty stack is an idle thread. */
  readonly samples?: readonly { readonly stack: string; readonly weight: number }[];
  readonly heap?: readonly HeapDrawing[];
  readonly slices?: readonly { readonly slice: number; readonly stack: string }[];
  /** Files of functions, `Cell [1]` where not stated; those in `node_modules` are libraries. */
  readonly files?: Readonly<Record<string, string>>;
  /** Lines on which functions begin, 1 where not stated. */
  readonly begins?: Readonly<Record<string, number>>;
}

/** The code of a file outside of any function. */
const TOP_LEVEL = '(top level)';

/**
 * Samples, samples of the heap and stacks of slices with the functions that they name. A function in
 * parentheses is no code of a file.
 */
export function stackParts({ strings }: ProfileBuilder, drawing: StackDrawing): SampleParts {
  const { samples = [], heap = [], slices = [], files = {}, begins = {} } = drawing;
  const stacks = new StackBuilder();
  const frame = (name: string): number => {
    const file = files[name] ?? 'Cell [1]';
    const isCode = !name.startsWith('(') || name === TOP_LEVEL;
    return stacks.frame({
      name: strings.intern(name),
      file: isCode ? strings.intern(file) : 0,
      line: isCode ? (begins[name] ?? 1) : 0,
      column: isCode ? 1 : 0,
      kind: kindOf(name, file)
    });
  };
  const row = (stack: string): number => {
    const names = stack === '' ? [] : (stack.match(/\([^)]*\)\S*|\S+/g) ?? []);
    return names.reduce((prefix, each) => {
      const [name, line = '0'] = each.split(':');
      return stacks.stack(prefix, frame(name), Number(line));
    }, -1);
  };
  const sampled = samples.map(({ stack }) => row(stack));
  const allocated = heap.map(({ stack }) => row(stack));
  const begun = slices.map(({ stack }) => row(stack));
  return {
    ...emptySampleParts(),
    samples: {
      length: samples.length,
      time: Float64Array.from(samples, (_, at) => at),
      weight: Float64Array.from(samples, ({ weight }) => weight),
      stack: Int32Array.from(sampled),
      track: new Uint16Array(samples.length)
    },
    heapSamples: {
      length: heap.length,
      stack: Uint32Array.from(allocated),
      bytes: Float64Array.from(heap, ({ bytes }) => bytes),
      variance: Float64Array.from(heap, ({ bytes, samples = 1 }) => bytes ** 2 / samples),
      aliveBytes: Float64Array.from(heap, ({ aliveBytes = 0 }) => aliveBytes),
      aliveVariance: Float64Array.from(
        heap,
        ({ aliveBytes = 0, samples = 1 }) => aliveBytes ** 2 / samples
      ),
      samples: Uint32Array.from(heap, ({ samples = 1 }) => samples)
    },
    sliceStacks: {
      length: slices.length,
      slice: Uint32Array.from(slices, ({ slice }) => slice),
      stack: Uint32Array.from(begun)
    },
    frames: stacks.frames(),
    stacks: stacks.stacks()
  };
}

function kindOf(name: string, file: string): number {
  if (name === TOP_LEVEL) return FrameKind.user;
  if (name === '(garbage collector)') return FrameKind.gc;
  if (name === '(program)') return FrameKind.program;
  if (name.startsWith('(')) return FrameKind.native;
  if (file.startsWith('node:')) return FrameKind.runtime;
  return file.includes('node_modules') ? FrameKind.library : FrameKind.user;
}
