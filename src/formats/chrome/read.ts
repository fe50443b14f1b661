import type { Profile } from '../../model/profile/profile';
import { DEVICE_PROPERTIES, gpusOfProperties } from '../shared/rows/deviceProperties';
import { finishTrace } from '../shared/imported/finishTrace';
import { type ImportOptions, ImportedTrace } from '../shared/imported/importedTrace';
import type { ScriptNames } from '../shared/imported/importedFrames';
import { TraceImportError } from '../shared/imported/importLimits';
import { finiteOf, smallJson, smallObject, textOf } from './boundedJson';
import { ChromeEvent } from './chromeEvent';
import { ChromePhases } from './chromePhases';
import { ChromeSamples } from './chromeSamples';
import { Byte, JsonCursor, JsonCutOffError, JsonError } from '../../base/notation/jsonCursor';
import { numberAt } from './decimalTime';

/** Places of a file that are looked at, and how far from each. */
const PLACES = 33;
const REACH = 64 * 1024;

/** Microseconds up to which times are exact with nanoseconds as they are. */
const EXACT_US = 9e12;

const KEY = [...'"ts"'].map(letter => letter.charCodeAt(0));

/**
 * Microseconds to count from, so that nanoseconds are exact: 0, or the time of some event where most
 * count from long ago, as from 1970. One stray event does not decide.
 */
function guessBase(bytes: Uint8Array): number {
  const times: number[] = [];
  for (let place = 0; place < PLACES; place++) {
    const time = firstTime(bytes, Math.floor((place * bytes.length) / PLACES));
    if (Number.isFinite(time)) times.push(time);
  }
  times.sort((a, b) => a - b);
  const usual = times[times.length >>> 1] ?? 0;
  return Math.abs(usual) < EXACT_US ? 0 : Math.trunc(usual);
}

function firstTime(bytes: Uint8Array, from: number): number {
  const end = Math.min(bytes.length - KEY.length, from + REACH);
  for (let at = from; at < end; at++) {
    if (KEY.every((byte, offset) => bytes[at + offset] === byte)) return valueBehind(bytes, at + 4);
  }
  return NaN;
}

function valueBehind(bytes: Uint8Array, from: number): number {
  let at = from;
  const isFiller = (byte: number): boolean =>
    byte <= 0x20 || byte === Byte.colon || byte === Byte.quote;
  while (at < bytes.length && isFiller(bytes[at])) at++;
  const start = at;
  while (at < bytes.length && /[-+.\deE]/.test(String.fromCharCode(bytes[at]))) at++;
  return numberAt(bytes, start, at);
}

/** Microseconds since 1970 are at least this, in 2001. */
const FIRST_EPOCH_US = 1e15;

/**
 * A trace of Chrome's format (JSON, a list of events or an object with `traceEvents`) as a profile,
 * whatever wrote it; PyTorch's names of categories and arguments become ours. From a trace that was cut
 * off the complete parts are read, marked `truncated`; a list may end behind any event. Times are whole nanoseconds. Events become only
 * the data that the profile keeps, so that a trace takes little more memory than its bytes.
 *
 * @throws TraceImportError for invalid JSON, JSON of another kind, or a trace beyond the limits.
 */
export function readChromeTrace(
  bytes: Uint8Array,
  options: ImportOptions,
  scripts: Pick<ScriptNames, 'kindOf'>
): Profile {
  try {
    return new ChromeDocument(bytes, scripts).read(options);
  } catch (error) {
    throw error instanceof JsonError ? importErrorOf(error) : error;
  }
}

function importErrorOf(error: JsonError): TraceImportError {
  const { message } = error;
  const problem = error instanceof JsonCutOffError ? message : `it is JSON, but ${message}`;
  return new TraceImportError(problem, { cause: error });
}

/** The document around the events. */
class ChromeDocument {
  readonly #cursor: JsonCursor;
  readonly #trace: ImportedTrace;
  readonly #phases: ChromePhases;
  readonly #samples: ChromeSamples;
  readonly #baseUs: number;
  #hasEvents = false;
  /** Entries of the list so far. */
  #entries = 0;
  /** Nanoseconds since 1970 to which Kineto's times add. */
  #baseNs = 0;

  constructor(
    private readonly bytes: Uint8Array,
    { kindOf }: Pick<ScriptNames, 'kindOf'>
  ) {
    this.#baseUs = guessBase(bytes);
    this.#cursor = new JsonCursor(bytes);
    this.#trace = new ImportedTrace(bytes);
    this.#samples = new ChromeSamples(bytes, this.#trace, kindOf, this.#baseUs);
    this.#phases = new ChromePhases(bytes, this.#trace, this.#samples);
  }

  read(options: ImportOptions): Profile {
    const { facts } = this.#trace;
    try {
      this.#readDocument();
    } catch (error) {
      if (!(error instanceof JsonCutOffError) || !this.#hasEvents) throw error;
      facts.isTruncated = true;
    }
    this.#checkEvents();
    const { places } = this.#phases;
    this.#samples.finish((pid, tid) => places.threadOf(pid, tid));
    places.finish();
    const fromEpochUs = this.#baseNs / 1000 + this.#baseUs;
    if (facts.startedAtMs === null && fromEpochUs >= FIRST_EPOCH_US) {
      facts.startedAtMs = fromEpochUs / 1000;
    }
    return finishTrace(this.#trace, options);
  }

  #readDocument(): void {
    const cursor = this.#cursor;
    if (cursor.peek() === Byte.openList) {
      this.#readEvents(() => cursor.isAtEnd());
      return;
    }
    cursor.expect(Byte.openObject);
    while (!cursor.take(Byte.closeObject)) {
      cursor.readText();
      const { textFrom, textTo } = cursor;
      const key = textTo - textFrom > 64 ? '' : this.#textAt(textFrom, textTo);
      cursor.expect(Byte.colon);
      if (key === 'traceEvents') this.#readEvents(() => false);
      else this.#readFact(key);
      if (!cursor.take(Byte.comma) && cursor.peek() !== Byte.closeObject) cursor.fail('"," or "}"');
    }
  }

  #readFact(key: string): void {
    const { bytes } = this;
    const cursor = this.#cursor;
    const trace = this.#trace;
    cursor.peek();
    const from = cursor.at;
    cursor.skipValue();
    if (key === 'samples' || key === 'stackFrames') this.#samples.takeMember(key, from, cursor.at);
    if (key === 'baseTimeNanoseconds') this.#baseNs = Number(this.#textAt(from, cursor.at)) || 0;
    if (key === DEVICE_PROPERTIES) {
      trace.facts.gpus = gpusOfProperties(smallJson(bytes, from, cursor.at));
    }
    if (key !== 'otherData') return;
    const data = smallObject(bytes, from, cursor.at);
    const startedAtMs = data && finiteOf(data, 'startedAtMs');
    if (data === null || startedAtMs === null) return;
    trace.facts.startedAtMs = startedAtMs;
    trace.facts.isOriginKnown = true;
    trace.facts.name = textOf(data, 'name');
    trace.facts.runtime = textOf(data, 'runtime') ?? '';
  }

  /** Reads the list of events; `mayEnd` says whether it may end where its closing bracket is missing. */
  #readEvents(mayEnd: () => boolean): void {
    const cursor = this.#cursor;
    const trace = this.#trace;
    const phases = this.#phases;
    const event = new ChromeEvent(cursor, trace, this.#baseUs);
    if (cursor.peek() !== Byte.openList) cursor.fail('the list of traceEvents');
    cursor.at++;
    this.#hasEvents = true;
    for (; !mayEnd() && !cursor.take(Byte.closeList); this.#entries++) {
      if (cursor.peek() === Byte.openObject) {
        event.read();
        phases.take(event);
      } else {
        cursor.skipValue();
        trace.notes.add('unphased');
      }
      if (!mayEnd()) cursor.take(Byte.comma);
    }
  }

  #checkEvents(): void {
    if (!this.#hasEvents) throw new TraceImportError('it is JSON without traceEvents');
    if (this.#entries > 0 && this.#trace.notes.countOf('unphased') === this.#entries) {
      throw new TraceImportError('it is a JSON list, but of no trace events');
    }
  }

  #textAt(from: number, to: number): string {
    return new TextDecoder().decode(this.bytes.subarray(from, to));
  }
}
