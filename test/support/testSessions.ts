import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { EventIds } from '../../src/compat/torch/eventIds';
import { type ProfileFunction, createProfile } from '../../src/compat/torch/profile';
import type { ProfileOptions } from '../../src/compat/torch/profileOptions';
import type { ProfileSession } from '../../src/compat/torch/profileSession';
import { type RangeFunction, createRange } from '../../src/engine/annotate/range';
import { RecordingHost } from '../../src/engine/recording/recordingHost';
import { SessionWarnings } from '../../src/engine/sessions/sessionWarnings';
import { type Instrument, createInstrument } from '../../src/sources/operators/instrument';

/** `profile` with all it works with, of its own for each test. */
export interface TestSessions {
  readonly host: RecordingHost;
  readonly eventIds: EventIds;
  readonly profile: ProfileFunction;
  readonly range: RangeFunction;
  readonly instrument: Instrument;
  /** What the user was told. */
  readonly warnings: readonly string[];
  /** A path in a folder that is removed after the test. */
  readonly file: (name: string) => string;
}

/** Options that record what the code itself says: no samplers, no helper threads. */
export const BARE: ProfileOptions = { cpuIntervalUs: null, memoryPeriodMs: null, gc: false };

/** Gives each test of a file its sessions; ask for them inside the test. */
export function useTestSessions(): () => TestSessions {
  let made: TestSessions;
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'kernelscope-'));
    const host = new RecordingHost();
    const eventIds = new EventIds();
    const warnings: string[] = [];
    const tell = new SessionWarnings(message => void warnings.push(message));
    made = {
      host,
      profile: createProfile(host, tell, eventIds),
      eventIds,
      range: createRange(host.recorder),
      instrument: createInstrument(host.hooks),
      warnings,
      file: name => path.join(folder, name)
    };
  });
  afterEach(() => {
    for (const recording of made.host.openRecordings()) recording.stop();
    made.host.releaseProfilers();
    rmSync(folder, { recursive: true });
  });
  return () => made;
}

/** The names of a session's events, in order of start. */
export function eventNames(session: ProfileSession): string[] {
  return session.functionEvents.map(({ name }) => name);
}

/** One event of a Chrome trace; what an event does not have is absent. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly cat?: string;
  readonly ts?: number;
  readonly dur?: number;
  readonly tid?: number;
  readonly args?: Readonly<Record<string, unknown>>;
}

/** A Chrome trace as it was written. */
export interface WrittenTrace extends Readonly<Record<string, unknown>> {
  readonly traceEvents: readonly TraceEvent[];
}

/** Exports a session's Chrome trace to `file` and reads it. */
export function writtenTrace(session: ProfileSession, file: string): WrittenTrace {
  session.exportChromeTrace(file);
  return JSON.parse(readFileSync(file, 'utf8')) as WrittenTrace;
}
