import { inflateRawSync } from 'node:zlib';
import { isObject } from '../../../base/isObject';
import { unpackPlain } from '../../../base/plainData';
import { NS_PER_US } from '../../../base/time';
import { createTable } from '../../../columns/tableSchema';
import { StackBuilder } from '../../../model/build/stackBuilder';
import { StringTable } from '../../../model/build/stringTable';
import type { RecordedSamples } from '../../../model/profile/recordedPart';
import {
  NODE_COLUMNS,
  type SampledClock,
  type SampledColumns,
  type SampledTree,
  TICK_COLUMNS
} from '../../../native/v8Addon';
import type { PlacedSamples } from '../../../record/mirror/profileOfRecording';
import type { SourceMapper } from '../scripts/sourceMapper';
import { convertCpuProfile } from './cpuProfileConvert';
import { LineTotals } from './lineTotals';
import { profileOf } from './nativeProfiler';

/** Bytes that a piece may have; half a second at V8's shortest interval, with deep stacks, has some 5 MB. */
const MAX_PIECE_BYTES = 64 << 20;

/** V8 cuts stacks at 255 frames; its own states come on top. */
const MOST_FRAMES = 300;

const NODE = NODE_COLUMNS.length;
const TICK = TICK_COLUMNS.length;

/** Where pieces were taken that are placed now. */
export interface PlaceOfPieces {
  /** CLOCK_MONOTONIC at the begin of the recorded window, nanoseconds. */
  readonly originNs: bigint;
  /** Files are shown relative to this folder. */
  readonly folder: string;
  readonly mapper: SourceMapper;
}

/**
 * Places the samples of one thread in source lines: pieces that `packPlain` has packed and DEFLATE has compressed, in
 * their order.
 */
export function placePieces(packed: readonly Uint8Array[], place: PlaceOfPieces): PlacedSamples {
  const pieces = packed.flatMap(bytes => unpackPiece(bytes) ?? []);
  const samples = pieces.length === 0 ? null : placed(joinPieces(pieces), place);
  return { samples, isDamaged: pieces.length < packed.length };
}

function placed(
  columns: SampledColumns,
  { originNs, folder, mapper }: PlaceOfPieces
): RecordedSamples {
  const strings = new StringTable();
  const stacks = new StackBuilder();
  const endNs = BigInt(Math.round(columns.endTime * NS_PER_US));
  const window = { originNs, endNs, track: 0, mapper, folder, strings, stacks };
  const { samples, lineTicks, callLines, coreWaits } = convertCpuProfile(
    profileOf(columns),
    window
  );
  const lines = new LineTotals({ strings, mapper, folder });
  if (callLines !== null) lines.add(callLines);
  const lineTotals = callLines === null ? createTable('lineTotals', 0) : lines.toTable();
  return {
    samples,
    lineTicks,
    lineTotals,
    coreWaits,
    strings: strings.toArray(),
    frames: stacks.frames(),
    stacks: stacks.stacks()
  };
}

/** Pieces one after another as one. */
export function joinPieces(pieces: readonly SampledColumns[]): SampledColumns {
  const texts = new Map<string, number>();
  const functions = new JoinedTree();
  const lines = new JoinedTree();
  for (const { strings, ...piece } of pieces) {
    const rows = strings.map(text => {
      const row = texts.get(text) ?? texts.size;
      texts.set(text, row);
      return row;
    });
    functions.add(piece.functions, rows);
    if (piece.lines) lines.add(piece.lines, rows);
  }
  const clock = joinClocks(pieces);
  return {
    startTime: pieces[0].startTime,
    endTime: Math.max(...pieces.map(({ endTime }) => endTime)),
    times: joinColumns(pieces, ({ times }) => times),
    intervals: joinColumns(pieces, ({ intervals }) => intervals),
    functions: functions.toTree(),
    ...(pieces.every(piece => piece.lines !== undefined) && { lines: lines.toTree() }),
    strings: [...texts.keys()],
    knowsInlined: pieces.every(({ knowsInlined }) => knowsInlined === true),
    ...(clock && { clock })
  };
}

/** Null where it is not known of all pieces. */
function joinClocks(pieces: readonly SampledColumns[]): SampledClock | null {
  const clocks = pieces.flatMap(({ clock }) => clock ?? []);
  if (clocks.length < pieces.length) return null;
  const queued = clocks.flatMap(({ queuedNs }) => queuedNs ?? []);
  return {
    times: joinColumns(clocks, ({ times }) => times),
    ranNs: joinColumns(clocks, ({ ranNs }) => ranNs),
    ...(queued.length === clocks.length && {
      queuedNs: joinColumns(queued, each => each),
      stoppedNs: clocks.reduce((sum, { stoppedNs = 0 }) => sum + stoppedNs, 0)
    })
  };
}

function joinColumns<Part>(
  parts: readonly Part[],
  columnOf: (part: Part) => Float64Array
): Float64Array {
  const columns = parts.map(columnOf);
  const all = new Float64Array(columns.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const column of columns) {
    all.set(column, at);
    at += column.length;
  }
  return all;
}

/** The trees of pieces as one. */
class JoinedTree {
  readonly #nodes: number[] = [];
  readonly #rows = new Map<string, number>();
  readonly #ticks = new Map<string, [node: number, line: number, samples: number]>();
  readonly #samples: number[] = [];

  /** Adds a tree whose texts are in `texts` of all. */
  add({ nodes, ticks, samples }: SampledTree, texts: readonly number[]): void {
    const rows: number[] = [];
    for (let at = 0; at < nodes.length; at += NODE) {
      const [parent, name, scriptName, ...where] = nodes.subarray(at, at + NODE);
      const above = parent < 0 ? parent : rows[parent];
      rows.push(this.#rowOf([above, texts[name], texts[scriptName], ...where]));
    }
    for (let at = 0; at < ticks.length; at += TICK) {
      const [node, line, count] = ticks.subarray(at, at + TICK);
      const key = `${rows[node]} ${line}`;
      const sum = this.#ticks.get(key)?.[2] ?? 0;
      this.#ticks.set(key, [rows[node], line, sum + count]);
    }
    for (const node of samples) this.#samples.push(node < 0 ? node : rows[node]);
  }

  toTree(): SampledTree {
    return {
      nodes: Int32Array.from(this.#nodes),
      ticks: Int32Array.from([...this.#ticks.values()].flat()),
      samples: Int32Array.from(this.#samples)
    };
  }

  #rowOf(node: readonly number[]): number {
    const key = node.join(' ');
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    const row = this.#rows.size;
    this.#rows.set(key, row);
    this.#nodes.push(...node);
    return row;
  }
}

/** Null where it is damaged. */
function unpackPiece(packed: Uint8Array): SampledColumns | null {
  try {
    const piece = unpackPlain(inflateRawSync(packed, { maxOutputLength: MAX_PIECE_BYTES }));
    return isPiece(piece) ? piece : null;
  } catch {
    return null;
  }
}

/** Whether each row refers to one that is there, and samples have what belongs to them. */
function isPiece(value: unknown): value is SampledColumns {
  if (!isObject(value)) return false;
  const { startTime, endTime, times, intervals, functions, lines, strings, clock } =
    value as Readonly<Record<string, unknown>>;
  if (!isTime(startTime) || !isTime(endTime) || !areTimes(times) || !areTimes(intervals)) {
    return false;
  }
  if (!Array.isArray(strings) || !strings.every(each => typeof each === 'string')) return false;
  const isOf = (tree: unknown): boolean => isTree(tree, times.length, strings.length);
  return (
    intervals.length % 2 === 0 &&
    isOf(functions) &&
    (lines === undefined || isOf(lines)) &&
    (clock === undefined || isClock(clock))
  );
}

function isTree(value: unknown, samplesInAll: number, texts: number): value is SampledTree {
  if (!isObject(value)) return false;
  const { nodes, ticks, samples } = value as Readonly<Record<string, unknown>>;
  if (![nodes, ticks, samples].every(each => each instanceof Int32Array)) return false;
  const [inNodes, inTicks, ofSamples] = [nodes, ticks, samples] as Int32Array[];
  const count = inNodes.length / NODE;
  const isRow = (row: number, end: number): boolean => row >= 0 && row < end;
  return (
    Number.isInteger(count) &&
    inTicks.length % TICK === 0 &&
    ofSamples.length === samplesInAll &&
    everyRow(
      inNodes,
      NODE,
      ([parent, name, scriptName], row) =>
        parent >= -1 && parent < row && isRow(name, texts) && isRow(scriptName, texts)
    ) &&
    everyRow(inTicks, TICK, ([node, , ticked]) => isRow(node, count) && ticked >= 0) &&
    ofSamples.every(node => node >= -1 && node < count) &&
    isShallow(inNodes)
  );
}

/** Whether stacks are no deeper than those of V8. */
function isShallow(nodes: Int32Array): boolean {
  const depths: number[] = [];
  for (let at = 0; at < nodes.length; at += NODE) {
    depths.push(nodes[at] < 0 ? 0 : depths[nodes[at]] + 1);
  }
  return depths.every(depth => depth <= MOST_FRAMES);
}

function everyRow(
  table: Int32Array,
  width: number,
  isSound: (row: Int32Array, number: number) => boolean
): boolean {
  for (let row = 0; row < table.length / width; row++) {
    if (!isSound(table.subarray(row * width, (row + 1) * width), row)) return false;
  }
  return true;
}

function isClock(value: unknown): value is SampledClock {
  if (!isObject(value)) return false;
  const {
    times,
    ranNs,
    queuedNs = ranNs,
    stoppedNs = 0
  } = value as Readonly<Record<string, unknown>>;
  const columns = [times, ranNs, queuedNs];
  if (!columns.every(areTimes) || !isTime(stoppedNs)) return false;
  return columns.every(({ length }) => length === columns[0].length);
}

const isTime = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER;

const areTimes = (column: unknown): column is Float64Array =>
  column instanceof Float64Array && column.every(isTime);
