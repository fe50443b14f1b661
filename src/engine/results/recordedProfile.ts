import {
  type AggregateRow,
  type AggregateSection,
  type GpuReport,
  type HeapFunction,
  type LineHeat,
  type RequestLatency,
  type SampleLabelTime,
  aggregate,
  gpuReport,
  heapFunctions,
  labelledPart,
  lineHeat,
  programPart,
  requestLatencies,
  sampleLabelTimes
} from '../../analysis';
import { findingsWithCauses } from '../../open/findingsWithCauses';
import { oncePer } from '../../base/oncePer';
import { NS_PER_MS } from '../../base/time';
import { profileBytes } from '../../model/profile/columns';
import type { Profile } from '../../model/profile/profile';
import { type ResultDisplay, displayKey, isOutermost } from '../../model/output/resultDisplay';
import type { Finding, Findings, TimeShares } from '../../model/output/findings';
import { explainMarkdown, profileNotes, recordingTitle } from '../../report';
import { type PlainDumpsOptions, checkDumpsOptions, dumpsText } from './dumpsOptions';
import { exportProfile } from './exportProfile';
import type { SavedFile } from './atomicWrite';
import { queryProfiles } from '../sql/queryProfiles';
import type { QueryRows } from '../sql/queryRows';
import { mergeCells } from '../../model/merge/mergeCells';

// What is found of a profile is found once, for all who ask of the same tables.
const findingsIn = oncePer((data: Profile) => findingsWithCauses(data));
const gpuReportOf = oncePer((data: Profile) => gpuReport(data));
const sectionsOf = oncePer((data: Profile) => aggregate(data));

/** A profile, recorded or read from a file, with its queries. Times in nanoseconds, memory in bytes. */
export class RecordedProfile {
  constructor(
    /** The immutable tables. */
    readonly data: Profile
  ) {}

  /** Identifier, unique on this machine. */
  get id(): string {
    return this.data.meta.id;
  }

  /** The name it was recorded under, or its id. */
  get name(): string {
    return this.data.meta.name;
  }

  /** The name it was recorded under, or else its cell and the time of day, or else its id. */
  get title(): string {
    const { id, name, startedAtMs, cell } = this.data.meta;
    return recordingTitle({ id, name, startedAtMs, cellFile: cell?.file ?? null });
  }

  /** Length of the recorded window, nanoseconds. */
  get wallNs(): number {
    return this.data.meta.durationNs;
  }

  /** Memory that the tables take, bytes. */
  get sizeBytes(): number {
    return profileBytes(this.data);
  }

  /** Statistics by category and name; computed at the first call. */
  sections(): readonly AggregateSection[] {
    return sectionsOf(this.data);
  }

  /** The statistics of one name, in `category` or the first one that has it. */
  find(name: string, category?: string): AggregateRow | undefined {
    const sections = this.sections().filter(
      one => category === undefined || one.category === category
    );
    return sections.flatMap(({ rows }) => rows).find(row => row.name === name);
  }

  /** The findings and the time by use; computed at the first call. */
  get found(): Findings {
    return findingsIn(this.data);
  }

  /**
   * What is worth knowing, most important first, five findings at most: each with its share of the time,
   * its evidence and its uncertainty. Empty if nothing stands out. Computed at the first call.
   */
  findings(): readonly Finding[] {
    return this.found.findings;
  }

  /** What the wall time was used for, nanoseconds; null if the stack was not sampled. */
  timeShares(): TimeShares | null {
    return this.found.shares;
  }

  /** The findings as Markdown, for a person or an assistant, with what is missing and what to measure next. */
  explain(): string {
    const { title: name, wallNs, data } = this;
    const { options, cell } = data.meta;
    const notes = profileNotes(data);
    return explainMarkdown({ name, wallNs, ...this.found, notes, options, cell });
  }

  /**
   * CPU time, allocations and operators by line of `file`, which is the profiled cell unless given;
   * by line number. Of allocations only the lines are known on which functions begin.
   */
  lines(file: string | undefined = this.data.meta.cell?.file): LineHeat[] {
    return file === undefined ? [] : lineHeat(this.data, file);
  }

  /**
   * The functions that allocated on the heap, with `--retained` what of it is still alive, with
   * `--allocations` all of it; V8's estimates from samples. Most alive first, then most allocated.
   */
  allocations(): readonly HeapFunction[] {
    return heapFunctions(this.data);
  }

  /**
   * The requests of servers, clients, `fetch` and databases by category and name: their number, errors and
   * rate, and exact percentiles of their durations in nanoseconds. Those that take longest in all come
   * first; empty where none were recorded.
   */
  requests(): readonly RequestLatency[] {
    return requestLatencies(programPart(this.data));
  }

  /** The labels of `profile.label` by the time that code had them, longest first; empty where there were none. */
  labels(): readonly SampleLabelTime[] {
    return sampleLabelTimes(programPart(this.data));
  }

  /**
   * The samples, slices and counters of code that ran with a label, as if nothing else had run. The times of its lines
   * are not known. Undefined if nothing had the label.
   */
  withLabel(name: string, value: string): RecordedProfile | undefined {
    const part = labelledPart(this.data, [name, value]);
    return part === null ? undefined : new RecordedProfile(part);
  }

  /**
   * The GPU report: devices with their streams and idle gaps, kernels, copies, and the GPU work of
   * operators and lines. Null if nothing ran on a GPU. Computed at the first call.
   */
  gpu(): GpuReport | null {
    return gpuReportOf(this.data);
  }

  /** The statistics as text. @throws DumpsOptionError for a value that is not supported. */
  dumps(options: PlainDumpsOptions = {}): string {
    checkDumpsOptions(options);
    const sections = this.sections();
    const requests = (): readonly RequestLatency[] => this.requests();
    return dumpsText({ sections, requests, notes: profileNotes(this.data) }, options);
  }

  /**
   * Writes the profile to `path` in the format of its ending. An existing file is replaced only when
   * everything is written.
   *
   * @throws OutputFileError for an unknown ending or a path that cannot be written.
   */
  save(path: string): SavedFile {
    return exportProfile(this.data, this.sections(), path, () => this.found);
  }

  /**
   * The rows of an SQL query over the views of the profile: `slices`, `samples`, `stacks`, `lines`, `counters`, `steps`,
   * `cells`, `tracks`, `instants`, `flows` and `profile`. At most 100,000 rows; after 5 s the query is stopped. Needs
   * the package `@duckdb/node-api`.
   *
   * @throws QueryError for a query that is wrong, does not only read, or is beyond a limit.
   * @throws PackageUnavailableError if DuckDB is not installed.
   */
  sql(query: string): Promise<QueryRows> {
    return queryProfiles([this.data], query);
  }

  /** A description in one line. */
  get summary(): string {
    const { slices, samples } = this.data;
    const ms = (this.wallNs / NS_PER_MS).toFixed(1);
    return `Profile ${this.title}: ${ms} ms, ${slices.length} slices, ${samples.length} samples`;
  }

  /** The same as `dumps()`. */
  toString(): string {
    return this.dumps();
  }

  /** The output of `console.log`: `toString()`; within other values `summary`. */
  [Symbol.for('nodejs.util.inspect.custom')](
    depth?: number,
    options?: { readonly depth?: number }
  ): string {
    return isOutermost(depth, options) ? this.toString() : this.summary;
  }

  /** The last line of a cell: the views. */
  [displayKey()](): ResultDisplay {
    return { profile: this.data };
  }
}

const WHOLE_NAME = 'notebook';

/** The profiles of cells as one; see `mergeCells`. @throws ProfileError for none */
export function profileOfCells(cells: readonly RecordedProfile[], id: string): RecordedProfile {
  const profiles = cells.map(({ data }) => data);
  return new RecordedProfile(mergeCells(profiles, { id, name: WHOLE_NAME }));
}
