import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { type ProfilerObjects, createObjects } from '../../src/compat/mxnet/createObjects';
import {
  type ProfilerDeps,
  type ProfilerModule,
  createProfiler
} from '../../src/compat/mxnet/profiler';
import { type RangeFunction, createRange } from '../../src/engine/annotate/range';
import { RecordingHost } from '../../src/engine/recording/recordingHost';

/** A profiler with all it works with, of its own for each test. */
export interface TestProfiler {
  readonly host: RecordingHost;
  readonly profiler: ProfilerModule;
  readonly objects: ProfilerObjects;
  readonly range: RangeFunction;
  /** What the user was told, `Name: message` each. */
  readonly warnings: readonly string[];
  /** A path in a folder that is removed after the test. */
  readonly file: (name: string) => string;
}

/** Gives each test of a file a profiler; ask for it inside the test. */
export function useTestProfiler(parts: Pick<ProfilerDeps, 'processes'> = {}): () => TestProfiler {
  let made: TestProfiler;
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'kernelscope-'));
    const host = new RecordingHost();
    const warnings: string[] = [];
    const warn = (message: string, name: string) => warnings.push(`${name}: ${message}`);
    made = {
      host,
      profiler: createProfiler(host, { ...parts, warn }),
      objects: createObjects(host.recorder),
      range: createRange(host.recorder),
      warnings,
      file: name => path.join(folder, name)
    };
  });
  afterEach(() => {
    made.profiler.setState('stop');
    rmSync(folder, { recursive: true });
  });
  return () => made;
}

/** Names of the slices in a Chrome trace, in the order of the file. */
export function slicesIn(file: string): string[] {
  const { traceEvents } = JSON.parse(readFileSync(file, 'utf8')) as {
    traceEvents: { ph: string; name: string }[];
  };
  return traceEvents.filter(({ ph }) => 'XBb'.includes(ph)).map(({ name }) => name);
}
