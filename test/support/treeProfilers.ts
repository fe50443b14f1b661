import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach } from 'vitest';
import { EventIds } from '../../src/compat/torch/eventIds';
import { type CycleProfilerOptions, Profiler } from '../../src/compat/mindspore/profiler/profiler';
import {
  type ProfilerCallbackFunction,
  createProfilerCallback
} from '../../src/compat/mindspore/profiler/profilerCallback';
import { profilerDeps } from '../../src/runtime/profilerDeps';
import { createInstrumentIterator } from '../../src/engine/annotate/instrumentIterator';
import { type RangeFunction, createRange } from '../../src/engine/annotate/range';
import { RecordingHost } from '../../src/engine/recording/recordingHost';
import { type Instrument, createInstrument } from '../../src/sources/operators/instrument';
import { useFolder } from './folders';
import { bundleDumpWorker, bundleFile } from './bundleFile';

/** Profilers as programs have them, with real files, of their own for each test. */
export interface TreeProfilers {
  readonly host: RecordingHost;
  readonly range: RangeFunction;
  readonly instrument: Instrument;
  /** `new Profiler(options)`, whose tree is in the folder of the test unless they say otherwise. */
  readonly profiler: (options?: CycleProfilerOptions) => Profiler;
  readonly profilerCallback: ProfilerCallbackFunction;
  /** What the user was told. */
  readonly warnings: string[];
  /** The folder of the test. */
  readonly outputPath: string;
  /** Directories of cycles in that folder, oldest first. */
  readonly trees: () => string[];
}

/** Gives each test of a file its profilers, with real worker threads; ask for them inside the test. */
export function useTreeProfilers(): () => TreeProfilers {
  const folder = useFolder();
  const dumpWorkerFile = path.join(folder, 'continuousDumpWorker.js');
  const offlineWorkerFile = path.join(folder, 'offlineWorker.js');
  let tests = 0;
  let made: TreeProfilers;
  beforeAll(() => {
    bundleDumpWorker(folder);
    bundleFile('../src/compat/mindspore/offline/offlineWorker.ts', offlineWorkerFile);
  });
  beforeEach(() => {
    made = treeProfilers(path.join(folder, `test ${++tests}`));
    made.host.configure({ dumpWorkerFile, offlineWorkerFile });
  });
  afterEach(() => {
    for (const recording of made.host.openRecordings()) recording.stop();
    made.host.releaseProfilers();
  });
  return () => made;
}

/** The lines of a file without the line ends; the last is not empty. */
export function linesOf(...parts: readonly string[]): string[] {
  return readFileSync(path.join(...parts), 'utf8')
    .trimEnd()
    .split('\n');
}

function treeProfilers(outputPath: string): TreeProfilers {
  const host = new RecordingHost();
  const range = createRange(host.recorder);
  const warnings: string[] = [];
  const parts = {
    ...profilerDeps(host, new EventIds(), createInstrumentIterator(range)),
    emit: (message: string) => void warnings.push(message)
  };
  const profiler = (options: CycleProfilerOptions = {}): Profiler => {
    const isTree = options.path === undefined && options.format === undefined;
    return new Profiler(parts, { ...(isTree && { outputPath }), ...options });
  };
  return {
    host,
    range,
    instrument: createInstrument(host.hooks),
    profiler,
    profilerCallback: createProfilerCallback(host.recorder, profiler),
    warnings,
    outputPath,
    trees: () => treesIn(outputPath)
  };
}

/** Directories of cycles in a folder, oldest first. */
export function treesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter(name => name.endsWith('_kscope'));
  return names.sort().map(name => path.join(folder, name));
}
