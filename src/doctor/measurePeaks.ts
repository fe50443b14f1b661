import { readdirSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import {
  type MeasuredPeak,
  PEAKS_FORMAT,
  PEAKS_VERSION,
  type Peaks
} from '../analysis/operators/traffic/peaks';
import { formatBytes } from '../base/text';
import { type Clock, monotonicClock } from '../record/time/clock';
import { measurePeak } from './measurePeak';
import { matrixPeak } from './matrixPeak';
import { loadWasmProduct, WASM_FLOPS_PER_TURN } from './wasmProduct';

/** Turns of a loop in one round. */
const TURNS = 4_000_000;

/**
 * Measures what this machine computes, on one thread, and how fast it moves memory, in a few seconds.
 * Products of matrices are measured where `folder` has TensorFlow.js with its WebAssembly back end.
 */
export async function measurePeaks(folder: string, clock: Clock = monotonicClock): Promise<Peaks> {
  const matrices = await matrixPeak(folder, clock);
  return {
    format: PEAKS_FORMAT,
    version: PEAKS_VERSION,
    measuredAtMs: Date.now(),
    host: hostname(),
    compute: [scalarPeak(clock), vectorPeak(clock), ...(matrices === null ? [] : [matrices])],
    memory: memoryPeak(lastLevelCacheBytes(), clock)
  };
}

function scalarPeak(clock: Clock): MeasuredPeak {
  return measurePeak({ name: 'JavaScript, 64 bit', run: () => runScalar(TURNS) }, clock);
}

/** Eight chains that do not wait for each other; returns the operations of all turns. */
function runScalar(turns: number): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  let [e, f, g, h] = [0, 0, 0, 0];
  for (let turn = 0; turn < turns; turn++) {
    a = a * 0.5 + 0.25;
    b = b * 0.5 + 0.25;
    c = c * 0.5 + 0.25;
    d = d * 0.5 + 0.25;
    e = e * 0.5 + 0.25;
    f = f * 0.5 + 0.25;
    g = g * 0.5 + 0.25;
    h = h * 0.5 + 0.25;
  }
  // The sum is below 8: it adds nothing, and keeps the chains from being left out.
  return turns * 16 + Math.floor((a + b + c + d + e + f + g + h) / 8);
}

function vectorPeak(clock: Clock): MeasuredPeak {
  const run = loadWasmProduct();
  const once = () => TURNS * WASM_FLOPS_PER_TURN + Math.floor(run(TURNS) / 8);
  return measurePeak({ name: 'WebAssembly SIMD, 32 bit', run: once }, clock);
}

/** Arrays are so many times as large as the cache. */
const CACHE_FACTOR = 4;

/** The size to assume for an unknown cache: as large as the largest ones. */
const USUAL_CACHE_BYTES = 64 << 20;

/** An array is not made larger than this, whatever the cache. */
const MAX_ARRAY_BYTES = 1 << 30;

function memoryPeak(cacheBytes: number | null, clock: Clock): MeasuredPeak {
  const wanted = CACHE_FACTOR * (cacheBytes ?? USUAL_CACHE_BYTES);
  const size = Math.min(wanted, MAX_ARRAY_BYTES);
  const from = new Float64Array(size / 8).fill(1);
  const to = new Float64Array(size / 8);
  const run = () => {
    to.set(from);
    return 2 * size;
  };
  const doubt = doubtOf(cacheBytes, wanted);
  return measurePeak({ name: `copies of ${formatBytes(size)}`, run, doubt }, clock);
}

function doubtOf(cacheBytes: number | null, wantedBytes: number): string {
  if (cacheBytes === null) return 'the size of the cache is unknown';
  if (wantedBytes <= MAX_ARRAY_BYTES) return '';
  return `the cache of ${formatBytes(cacheBytes)} holds too much of the arrays`;
}

const CACHES = '/sys/devices/system/cpu/cpu0/cache';
const SIZE_UNITS: Readonly<Record<string, number>> = { K: 1 << 10, M: 1 << 20, G: 1 << 30 };

/** Bytes of the largest cache of the processor; null where Linux does not tell. */
export function lastLevelCacheBytes(folder: string = CACHES): number | null {
  try {
    const sizes = readdirSync(folder)
      .filter(name => name.startsWith('index'))
      .map(name => sizeOf(readFileSync(join(folder, name, 'size'), 'utf8')));
    const largest = Math.max(...sizes);
    return largest > 0 ? largest : null;
  } catch {
    return null;
  }
}

/** A size such as `32768K`; 0 for another text. */
function sizeOf(text: string): number {
  const match = /^(\d+)([KMG]?)$/.exec(text.trim());
  return match ? Number(match[1]) * (SIZE_UNITS[match[2]] ?? 1) : 0;
}
