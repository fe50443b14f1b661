import { isObject } from '../../base/isObject';
import { KernelscopeError, messageOf, shown } from '../../base/errors';
import { unknownOptionText } from '../../base/snakeCase';
import type { NativeAddon, NvtxAddon, NvtxState } from '../../native/addon';
import { loadAddon } from '../../native/loader';
import type { Recorder } from '../../record/recorder';
import { isPlainPromise, whenSettled } from '../../record/promiseSlice';
import { NvtxRanges } from '../../sources/gpu/nvtxRanges';
import { asDisposable } from '../../engine/annotate/disposable';
import type { Recording } from '../../engine/recording/recording';
import { NO_OWN_FACTS, type RecordingOptions } from '../../engine/arguments/recordingOptions';
import type { CallSessions } from '../../engine/recording/callSessions';

/** `emitNvtx` cannot start, or got an invalid argument. */
export class NvtxError extends KernelscopeError {}

/** Settings of {@link EmitNvtxFunction}. */
export interface EmitNvtxOptions {
  /** False emits nothing and costs nothing. Default true. */
  readonly enabled?: boolean;
}

/** NVTX ranges are being emitted, until its end. */
export interface NvtxEmission {
  /** Ends the ranges that are open, and emits no more. A second call does nothing. */
  end(): void;
  /** The same as `end`. */
  dispose(): void;
  /** The same as `end`, for `using`. */
  [Symbol.dispose](): void;
}

/**
 * Emits an NVTX range for every operator and range of this thread, for NVIDIA's tools to show beside
 * GPU work: `nsys profile node program.js`. The range of an operator is named `matMul, seq = 3`, with
 * the number of its gradient, or 0 while none are kept; that of the backward operator that runs this
 * gradient is named `matMulBackward, stashed seq = 3`. Names are UTF-8 of at most 1,023 bytes.
 *
 * Without a tool that listens, nothing is emitted, and the process warns once. Takes 24 bytes of memory
 * per range until its end, like a recording.
 */
export interface EmitNvtxFunction {
  /**
   * Begins to emit.
   *
   * @throws NvtxError while ranges are being emitted already, and for options of the wrong type.
   */
  (options?: EmitNvtxOptions): NvtxEmission;
  /** Runs `fn` with ranges emitted, until its promise settles if it returns one; returns its value. */
  run<T>(fn: () => T, options?: EmitNvtxOptions): T;
}

/** The dependencies of {@link createEmitNvtx}. */
export interface EmitNvtxDeps {
  readonly recorder: Recorder;
  start(options: Partial<RecordingOptions>): Recording;
  /** Notified of sessions that last as long as a call. */
  readonly calls: Pick<CallSessions, 'begin' | 'end'>;
  /** The folder of the native addon; undefined for its usual place. */
  addonFolder(): string | undefined;
}

/** The process state that concerns tools; for tests to replace. */
export interface EmitNvtxEnvironment {
  /** The library of the tool, as the tool's launcher names it. */
  library(): string | undefined;
  load(folder: string | undefined): Pick<NativeAddon, 'nvtx'>;
  warn(message: string): void;
}

const PROCESS: EmitNvtxEnvironment = {
  library: () => process.env.NVTX_INJECTION64_PATH,
  load: loadAddon,
  warn: message => process.emitWarning(message, 'KernelscopeWarning')
};

/** Only operators; the recording is thrown away. */
const OPERATORS_ONLY: Partial<RecordingOptions> = {
  ...NO_OWN_FACTS,
  name: 'emitNvtx',
  cpuIntervalUs: null,
  memoryPeriodMs: null,
  gc: false,
  tensorMemory: false,
  async: false,
  gpu: null
};

/** The `emitNvtx` function over one host. */
export function createEmitNvtx(
  parts: EmitNvtxDeps,
  surroundings: EmitNvtxEnvironment = PROCESS
): EmitNvtxFunction {
  const tool = new ToolSearch(parts, surroundings);
  let isEmitting = false;
  const emitNvtx = (options: EmitNvtxOptions = {}): NvtxEmission => {
    if (!readEnabled(options)) return emission(() => undefined);
    if (isEmitting) throw new NvtxError('NVTX annotation context manager is not reentrant');
    const nvtx = tool.find();
    const end = nvtx ? beginEmitting(parts, nvtx) : () => undefined;
    isEmitting = true;
    return emission(() => {
      isEmitting = false;
      end();
    });
  };
  const run = <T>(fn: () => T, options?: EmitNvtxOptions): T => {
    if (typeof fn !== 'function') throw new NvtxError(`emitNvtx.run cannot run ${shown(fn)}`);
    return runInside(endingWithCall(parts.calls, emitNvtx(options)), fn);
  };
  return Object.assign(emitNvtx, { run });
}

function readEnabled(options: unknown): boolean {
  if (!isObject(options)) {
    throw new NvtxError(`emitNvtx takes options, not ${shown(options)}; to run code: emitNvtx.run`);
  }
  const unknown = Object.keys(options).find(key => key !== 'enabled');
  if (unknown !== undefined) {
    throw new NvtxError(unknownOptionText('emitNvtx', unknown, ['enabled']));
  }
  const { enabled = true } = options as { readonly enabled?: unknown };
  if (typeof enabled === 'boolean') return enabled;
  throw new NvtxError(
    `Invalid value provided for enabled: ${shown(enabled)}. Support: false, true`
  );
}

function emission(end: () => void): NvtxEmission {
  let isOpen = true;
  const endOnce = () => {
    if (!isOpen) return;
    isOpen = false;
    end();
  };
  return asDisposable({ end: endOnce, dispose: endOnce });
}

/** `opened`, which ends as well when the call that it lasts for is cut off. */
function endingWithCall(calls: EmitNvtxDeps['calls'], opened: NvtxEmission): NvtxEmission {
  const cutOff = { stop: () => opened.end() };
  const end = (): void => {
    calls.end(cutOff);
    opened.end();
  };
  calls.begin(cutOff);
  return asDisposable({ end, dispose: end });
}

function runInside<T>(opened: NvtxEmission, fn: () => T): T {
  let result: T;
  try {
    result = fn();
  } catch (error) {
    opened.end();
    throw error;
  }
  if (isPlainPromise(result)) return whenSettled(result, () => opened.end()) as T;
  opened.end();
  return result;
}

function beginEmitting(parts: EmitNvtxDeps, nvtx: NvtxAddon): () => void {
  const { recorder } = parts;
  const ranges = new NvtxRanges({ nvtx, labels: recorder.labels, sequence: recorder.sequence });
  const recording = parts.start(OPERATORS_ONLY);
  const unwatch = recorder.watchers.add(ranges);
  return () => {
    unwatch();
    ranges.endAll();
    recording.stop();
  };
}

/** Searches for a tool that takes ranges, and warns once if there is none. */
class ToolSearch {
  #hasWarned = false;

  constructor(
    private readonly parts: Pick<EmitNvtxDeps, 'addonFolder'>,
    private readonly surroundings: EmitNvtxEnvironment
  ) {}

  find(): NvtxAddon | null {
    const library = this.surroundings.library() ?? '';
    try {
      const { nvtx } = this.surroundings.load(this.parts.addonFolder());
      const state = nvtx.attach(library);
      if (state === 'ready') return nvtx;
      this.#warn(reasonOf(state, library));
    } catch (error) {
      this.#warn(messageOf(error));
    }
    return null;
  }

  #warn(reason: string): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    this.surroundings.warn(`No NVTX ranges are emitted. ${reason}`);
  }
}

function reasonOf(state: Exclude<NvtxState, 'ready'>, library: string): string {
  const named = `The library that NVTX_INJECTION64_PATH names, ${library},`;
  switch (state) {
    case 'noTool':
      return 'No tool takes them: run the program under one, such as `nsys profile node …`.';
    case 'notLoaded':
      return `${named} cannot be loaded.`;
    case 'noEntry':
      return `${named} is not a tool for NVTX 3: it has no InitializeInjectionNvtx2.`;
    case 'refused':
      return `${named} refused to start.`;
  }
}
