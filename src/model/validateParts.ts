import type { CounterUnit, ProfileStatus, SourceName, SourceReport, TrackKind } from './profile';
import { ProfileError } from './profileError';
import {
  checkBoolean,
  checkInteger,
  checkList,
  checkNumber,
  checkRecord,
  checkText,
  checkWord,
  MAX_TEXT_LENGTH
} from './validateValue';

/** Every {@link ProfileStatus}. */
export const STATUSES: Readonly<Record<ProfileStatus, true>> = {
  complete: true,
  error: true,
  interrupted: true,
  exited: true,
  recovered: true
};

/** Every {@link TrackKind}. */
export const TRACK_KINDS: Readonly<Record<TrackKind, true>> = {
  process: true,
  thread: true,
  worker: true,
  asyncLane: true,
  gc: true,
  device: true,
  cudaStream: true
};

/** Every {@link CounterUnit}. */
export const COUNTER_UNITS: Readonly<Record<CounterUnit, true>> = {
  count: true,
  bytes: true,
  percent: true,
  nanoseconds: true
};

const SOURCE_NAMES: Readonly<Record<SourceName, true>> = {
  ranges: true,
  tfjs: true,
  onnxruntime: true,
  instrument: true,
  cpuSampler: true,
  allocations: true,
  memory: true,
  gc: true,
  workers: true,
  cuda: true
};

const SOURCE_STATUSES: Readonly<Record<SourceReport['status'], true>> = {
  ok: true,
  partial: true,
  failed: true,
  unavailable: true
};

/** Tracks at most: a track index has 16 bits. */
export const MAX_TRACKS = 65_536;

const MAX_ID = 2 ** 53 - 1;

/** Checks `meta`. @throws ProfileError */
export function checkMeta(value: unknown): void {
  const meta = checkRecord(value, 'meta');
  for (const key of ['id', 'name', 'host', 'runtime']) checkText(meta[key], `meta.${key}`);
  for (const key of ['startedAtMs', 'durationNs', 'cpuTimeNs', 'overheadNs']) {
    checkNumber(meta[key], `meta.${key}`);
  }
  checkWord(meta.status, 'meta.status', STATUSES);
  if (!/^\d{1,20}$/.test(checkText(meta.originNs, 'meta.originNs'))) {
    throw new ProfileError('meta.originNs is not a decimal number of nanoseconds.');
  }
  checkInteger(meta.pid, 'meta.pid', 0, MAX_ID);
  checkBoolean(meta.truncated, 'meta.truncated');
  for (const [name, option] of Object.entries(checkRecord(meta.options, 'meta.options'))) {
    checkText(name, 'the name of an option in meta.options');
    checkText(option, `meta.options.${name}`);
  }
  const dropped = checkRecord(meta.dropped, 'meta.dropped');
  for (const key of ['slices', 'instants', 'counterValues', 'args', 'flows']) {
    checkInteger(dropped[key], `meta.dropped.${key}`, 0, MAX_ID);
  }
  if (meta.cell !== null) checkCell(checkRecord(meta.cell, 'meta.cell'));
}

function checkCell(cell: Record<string, unknown>): void {
  checkText(cell.file, 'meta.cell.file');
  checkText(cell.source, 'meta.cell.source', MAX_TEXT_LENGTH);
  checkInteger(cell.executionCount, 'meta.cell.executionCount', 0, MAX_ID);
}

/** Checks `tracks` and returns them. @throws ProfileError */
export function checkTracks(value: unknown): readonly unknown[] {
  const tracks = checkList(value, 'tracks');
  if (tracks.length > MAX_TRACKS) {
    throw new ProfileError(`There are ${tracks.length} tracks; at most ${MAX_TRACKS} are allowed.`);
  }
  tracks.forEach((item, row) => {
    const place = `tracks row ${row}`;
    const track = checkRecord(item, place);
    checkText(track.name, `${place}, name,`);
    checkWord(track.kind, `${place}, kind,`, TRACK_KINDS);
    checkInteger(track.parent, `${place}, parent,`, -1, row - 1);
    checkInteger(track.pid, `${place}, pid,`, 0, MAX_ID);
    checkInteger(track.tid, `${place}, tid,`, 0, MAX_ID);
  });
  return tracks;
}

/** Checks `counters` against the number of tracks. @throws ProfileError */
export function checkCounters(value: unknown, trackCount: number): void {
  checkList(value, 'counters').forEach((item, row) => {
    const place = `counters row ${row}`;
    const series = checkRecord(item, place);
    checkText(series.name, `${place}, name,`);
    checkText(series.category, `${place}, category,`);
    checkWord(series.unit, `${place}, unit,`, COUNTER_UNITS);
    checkInteger(series.track, `${place}, track,`, 0, trackCount - 1);
    checkSeries(place, series.time, series.value);
  });
}

function checkSeries(place: string, time: unknown, value: unknown): void {
  if (!(time instanceof Float64Array) || !(value instanceof Float64Array)) {
    throw new ProfileError(`${place} has no float64 columns time and value.`);
  }
  if (time.length !== value.length) {
    throw new ProfileError(`${place} has ${time.length} times and ${value.length} values.`);
  }
  for (let point = 0; point < time.length; point++) {
    const earliest = point === 0 ? -MAX_ID : time[point - 1];
    checkNumber(time[point], `${place}, time ${point},`, earliest);
  }
}

/** Checks `sources`. @throws ProfileError */
export function checkSources(value: unknown): void {
  checkList(value, 'sources').forEach((item, row) => {
    const place = `sources row ${row}`;
    const report = checkRecord(item, place);
    checkWord(report.source, `${place}, source,`, SOURCE_NAMES);
    checkWord(report.status, `${place}, status,`, SOURCE_STATUSES);
    checkText(report.message, `${place}, message,`);
    checkInteger(report.records, `${place}, records,`, 0, MAX_ID);
  });
}
