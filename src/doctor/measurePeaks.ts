import { readdirSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { createRequire } from 'node:module';
import {
  type MeasuredPeak,
  PEAKS_FORMAT,
  PEAKS_VERSION,
  type Peaks
} from '../analysis/operators/roofline';
import { formatBytes } from '../base/text';
import { NS_PER_S } from '../base/time';
import { type Clock, monotonicClock } from '../base/clock';

/** Rounds of which the best counts. */
const ROUNDS = 9;

/** Rounds farther apart than this part of the best make a figure uncertain. */
const MAX_SPREAD = 0.25;

interface PeakWork {
  readonly name: string;
  /** Does the work once, and returns its size: operations or bytes. */
  readonly run: () => number;
  /** Why the figure cannot be certain, whatever the rounds show; empty if it can. */
  readonly doubt?: string;
}

/**
 * The best of several rounds, in operations or bytes per second. The slower half of the rounds shows
 * how busy the machine is otherwise, and is left out of the spread.
 */
export function measurePeak({ name, run, doubt = '' }: PeakWork, clock: Clock): MeasuredPeak {
  run();
  const rates = Array.from({ length: ROUNDS }, () => {
    const began = clock();
    const amount = run();
    return (amount * NS_PER_S) / Math.max(1, Number(clock() - began));
  }).sort((a, b) => b - a);
  const [value] = rates;
  const spread = 1 - rates[Math.floor(ROUNDS / 2)] / value;
  const why = spread < MAX_SPREAD ? doubt : `rounds were ${(100 * spread).toFixed(0)} % apart`;
  return { name, value, spread, isCertain: why === '', why };
}

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

/** TensorFlow.js as far as a product of matrices needs it. */
interface TensorFlow {
  setBackend(name: string): Promise<boolean>;
  getBackend(): string;
  ones(shape: readonly number[]): Matrix;
  matMul(a: Matrix, b: Matrix): Matrix;
}

interface Matrix {
  dataSync(): unknown;
  dispose(): void;
}

const CORE = '@tensorflow/tfjs-core';
const BACKEND = '@tensorflow/tfjs-backend-wasm';

/** Rows and columns of the matrices. */
const SIDE = 512;

/**
 * The peak of TensorFlow.js for a product of large matrices on its WebAssembly back end; null if
 * `folder` has none that can be started.
 */
async function matrixPeak(folder: string, clock: Clock): Promise<MeasuredPeak | null> {
  const tf = await startTensorFlow(createRequire(join(folder, 'package.json')));
  if (tf === null) return null;
  const [a, b] = [tf.ones([SIDE, SIDE]), tf.ones([SIDE, SIDE])];
  const run = () => {
    const product = tf.matMul(a, b);
    product.dataSync();
    product.dispose();
    return 2 * SIDE ** 3;
  };
  const peak = measurePeak({ name: `TensorFlow.js on ${tf.getBackend()}, 32 bit`, run }, clock);
  a.dispose();
  b.dispose();
  return peak;
}

async function startTensorFlow(load: NodeJS.Require): Promise<TensorFlow | null> {
  try {
    const tf = load(CORE) as TensorFlow;
    const backend = load(BACKEND) as { setWasmPaths(folder: string): void };
    backend.setWasmPaths(dirname(load.resolve(BACKEND)) + sep);
    return (await tf.setBackend('wasm')) ? tf : null;
  } catch {
    return null;
  }
}

/** Operations of one turn of the loop: 8 vectors of 4 numbers, each multiplied and added to. */
const WASM_FLOPS_PER_TURN = 8 * 4 * 2;

const VECTORS = 8;
/** Local variables: 0 counts turns, 1 to 8 are the vectors, then a factor and a summand. */
const FACTOR = 1 + VECTORS;
const SUMMAND = FACTOR + 1;

/** The beginning of every module. */
const MAGIC = [0, 0x61, 0x73, 0x6d];
const VERSION = [1, 0, 0, 0];

const I32 = 0x7f;
const F32 = 0x7d;
const V128 = 0x7b;
const GET = 0x20;
const SET = 0x21;
const TEE = 0x22;
const SPLAT = [0xfd, 0x13];
const LANE_0 = [0xfd, 0x1f, 0];
const ADD = [0xfd, 0xe4, 0x01];
const MULTIPLY = [0xfd, 0xe6, 0x01];

/** The part of the language that loads WebAssembly, which the types of Node leave to browsers. */
interface WasmLoader {
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (module: object) => {
    readonly exports: { readonly run: (turns: number) => number };
  };
}

/** The function `run` of {@link wasmProductModule}, compiled. */
export function loadWasmProduct(): (turns: number) => number {
  const { Module, Instance } = Reflect.get(globalThis, 'WebAssembly') as WasmLoader;
  return new Instance(new Module(wasmProductModule())).exports.run;
}

/**
 * A WebAssembly module in which `run(turns)` multiplies and adds {@link WASM_FLOPS_PER_TURN} times a
 * turn, in eight chains that do not wait for each other, and returns a sum, so that nothing of it can
 * be left out.
 */
function wasmProductModule(): Uint8Array<ArrayBuffer> {
  const type = section(1, [1, 0x60, 1, I32, 1, F32]);
  const functions = section(3, [1, 0]);
  const exported = section(7, [1, 3, ...new TextEncoder().encode('run'), 0, 0]);
  const body = [1, VECTORS + 2, V128, ...instructions()];
  const code = section(10, [1, ...unsigned(body.length), ...body]);
  return Uint8Array.from([...MAGIC, ...VERSION, ...type, ...functions, ...exported, ...code]);
}

function instructions(): number[] {
  const vectors = Array.from({ length: VECTORS }, (_, at) => at + 1);
  const turn = vectors.flatMap(vector => [
    ...[GET, vector, GET, FACTOR, ...MULTIPLY],
    ...[GET, SUMMAND, ...ADD, SET, vector]
  ]);
  const [first, ...others] = vectors;
  return [
    ...[...constant(0.5), ...SPLAT, SET, FACTOR],
    ...[...constant(0.25), ...SPLAT, SET, SUMMAND],
    ...[0x03, 0x40, ...turn],
    ...[GET, 0, 0x41, 1, 0x6b, TEE, 0, 0x0d, 0, 0x0b],
    ...[GET, first, ...others.flatMap(vector => [GET, vector, ...ADD])],
    ...[...LANE_0, 0x0b]
  ];
}

function constant(value: number): number[] {
  return [0x43, ...new Uint8Array(Float32Array.of(value).buffer)];
}

function section(id: number, content: readonly number[]): number[] {
  return [id, ...unsigned(content.length), ...content];
}

/** A number as LEB128. */
function unsigned(value: number): number[] {
  const low = value & 0x7f;
  return value < 0x80 ? [low] : [low | 0x80, ...unsigned(value >>> 7)];
}
