import { type Columns, InstantScope } from '../../columns/columns';
import type { FactParts } from '../../facts/table';
import type { SourceReport } from './sourceReport';
import type { SourceText } from './sourceText';

export * from '../../columns/columns';
export type { SourceName, SourceReport } from './sourceReport';

/** The version of the {@link Profile} layout; `PROFILE_PATH` leads from older ones to it. */
export const PROFILE_VERSION = 2;

/**
 * A finished, immutable profile. Nothing in it is trusted by a reader before `validateProfile` has seen it.
 */
export interface Profile extends Columns {
  readonly version: typeof PROFILE_VERSION;
  readonly meta: ProfileMeta;
  /** Sources of the hottest notebook cells but the profiled one, hottest first; none of files. */
  readonly sourceTexts: readonly SourceText[];
  /** One report for each source that was asked to record, also for one that failed. */
  readonly sources: readonly SourceReport[];
}

/** Every {@link ProfileStatus}. */
export const PROFILE_STATUSES = {
  complete: true,
  error: true,
  interrupted: true,
  exited: true,
  recovered: true
} as const;

/** How the recorded code ended. */
export type ProfileStatus = keyof typeof PROFILE_STATUSES;

/** Facts about the whole run. Contains no environment variables and no absolute paths. */
export interface ProfileMeta extends FactParts {
  readonly id: string;
  readonly name: string;
  readonly status: ProfileStatus;
  /** Wall-clock time of the origin, milliseconds since the Unix epoch. */
  readonly startedAtMs: number;
  /** CLOCK_MONOTONIC at the origin, nanoseconds, as decimal digits (it may exceed 2⁵³). */
  readonly originNs: string;
  /** Length of the recorded window, nanoseconds. */
  readonly durationNs: number;
  /** User + system CPU time of the process within the window, nanoseconds. */
  readonly cpuTimeNs: number;
  readonly host: string;
  readonly pid: number;
  /** `process.version` of the recording process, such as `v20.20.2`. */
  readonly runtime: string;
  /** The options of the recording as the user would write them, by long name. */
  readonly options: Readonly<Record<string, string>>;
  readonly cell: CellInfo | null;
  /** Estimated cost of recording itself, nanoseconds; shown, never subtracted. */
  readonly overheadNs: number;
  readonly dropped: DroppedCounts;
  /** True when a file was cut off and only its intact part was read. */
  readonly truncated: boolean;
}

/** The notebook cell a profile belongs to. */
export interface CellInfo {
  /** Script name of the cell in stacks, such as `Cell [5]`. */
  readonly file: string;
  readonly executionCount: number;
  readonly source: string;
}

/** The number of records of each kind that were made but not kept. */
export interface DroppedCounts {
  readonly slices: number;
  readonly instants: number;
  readonly counterValues: number;
  readonly args: number;
  readonly flows: number;
}

/** What heap samples count: everything that was allocated, or what is still alive at the end. */
export type HeapAmount = 'allocated' | 'alive';

/** The amounts that a profile has heap samples of, in the order of the type. */
export function heapAmounts({ heapSamples }: Pick<Profile, 'heapSamples'>): HeapAmount[] {
  const { bytes, aliveBytes } = heapSamples;
  return [
    ...(bytes.some(value => value > 0) ? (['allocated'] as const) : []),
    ...(aliveBytes.some(value => value > 0) ? (['alive'] as const) : [])
  ];
}

/** The name of an instant's scope. */
export type InstantScopeName = keyof typeof InstantScope;

const NAMES = Object.keys(InstantScope) as InstantScopeName[];

/** The name of one of {@link InstantScope}. */
export function instantScopeName(code: number): InstantScopeName {
  return NAMES.find(name => InstantScope[name] === code) ?? 'thread';
}
