import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { CycleLayout } from '../../src/engine/sessions/cycleLayout';
import type { GpuAvailability } from '../../src/engine/recording/gpuAvailability';
import {
  type CycleProfilerOptions,
  Profiler,
  type ProfilerDeps
} from '../../src/compat/mindspore/profiler/profiler';
import { createInstrumentIterator } from '../../src/engine/annotate/instrumentIterator';
import type { AnalyseOptions } from '../../src/compat/mindspore/outputTree/analyseOptions';
import { EventIds } from '../../src/compat/torch/eventIds';
import { type FinishedProfile, finishedOf } from '../../src/compat/torch/finishedProfile';
import { type ProfileFunction, createProfile } from '../../src/compat/torch/profile';
import { type RangeFunction, createRange } from '../../src/engine/annotate/range';
import { RecordingHost } from '../../src/engine/recording/recordingHost';
import { SessionWarnings } from '../../src/engine/sessions/sessionWarnings';
import { type Instrument, createInstrument } from '../../src/sources/operators/instrument';

/** What a cycle of a test's layout was given. */
export interface SavedCycle {
  readonly path: string;
  readonly profile: FinishedProfile;
  readonly metadata: Readonly<Record<string, string>>;
}

/** An analysis that was asked for. */
export interface AskedAnalysis extends AnalyseOptions {
  readonly directory: string;
  readonly where: 'here' | 'worker';
}

/** Profilers with all they work with, of their own for each test, over a layout in memory. */
export interface TestProfilers {
  readonly host: RecordingHost;
  readonly profile: ProfileFunction;
  readonly range: RangeFunction;
  readonly instrument: Instrument;
  /** Made like `new Profiler(options)`, without samplers. */
  readonly profiler: (options?: CycleProfilerOptions) => Profiler;
  /** What profilers are made with; may be changed before one is. */
  readonly parts: { -readonly [K in keyof ProfilerDeps]: ProfilerDeps[K] };
  /** What the user was told. */
  readonly warnings: string[];
  /** The cycles that were saved, in order. */
  readonly cycles: SavedCycle[];
  /** What the layout was told: `begin`, `save`, `drop`, `close`. */
  readonly calls: string[];
  readonly analyses: AskedAnalysis[];
  /** A path in a folder that is removed after the test. */
  readonly file: (name: string) => string;
  /** Names of the slices of each cycle, in order of start. */
  readonly names: () => string[][];
}

/** A machine with a GPU. */
export const GPU: GpuAvailability = { isFound: true };

const NO_GPU: GpuAvailability = { isFound: false, reason: 'There is no driver.' };

/** Gives each test of a file its profilers; ask for them inside the test. */
export function useTestProfilers(): () => TestProfilers {
  let made: TestProfilers;
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'kernelscope-'));
    made = testProfilers(name => path.join(folder, name));
  });
  afterEach(() => {
    for (const recording of made.host.openRecordings()) recording.stop();
    made.host.releaseProfilers();
    rmSync(folder, { recursive: true });
  });
  return () => made;
}

function testProfilers(file: (name: string) => string): TestProfilers {
  const host = new RecordingHost();
  const range = createRange(host.recorder);
  const warnings: string[] = [];
  const cycles: SavedCycle[] = [];
  const calls: string[] = [];
  const analyses: AskedAnalysis[] = [];
  const warn = (message: string): void => void warnings.push(message);
  const parts: ProfilerDeps = {
    host,
    eventIds: new EventIds(),
    findGpu: () => NO_GPU,
    instrumentIterator: createInstrumentIterator(range),
    layoutOf: () => layoutInto(cycles, calls),
    analysis: {
      find: where => [where],
      here: (directory, options) => {
        analyses.push({ directory, where: 'here', ...options });
        return { notes: [] };
      },
      inWorker: async (directory, options) => {
        await Promise.resolve();
        analyses.push({ directory, where: 'worker', ...options });
        return { notes: [] };
      }
    },
    emit: warn
  };
  return {
    host,
    range,
    profile: createProfile(host, new SessionWarnings(warn)),
    instrument: createInstrument(host.hooks),
    profiler: options => new Profiler(parts, options),
    parts,
    warnings,
    cycles,
    calls,
    analyses,
    file,
    names: () => cycles.map(({ profile }) => profile.functionEvents.map(({ name }) => name))
  };
}

function layoutInto(cycles: SavedCycle[], calls: string[]): CycleLayout {
  let begun = 0;
  return {
    begin: () => {
      const cyclePath = `cycle ${++begun}`;
      calls.push('begin');
      return {
        path: cyclePath,
        save: (profile, metadata) => {
          calls.push('save');
          cycles.push({
            path: cyclePath,
            profile: finishedOf(profile),
            metadata: Object.fromEntries(metadata)
          });
          return true;
        },
        drop: () => void calls.push('drop')
      };
    },
    close: () => void calls.push('close')
  };
}
