import { NO_TOKEN, type Token } from '../../record/slices/sliceStore';
import type { TfjsTrace } from './tfjsTrace';

/** A function or method of TensorFlow.js. */
export type TfFunction<This = unknown> = (this: This, ...args: readonly unknown[]) => unknown;

/** `original`, with each call recorded; calls that it makes inside are part of it. */
export function recordedCall<This>(
  trace: TfjsTrace,
  name: string,
  original: TfFunction<This>
): TfFunction<This> {
  return recorded(trace, original, {
    begin: () => trace.beginCall(name),
    end: token => trace.endCall(token)
  });
}

/** `original`, with each call recorded, and the calls of the program that it runs as well. */
export function recordedAround<This>(
  trace: TfjsTrace,
  name: string,
  original: TfFunction<This>
): TfFunction<This> {
  return recorded(trace, original, {
    begin: () => trace.beginAround(name),
    end: token => trace.endAround(token)
  });
}

/** The beginning and the end of the slice of a call. */
interface CallSlice {
  begin(): Token;
  end(token: Token): void;
}

/** `original` with a slice around each call; values and errors pass, whatever goes wrong with the slice. */
function recorded<This>(
  trace: TfjsTrace,
  original: TfFunction<This>,
  slice: CallSlice
): TfFunction<This> {
  return function (this: This, ...args) {
    const token = trace.guard(() => slice.begin()) ?? NO_TOKEN;
    try {
      return Reflect.apply(original, this, args);
    } finally {
      trace.guard(() => slice.end(token));
    }
  };
}
