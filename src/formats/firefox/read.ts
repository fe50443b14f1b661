import { plural } from '../../base/text';
import { NS_PER_MS } from '../../base/time';
import { FrameKind, type Profile } from '../../model/profile/profile';
import { finishTrace } from '../shared/imported/finishTrace';
import { type ScriptNames, ImportedFrames } from '../shared/imported/importedFrames';
import { type ImportOptions, ImportedTrace } from '../shared/imported/importedTrace';
import {
  type JsonObject,
  jsonDocument,
  numericValue,
  objectAt
} from '../shared/imported/jsonDocument';
import { TraceImportError } from '../shared/imported/importLimits';
import { type FirefoxThread, firefoxThreads } from './firefoxThreads';

/** Lists and objects of a file of any size: rows of raw profiles are short lists. */
const ALLOWED_LISTS = 4_000_000;

/** The interval of samples in a file that does not say it, milliseconds. */
const USUAL_INTERVAL_MS = 1;

/**
 * A profile of the Firefox Profiler, processed or as Firefox and its developer tools write it, as a profile: the
 * samples of each thread with their stacks, each lasting until the next one, or as long as the file says; and
 * the memory that samples of allocations stand for.
 *
 * @throws TraceImportError for anything else, or a profile beyond the limits
 */
export function readFirefox(
  bytes: Uint8Array,
  options: ImportOptions,
  scripts: ScriptNames
): Profile {
  const document = jsonDocument(bytes, ALLOWED_LISTS);
  const isWrapped = document.threads === undefined && document.profile !== undefined;
  const profile = isWrapped ? objectAt(document.profile, 'profile') : document;
  const meta = objectAt(profile.meta ?? {}, 'meta');
  const trace = new ImportedTrace(bytes);
  const reader = new FirefoxReader(trace, scripts, intervalOf(meta));
  let markers = 0;
  for (const thread of firefoxThreads(profile)) {
    reader.add(thread);
    markers += thread.markers;
  }
  if (markers > 0) {
    trace.notes.say(`${plural(markers, 'marker is', 'markers are')} not read.`);
  }
  const { startTime, product } = meta;
  trace.facts.startedAtMs = typeof startTime === 'number' && startTime > 0 ? startTime : null;
  trace.facts.runtime = typeof product === 'string' ? product : '';
  return finishTrace(trace, options);
}

function intervalOf({ interval }: JsonObject): number {
  return typeof interval === 'number' && interval > 0 ? interval : USUAL_INTERVAL_MS;
}

const nanoseconds = (ms: number): number => Math.round(ms * NS_PER_MS);

class FirefoxReader {
  readonly #frames: ImportedFrames;

  constructor(
    private readonly trace: ImportedTrace,
    scripts: ScriptNames,
    private readonly intervalMs: number
  ) {
    this.#frames = new ImportedFrames(trace, scripts, FrameKind.native);
  }

  add(thread: FirefoxThread): void {
    const { stack, timesMs, weights, weightType } = thread.samples;
    if (stack.length === 0) return;
    const stackOf = this.#stacksOf(thread);
    const isBytes = weightType === 'bytes';
    const { name, pid, tid } = thread;
    const row = this.trace.rows.add({
      kind: 'thread',
      parent: this.trace.rows.ofProcess(pid),
      name,
      pid,
      tid
    });
    stack.forEach((each, at) => {
      const time = nanoseconds(timesMs[at]);
      const own = each === null || each === undefined ? -1 : stackOf(each);
      if (isBytes) this.#addBytes(own, weights?.[at] ?? 0);
      else this.#addSample(row, own, time, this.#weightOf(thread, at));
    });
  }

  /** Nanoseconds that a sample stands for. */
  #weightOf({ samples }: FirefoxThread, at: number): number {
    const { timesMs, weights, weightType } = samples;
    if (weights !== null && weightType === 'tracing-ms') return nanoseconds(weights[at]);
    const next = at + 1 < timesMs.length ? timesMs[at + 1] : timesMs[at] + this.intervalMs;
    return nanoseconds(next) - nanoseconds(timesMs[at]);
  }

  #addSample(row: number, stack: number, time: number, weight: number): void {
    const { notes, samples } = this.trace;
    if (!(weight >= 0)) {
      notes.add('weightless');
      return;
    }
    this.trace.see(time);
    this.trace.see(time + weight);
    samples.add(time, stack, row, weight);
  }

  /** Memory that was freed has negative numbers, which are left out: what was allocated is shown. */
  #addBytes(stack: number, bytes: number): void {
    const { heap, notes, samples } = this.trace;
    if (bytes < 0) notes.add('weightless');
    if (!(bytes > 0)) return;
    const program = { name: '(program)', file: '' };
    const row = stack < 0 ? samples.stackOf(-1, this.#frames.row(program)) : stack;
    heap.add(row, 'allocated', { bytes });
  }

  /** The stacks of a thread by their rows in the file, each created on request. */
  #stacksOf({ stacks, frameAt }: FirefoxThread): (row: unknown) => number {
    const known = new Map<number, number>();
    const frames = new Map<number, { readonly row: number; readonly line: number }>();
    const frameOf = (frame: number): { readonly row: number; readonly line: number } => {
      const found = frames.get(frame);
      if (found !== undefined) return found;
      const { atLine, ...place } = frameAt(frame);
      const line = this.#frames.line(place.file, atLine).line;
      const added = { row: this.#frames.row(place), line };
      frames.set(frame, added);
      return added;
    };
    return last => {
      const path: number[] = [];
      let above = -1;
      for (let next = last; next !== null && next !== undefined;) {
        const row = numericValue(next);
        if (!Number.isInteger(row) || row < 0 || row >= stacks.length) {
          throw new TraceImportError('a sample has a stack that is not in the file');
        }
        const found = known.get(row);
        if (found !== undefined) {
          above = found;
          break;
        }
        if (path.push(row) > stacks.length) throw new TraceImportError('its stacks have a circle');
        next = stacks.prefixOf(row);
      }
      for (const row of path.reverse()) {
        const { row: frame, line } = frameOf(numericValue(stacks.frameOf(row)));
        above = this.trace.samples.stackOf(above, frame, line);
        known.set(row, above);
      }
      return above;
    };
  }
}
