import type { GpuInfo } from '../profile/gpuInfo';
import { MAX_GPUS } from '../profile/gpuInfo';
import type {
  CounterKind,
  CounterUnit,
  ProfileStatus,
  SourceName,
  SourceReport,
  TrackKind
} from '../profile/profile';
import { ProfileError } from '../profile/profileError';
import { SOURCE_TEXT_LIMITS } from '../profile/sourceText';
import { checkDeopts } from './validateDeopts';
import { checkHeapGrowth } from './validateHeapGrowth';
import {
  checkBoolean,
  checkBounded,
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
const TRACK_KINDS: Readonly<Record<TrackKind, true>> = {
  process: true,
  thread: true,
  worker: true,
  asyncLane: true,
  gc: true,
  waiting: true,
  device: true,
  cudaStream: true
};

/** Every {@link CounterUnit}. */
export const COUNTER_UNITS: Readonly<Record<CounterUnit, true>> = {
  count: true,
  bytes: true,
  percent: true,
  nanoseconds: true,
  bytesPerSecond: true,
  watts: true,
  hertz: true,
  celsius: true
};

/** Every {@link CounterKind}. */
export const COUNTER_KINDS: Readonly<Record<CounterKind, true>> = {
  set: true,
  sampled: true,
  derived: true
};

const SOURCE_NAMES: Readonly<Record<SourceName, true>> = {
  ranges: true,
  tfjs: true,
  onnxruntime: true,
  instrument: true,
  cpuSampler: true,
  callSites: true,
  allocations: true,
  heapSnapshots: true,
  operatorStacks: true,
  eventLoop: true,
  waits: true,
  requests: true,
  databases: true,
  deopts: true,
  async: true,
  memory: true,
  operatorMemory: true,
  gc: true,
  workers: true,
  helperThreads: true,
  nativeThreads: true,
  cuda: true,
  gpuCounters: true,
  import: true
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
  for (const key of ['id', 'name']) checkText(meta[key], `meta.${key}`);
  for (const key of ['startedAtMs', 'durationNs', 'cpuTimeNs', 'overheadNs']) {
    checkNumber(meta[key], `meta.${key}`);
  }
  if (meta.helperCpuNs !== undefined) checkNumber(meta.helperCpuNs, 'meta.helperCpuNs');
  if (meta.heldMemory !== undefined) checkHeldMemory(meta.heldMemory);
  if (meta.heapGrowth !== undefined) checkHeapGrowth(meta.heapGrowth);
  if (meta.deopts !== undefined) checkDeopts(meta.deopts);
  checkWord(meta.status, 'meta.status', STATUSES);
  checkBoolean(meta.truncated, 'meta.truncated');
  for (const key of ['host', 'runtime']) checkText(meta[key], `meta.${key}`);
  if (!/^\d{1,20}$/.test(checkText(meta.originNs, 'meta.originNs'))) {
    throw new ProfileError('meta.originNs is not a decimal number of nanoseconds.');
  }
  checkInteger(meta.pid, 'meta.pid', 0, MAX_ID);
  checkOptions(checkRecord(meta.options, 'meta.options'));
  const dropped = checkRecord(meta.dropped, 'meta.dropped');
  for (const key of ['slices', 'instants', 'counterValues', 'args', 'flows']) {
    checkInteger(dropped[key], `meta.dropped.${key}`, 0, MAX_ID);
  }
  checkGpus(meta.gpus);
  if (meta.cell !== null) checkCell(checkRecord(meta.cell, 'meta.cell'));
}

function checkOptions(options: Record<string, unknown>): void {
  for (const [name, option] of Object.entries(options)) {
    checkText(name, 'the name of an option in meta.options');
    checkText(option, `meta.options.${name}`);
  }
}

type GpuNumber = Exclude<keyof GpuInfo, 'uuid' | 'name' | 'computeCapability'>;

/** The facts of a {@link GpuInfo} that are numbers. */
const GPU_NUMBERS: Readonly<Record<GpuNumber, true>> = {
  device: true,
  multiprocessors: true,
  warpSize: true,
  maxThreadsPerMultiprocessor: true,
  maxBlocksPerMultiprocessor: true,
  registersPerMultiprocessor: true,
  sharedBytesPerMultiprocessor: true,
  reservedSharedBytesPerBlock: true,
  memoryBytes: true,
  memoryBytesPerSecond: true,
  l2Bytes: true,
  linkBytesPerSecond: true
};

function checkGpus(value: unknown): void {
  checkBounded(value, 'meta.gpus', MAX_GPUS).forEach((item, row) => {
    checkGpuInfo(item, `meta.gpus row ${row}`);
  });
}

/** Checks what is known of a GPU. @throws ProfileError */
export function checkGpuInfo(value: unknown, place: string): void {
  const gpu = checkRecord(value, place);
  for (const key of ['name', 'computeCapability']) checkText(gpu[key], `${place}, ${key},`);
  if (gpu.uuid !== undefined) checkText(gpu.uuid, `${place}, uuid,`);
  for (const key of Object.keys(GPU_NUMBERS)) checkNumber(gpu[key], `${place}, ${key},`);
  checkInteger(gpu.device, `${place}, device,`, 0, MAX_ID);
}

function checkCell(cell: Record<string, unknown>): void {
  checkText(cell.file, 'meta.cell.file');
  checkText(cell.source, 'meta.cell.source', MAX_TEXT_LENGTH);
  checkInteger(cell.executionCount, 'meta.cell.executionCount', 0, MAX_ID);
}

/** Checks `value` as tracks and returns them. @throws ProfileError */
export function checkTracks(value: unknown, list = 'tracks'): readonly unknown[] {
  const tracks = checkList(value, list);
  if (tracks.length > MAX_TRACKS) {
    throw new ProfileError(`There are ${tracks.length} tracks; at most ${MAX_TRACKS} are allowed.`);
  }
  tracks.forEach((item, row) => {
    const place = `${list} row ${row}`;
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
    checkWord(series.kind, `${place}, kind,`, COUNTER_KINDS);
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

/** Checks `sourceTexts` against their bounds. @throws ProfileError */
export function checkSourceTexts(value: unknown): void {
  let left: number = SOURCE_TEXT_LIMITS.all;
  checkBounded(value, 'sourceTexts', SOURCE_TEXT_LIMITS.texts).forEach((item, row) => {
    const place = `sourceTexts row ${row}`;
    const source = checkRecord(item, place);
    checkText(source.file, `${place}, file,`);
    const limit = Math.min(left, SOURCE_TEXT_LIMITS.text);
    left -= checkText(source.text, `${place}, text,`, limit).length;
    checkBoolean(source.isClipped, `${place}, isClipped,`);
  });
}

function checkHeldMemory(value: unknown): void {
  const held = checkRecord(value, 'meta.heldMemory');
  for (const key of ['heapBytes', 'arrayBufferBytes']) {
    checkNumber(held[key], `meta.heldMemory.${key}`);
  }
}
