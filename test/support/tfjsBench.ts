import { createRequire } from 'node:module';
import { dirname, sep } from 'node:path';
import { afterEach, beforeEach, vi } from 'vitest';
import type * as Wasm from '@tensorflow/tfjs-backend-wasm';
import type * as Tf from '@tensorflow/tfjs';
import { tfjsFlops } from '../../src/analysis/operators/libraryFlops';
import { ArgKind, type Profile } from '../../src/model/profile/profile';
import type { Source } from '../../src/record/build/contribution';
import { monotonicClock } from '../../src/base/clock';
import { Recorder } from '../../src/record/recorder';
import { ApiCalls } from '../../src/sources/operators/apiCalls';
import { ModuleWatch } from '../../src/sources/operators/moduleWatch';
import { OperatorContext } from '../../src/sources/operators/operatorContext';
import { OperatorMemory, OperatorMemorySource } from '../../src/sources/operators/operatorMemory';
import { type Kinds, RecordedKinds } from '../../src/sources/operators/recordedKinds';
import { TfjsHook, TfjsSource } from '../../src/sources/tfjs/tfjs';
import { NO_KINDS } from './hookDeps';
import { finishWindow } from './recording';

const load = createRequire(import.meta.url);
const globals = globalThis as { _tfengine?: object; _tfGlobals?: object };

/** A fresh copy of TensorFlow.js, as a notebook loads it: core with CPU back end, or all of it. */
export function loadTensorFlow(part: 'core' | 'all' = 'core'): typeof Tf {
  for (const file of Object.keys(load.cache)) {
    if (file.includes('@tensorflow')) delete load.cache[file];
  }
  if (part === 'all') return load('@tensorflow/tfjs') as typeof Tf;
  const tf = load('@tensorflow/tfjs-core') as typeof Tf;
  load('@tensorflow/tfjs-backend-cpu');
  return tf;
}

/** Loads the WebAssembly back end for the newest copy, without starting it. */
export function loadWasmBackend(): void {
  const wasm = load('@tensorflow/tfjs-backend-wasm') as typeof Wasm;
  wasm.setWasmPaths(dirname(load.resolve('@tensorflow/tfjs-backend-wasm')) + sep);
}

/** Makes the next copy of TensorFlow.js the first one. */
export function forgetTensorFlow(): void {
  delete globals._tfengine;
  delete globals._tfGlobals;
}

/** What a test asks for; nothing else is recorded. */
export interface Wanted extends Partial<Kinds> {
  readonly shapes?: boolean;
  readonly tensors?: boolean;
  readonly flops?: boolean;
  readonly memoryEveryOperators?: number;
}

/** A recorder with the hook in TensorFlow.js. */
export class TfjsBench {
  readonly recorder = new Recorder({ clock: monotonicClock });
  readonly kinds = new RecordedKinds();
  readonly operatorContext = new OperatorContext();
  readonly apiCalls = new ApiCalls(this.recorder);
  readonly moduleWatch = new ModuleWatch();
  readonly operatorMemory = new OperatorMemory(this.recorder);
  readonly hook = new TfjsHook(this);

  /** The profile of a function; an error of it is thrown on with the profile as a property. */
  profile(run: () => unknown, wanted: Wanted = { operators: true, shapes: true }): Profile {
    const finish = this.start(wanted);
    let thrown: unknown = null;
    try {
      run();
    } catch (error) {
      thrown = error;
    }
    const profile = finish();
    if (thrown !== null) throw Object.assign(thrown as Error, { profile });
    return profile;
  }

  /** The profile of a function until its promise settles. */
  async profileAsync(run: () => Promise<unknown>, wanted: Wanted): Promise<Profile> {
    const finish = this.start(wanted);
    try {
      await run();
    } catch (error) {
      throw Object.assign(error as Error, { profile: finish() });
    }
    return finish();
  }

  /** Starts a recording, and returns what ends it. */
  start(wanted: Wanted): () => Profile {
    const { shapes = false, tensors = false, flops, memoryEveryOperators, ...kinds } = wanted;
    const { recorder } = this;
    const release = this.kinds.acquire({
      ...NO_KINDS,
      ...kinds,
      tensorBytes: memoryEveryOperators !== undefined
    });
    const detail = { shapes, tensors, flops: flops === true ? tfjsFlops : null };
    const sources: Source[] = [new TfjsSource(this.hook, detail)];
    if (memoryEveryOperators !== undefined) {
      sources.push(new OperatorMemorySource(this.operatorMemory, memoryEveryOperators));
    }
    for (const source of sources) source.start();
    const window = recorder.openWindow();
    return () => {
      recorder.endWindow(window);
      release();
      for (const source of sources) source.stopNow();
      return finishWindow(recorder, window, sources);
    };
  }
}

/**
 * Gives each test of a file a bench of its own, and TensorFlow.js as if it had never been loaded.
 * What it says on the console is not shown.
 */
export function useTfjsBench(set: (bench: TfjsBench) => void): void {
  beforeEach(() => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    forgetTensorFlow();
    set(new TfjsBench());
  });
  afterEach(() => {
    forgetTensorFlow();
    vi.restoreAllMocks();
  });
}

/** A slice with its parent and its arguments. */
export interface SliceRow {
  readonly name: string;
  readonly parent: string | null;
  readonly [key: string]: unknown;
}

/** The names of the recorded calls of `tf` functions. */
export function apiCalls(profile: Profile): string[] {
  return slicesOf(profile, 'API').map(({ name }) => name);
}

/** The slices of a profile, in all categories or in one. */
export function slicesOf(profile: Profile, category?: string): SliceRow[] {
  const { slices, labels, args, strings } = profile;
  const nameOf = (row: number) => strings[labels.name[slices.label[row]]];
  const rows = Array.from({ length: slices.length }, (_, row) => row);
  const isWanted = (row: number) =>
    category === undefined || strings[labels.category[slices.label[row]]] === category;
  return rows.filter(isWanted).map(row => {
    const own: Record<string, unknown> = {};
    for (let at = 0; at < args.length; at++) {
      if (args.slice[at] !== row) continue;
      const isText = args.kind[at] === ArgKind.string;
      own[strings[args.key[at]]] = isText ? strings[args.value[at]] : args.value[at];
    }
    const parent = slices.parent[row];
    return { name: nameOf(row), parent: parent < 0 ? null : nameOf(parent), ...own };
  });
}

/** The values of a counter, oldest first; empty when there is none of this name. */
export function counterOf(profile: Profile, name: string): number[] {
  return Array.from(profile.counters.find(each => each.name === name)?.value ?? []);
}
