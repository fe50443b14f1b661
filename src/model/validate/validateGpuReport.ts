import { BUNDLE_LIMITS } from '../output/bundle';
import { GPU_INFO_SCHEMA, MAX_GPUS } from '../../facts/gpus';
import { type IdleCause, MAX_GAPS, type OccupancyLimit } from '../output/gpuReport';
import {
  checkBounded,
  checkInteger,
  checkNumber,
  checkRecord,
  checkText,
  checkWord
} from '../../schema/validateValue';

const MAX_COUNT = 2 ** 53 - 1;

const CAUSES: Readonly<Record<IdleCause, true>> = {
  hostBusy: true,
  sync: true,
  copy: true,
  launch: true,
  nothingLaunched: true
};

const LIMITS: Readonly<Record<OccupancyLimit, true>> = {
  warps: true,
  blocks: true,
  registers: true,
  sharedMemory: true
};

/** Checks the report on GPUs of a bundle. @throws ProfileError */
export function checkGpuReport(gpu: Record<string, unknown>): void {
  checkInteger(gpu.hiddenRows, 'gpu.hiddenRows', 0, MAX_COUNT);
  checkRows(gpu.devices, 'gpu.devices', { limit: MAX_GPUS }, checkDevice);
  checkRows(
    gpu.kernels,
    'gpu.kernels',
    {
      texts: ['name', 'grid', 'block'],
      numbers: ['count', 'totalNs', 'minNs', 'maxNs', 'share', 'registers', 'sharedBytes'],
      optional: ['occupancy']
    },
    checkLimit
  );
  checkRows(gpu.transfers, 'gpu.transfers', {
    texts: ['name'],
    numbers: ['count', 'totalNs', 'bytes', 'bytesPerSecond'],
    optional: ['shareOfPeak']
  });
  const uses = ['works', 'totalNs'];
  checkRows(gpu.operators, 'gpu.operators', { texts: ['name'], numbers: ['count', ...uses] });
  checkRows(gpu.lines, 'gpu.lines', { texts: ['file'], numbers: ['line', ...uses] });
  if (gpu.launches === null) return;
  const launches = checkRecord(gpu.launches, 'gpu.launches');
  const times = ['count', 'meanNs', 'p50Ns', 'p95Ns', 'maxNs', 'callNs'];
  checkFields(launches, 'gpu.launches', { numbers: times });
}

/** The fields of a record, by what they are. */
interface Fields {
  readonly texts?: readonly string[];
  readonly numbers?: readonly string[];
  /** Numbers that may be null. */
  readonly optional?: readonly string[];
  /** Rows at most. */
  readonly limit?: number;
}

function checkRows(
  value: unknown,
  list: string,
  fields: Fields,
  also?: (row: Record<string, unknown>, place: string) => void
): void {
  const { limit = BUNDLE_LIMITS.gpuRows } = fields;
  checkBounded(value, list, limit).forEach((item, at) => {
    const place = `${list} row ${at}`;
    const row = checkRecord(item, place);
    checkFields(row, place, fields);
    also?.(row, place);
  });
}

function checkFields(row: Record<string, unknown>, place: string, fields: Fields): void {
  const { texts = [], numbers = [], optional = [] } = fields;
  for (const key of texts) checkText(row[key], `${place}, ${key},`);
  for (const key of numbers) checkNumber(row[key], `${place}, ${key},`);
  for (const key of optional) if (row[key] !== null) checkNumber(row[key], `${place}, ${key},`);
}

function checkLimit({ limitedBy }: Record<string, unknown>, place: string): void {
  if (limitedBy !== null) checkWord(limitedBy, `${place}, limitedBy,`, LIMITS);
}

function checkDevice(device: Record<string, unknown>, place: string): void {
  checkFields(device, place, {
    numbers: ['device', 'busyNs', 'kernelNs', 'copyNs', 'overlappedNs'],
    optional: ['occupancy']
  });
  checkTrack(device, place);
  if (device.info !== null) GPU_INFO_SCHEMA.check(device.info, `${place}, info`);
  const idle = checkRecord(device.idleNs, `${place}, idleNs`);
  checkFields(idle, `${place}, idleNs`, { numbers: Object.keys(CAUSES) });
  const streams = { texts: ['name'], numbers: ['busyNs', 'works', 'utilisation'] };
  checkRows(device.streams, `${place}, streams,`, streams, checkTrack);
  const gaps = { texts: ['host'], numbers: ['startNs', 'durationNs'], limit: MAX_GAPS };
  checkRows(device.gaps, `${place}, gaps,`, gaps, ({ cause }, gap) =>
    checkWord(cause, `${gap}, cause,`, CAUSES)
  );
}

/** Tracks are those of the whole profile, so that -1 stands for each here. */
function checkTrack({ track }: Record<string, unknown>, place: string): void {
  checkInteger(track, `${place}, track,`, -1, MAX_COUNT);
}
