import { explainDetached } from '../../base/detachedMethods';
import { aliasedRoot, defineAliases } from '../../base/snakeCase';
import type { FunctionEventAvg } from './events/functionEventAvg';
import { chromeTraceLosses } from '../../formats/chrome/losses';
import type { StackMetric } from './eventStacks';
import { encodeKinetoTrace } from '../../formats/chrome/kinetoTrace';
import { type ResultDisplay, displayKey, isOutermost } from '../../model/output/resultDisplay';
import type { Profile } from '../../model/profile/profile';
import type { TableArguments } from './events/tableOptions';
import type { AverageArguments, EventList } from './eventList';
import { type EventTraceOptions, saveTrace, traceLayout } from './eventTrace';
import type { OpenRecording } from '../../engine/recording/openSessions';
import type { SavedFile } from '../../engine/results/atomicWrite';
import type { FinishedProfile } from './finishedProfile';
import { SessionMetadata } from './metadata';
import { type ResultNames, RESULT_NAMES } from './events/pythonNames';
import { isDataWait } from '../../analysis/statistics/profileSteps';

/** The text of a session before it has results. */
const UNFINISHED = '<unfinished torch.autograd.profile>';

/** The results of a session. Its events are made on first use. */
export abstract class SessionResults extends aliasedRoot<SessionResults, ResultNames>() {
  protected readonly metadata = new SessionMetadata();
  protected made: { readonly of: FinishedProfile; readonly list: EventList } | null = null;

  /** The finished profile. @throws UnfinishedSessionError before the end, or when not enabled. */
  abstract get finished(): FinishedProfile;

  /** False while `finished` throws. */
  protected abstract get hasResults(): boolean;

  /** False if the session has no events. */
  protected abstract get hasEvents(): boolean;

  /** Makes the events of a profile. */
  protected abstract makeEvents(profile: Profile): EventList;

  /** The tables of the profile. @throws UnfinishedSessionError as `finished` does. */
  get profile(): Profile {
    return this.finished.data;
  }

  /**
   * The events of the session, in order of start. Before the end null, as in PyTorch; the type leaves that
   * out, for the many programs that read events of sessions that are over.
   *
   * @throws TraceOnlyError if it has none
   */
  get functionEvents(): EventList {
    return this.hasResults ? this.events() : (null as unknown as EventList);
  }

  /**
   * The same, but never null. @throws UnfinishedSessionError as `finished` does; TraceOnlyError if it has
   * none
   */
  events(): EventList {
    const { finished } = this;
    if (this.made?.of !== finished) {
      this.made = { of: finished, list: this.makeEvents(finished.data) };
    }
    return this.made.list;
  }

  /** The events as a table. @throws UnfinishedSessionError; EventOptionError for unknown options */
  table(...given: TableArguments): string {
    return this.events().table(...given);
  }

  /** One average for each name; see `EventList.keyAverages`. @throws as `table` does */
  keyAverages(...given: AverageArguments): EventList<FunctionEventAvg> {
    return this.events().keyAverages(...given);
  }

  /** The sum over all events. @throws UnfinishedSessionError as `finished` does. */
  totalAverage(): FunctionEventAvg {
    return this.events().totalAverage();
  }

  /**
   * Writes a Chrome trace, gzipped where `path` ends in `.gz`, with the metadata of the session as
   * top-level keys. With the layout `autograd` as the first autograd profiler did, without them.
   *
   * @throws UnfinishedSessionError as `finished` does; EventOptionError for unknown options and layouts
   * @throws OutputFileError for a path that cannot be written
   */
  exportChromeTrace(path: string, options: EventTraceOptions = {}): SavedFile {
    const { profile } = this;
    if (traceLayout(options) !== 'default') {
      return this.events().exportChromeTrace(path, options);
    }
    return this.saveKinetoTrace(path, profile);
  }

  /**
   * Writes what `exportChromeTrace` does, for PyTorch's plugin for TensorBoard: the waits of loops for
   * their data have the names by which it finds the time of the DataLoader.
   *
   * @throws UnfinishedSessionError as `finished` does
   * @throws OutputFileError for a path that cannot be written
   */
  exportTensorboardTrace(path: string): SavedFile {
    return this.saveKinetoTrace(path, withDataLoaderNames(this.profile));
  }

  /** Writes folded stacks; see `EventList.exportStacks`. @throws as `exportChromeTrace` does */
  exportStacks(path: string, metric?: StackMetric): SavedFile {
    return this.events().exportStacks(path, metric);
  }

  /**
   * Adds text metadata to the session, at any time. @throws MetadataError for a value that is not a
   * string
   */
  addMetadata(key: string, value: string): void {
    this.metadata.add(key, value);
  }

  /** Adds JSON metadata. @throws MetadataError for invalid JSON */
  addMetadataJson(key: string, json: string): void {
    this.metadata.addJson(key, json);
  }

  /** The table of all events, or what there is instead. */
  override toString(): string {
    return this.unlisted() ?? this.events().toString();
  }

  /**
   * The output of `console.log`: the table, or what there is instead; within other values a line on the
   * profile.
   */
  [Symbol.for('nodejs.util.inspect.custom')](
    depth?: number,
    options?: { readonly depth?: number }
  ): string {
    if (!this.hasResults) return UNFINISHED;
    const text = isOutermost(depth, options) ? this.toString() : '';
    return text === '' ? this.finished.summary : text;
  }

  /** The last line of a cell: the profile, with the table as text; before the end only text. */
  [displayKey()](): ResultDisplay | null {
    if (!this.hasResults) return null;
    const { profile } = this;
    const text = this.hasEvents ? this.events().table() : '';
    return text === '' ? { profile } : { profile, text };
  }

  protected saveKinetoTrace(path: string, profile: Profile): SavedFile {
    const bytes = encodeKinetoTrace(profile, this.metadata.entries);
    return saveTrace(path, { bytes, losses: chromeTraceLosses(profile) });
  }

  /** The text of a session without events; null for one with events. */
  protected unlisted(): string | null {
    if (!this.hasResults) return UNFINISHED;
    return this.hasEvents ? null : this.finished.summary;
  }
}

/** Something that runs until it is ended: a `ProfileSession`, or a `Profiler` that is started. */
export interface OpenSession extends SessionResults, OpenRecording {}

/** True for what has results as sessions have them. */
export function isOpenSession(open: OpenRecording): open is OpenSession {
  return open instanceof SessionResults;
}

defineAliases(SessionResults.prototype, RESULT_NAMES);
explainDetached(SessionResults, 'session');

/**
 * The name of a wait for a value in PyTorch's DataLoader, which its plugin for TensorBoard looks up.
 */
function dataLoaderName(name: string): string {
  return `enumerate(DataLoader)#${name.replace(/[.]next$/, '')}.__next__`;
}

/** The same profile, with the waits of loops for their data named as PyTorch names them. */
function withDataLoaderNames(profile: Profile): Profile {
  const { labels } = profile;
  const strings = [...profile.strings];
  const rename = (row: number, label: number): number => {
    const name = strings[row];
    if (!isDataWait(name, strings[labels.category[label]])) return row;
    return strings.push(dataLoaderName(name)) - 1;
  };
  return { ...profile, strings, labels: { ...labels, name: labels.name.map(rename) } };
}
