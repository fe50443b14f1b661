import { isFinite, min, slice } from '../../base/intrinsics/ownFunctions';
import type { PerformanceEntry } from 'node:perf_hooks';
import {
  COLOR_ARG,
  DETAIL_ARG,
  MARK_CATEGORY,
  MEASURE_CATEGORY,
  TIME_STAMP_CATEGORY,
  TOOLTIP_ARG
} from '../../facts/userTimings';
import type { ArgValue } from '../../model/build/profileBuilder';

const { isArray } = Array;

/** Properties of an entry that are kept, and characters of each text. */
const MAX_PROPERTIES = 32;
const MAX_TEXT = 1000;

/** A stretch or a moment that a program names, on the clock of `performance.now()`. */
export interface Timing {
  readonly name: string;
  readonly category: string;
  readonly startMs: number;
  /** Equal to `startMs` for moments. */
  readonly endMs: number;
  /** The track that it asks for, with its group; empty for the usual one. */
  readonly track: string;
  readonly args: Readonly<Record<string, ArgValue>> | null;
}

/**
 * What a mark or a measure says, with what its `detail.devtools` has for Chrome DevTools. Calls nothing of the
 * program's: details are clones, which have no code.
 */
export function timingOfEntry(entry: PerformanceEntry): Timing {
  const { name, startTime: startMs, duration } = entry;
  const isMark = entry.entryType === 'mark';
  const detail = 'detail' in entry ? entry.detail : null;
  const shown = propertyOf(detail, 'devtools');
  // DevTools puts markers beside no track
  const hasTrack = propertyOf(shown, 'dataType') !== 'marker';
  return {
    name: clipped(name),
    category: isMark ? MARK_CATEGORY : MEASURE_CATEGORY,
    startMs,
    endMs: startMs + duration,
    track: hasTrack ? trackTitle(propertyOf(shown, 'track'), propertyOf(shown, 'trackGroup')) : '',
    args: argsOf(detail, shown)
  };
}

/** The arguments of `console.timeStamp`, and when it was called. */
export interface TimeStampCall {
  readonly given: readonly unknown[];
  readonly nowMs: number;
  /** When an earlier mark or time stamp of that name was; undefined if there was none. */
  readonly timeOf: (name: string) => number | undefined;
}

/**
 * What a call of `console.timeStamp(label, start, end, track, trackGroup, color)` says: without `start` or a time that
 * is known a moment, else a stretch to `end`, or until now.
 */
export function timingOfTimeStamp({ given, nowMs, timeOf }: TimeStampCall): Timing {
  const { 0: label, 1: start, 2: end, 3: track, 4: trackGroup, 5: color } = given;
  const time = (value: unknown): number | undefined =>
    typeof value === 'string' ? timeOf(value) : numberOf(value);
  const endMs = time(end) ?? nowMs;
  const startMs = time(start) ?? endMs;
  return {
    name: textOf(label) ?? '',
    category: TIME_STAMP_CATEGORY,
    startMs: min(startMs, endMs),
    endMs,
    track: trackTitle(track, trackGroup),
    args: typeof color === 'string' ? { [COLOR_ARG]: clipped(color) } : null
  };
}

function argsOf(detail: unknown, shown: unknown): Timing['args'] {
  const args: Record<string, ArgValue> = {};
  let count = 0;
  const add = (key: string, value: unknown): void => {
    const kept = argOf(value);
    if (kept === undefined || key === '__proto__') return;
    args[key] = kept;
    count++;
  };
  add(DETAIL_ARG, detail);
  add(COLOR_ARG, propertyOf(shown, 'color'));
  add(TOOLTIP_ARG, propertyOf(shown, 'tooltipText'));
  const properties = propertyOf(shown, 'properties');
  for (let at = 0; isArray(properties) && at < properties.length; at++) {
    const property: unknown = properties[at];
    if (at === MAX_PROPERTIES) break;
    if (isArray(property) && typeof property[0] === 'string') {
      add(clipped(property[0]), property[1]);
    }
  }
  return count === 0 ? null : args;
}

function argOf(value: unknown): ArgValue | undefined {
  if (typeof value === 'boolean') return value;
  return numberOf(value) ?? textOf(value);
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && isFinite(value) ? value : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? clipped(value) : undefined;
}

function clipped(text: string): string {
  return text.length > MAX_TEXT ? `${slice(text, 0, MAX_TEXT)}…` : text;
}

function trackTitle(track: unknown, group: unknown): string {
  const title = textOf(track) ?? '';
  const heading = textOf(group) ?? '';
  return title !== '' && heading !== '' ? `${heading}: ${title}` : title;
}

function propertyOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !(key in value)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[key];
}
