import { CELL_CATEGORY } from '../../model/profile/categories';
import { knownTime } from '../../model/profile/unrecordedMeta';
import {
  InstantScope,
  type Profile,
  type Track,
  ArgKind,
  FrameKind
} from '../../model/profile/profile';
import { type RowTable, column, ROW_NUMBERS, texts, type RowValues, computed } from './rowTable';
import { deviceNumber } from '../../analysis/gpu/gpuWork';
import { enclosingOf, sliceDepths } from '../../analysis/slices/nesting';
import { profileSteps } from '../../analysis/statistics/profileSteps';
import { allSelfTimes } from '../../analysis/slices/labelTimes';
import { stepsOfSlices } from '../../analysis/statistics/stepTotals';
import { wellFormed } from '../../formats/shared/text/clipText';
import { concatenate } from '../../model/profile/columns';

export function profileRows({ meta, sources }: Profile): RowTable {
  return {
    length: 1,
    columns: {
      name: column('VARCHAR', () => meta.name),
      id: column('VARCHAR', () => meta.id),
      status: column('VARCHAR', () => meta.status),
      started_at_ms: column('DOUBLE', () => meta.startedAtMs),
      dur_ns: column('DOUBLE', () => meta.durationNs),
      cpu_ns: column('DOUBLE', () => knownTime({ meta, sources }, 'cpuTimeNs') ?? -1),
      host: column('VARCHAR', () => meta.host),
      pid: column('DOUBLE', () => meta.pid),
      runtime: column('VARCHAR', () => meta.runtime)
    }
  };
}

interface RecordedCell {
  readonly name: string;
  readonly start: number;
  readonly duration: number;
}

/** The cells of a profile of a whole notebook, or else the one that was profiled. */
export function cellRows(profile: Profile): RowTable {
  const cells = cellsOf(profile);
  return {
    length: cells.length,
    columns: {
      cell: column('INTEGER', row =>
        Number(/^Cell \[(\d{1,9})\]/.exec(cells[row].name)?.[1] ?? -1)
      ),
      name: column('VARCHAR', row => cells[row].name),
      ts_ns: column('DOUBLE', row => cells[row].start),
      dur_ns: column('DOUBLE', row => cells[row].duration)
    }
  };
}

function cellsOf({ slices, labels, strings, meta }: Profile): readonly RecordedCell[] {
  if (meta.cell !== null) {
    const { file } = meta.cell;
    const name = meta.name === meta.id ? file : `${file} ${meta.name}`;
    return [{ name, start: 0, duration: meta.durationNs }];
  }
  const isCell = Uint8Array.from(labels.category, text => Number(strings[text] === CELL_CATEGORY));
  const cells: RecordedCell[] = [];
  if (!isCell.includes(1)) return cells;
  for (let row = 0; row < slices.length; row++) {
    const label = slices.label[row];
    if (isCell[label] === 0) continue;
    const name = strings[labels.name[label]];
    cells.push({ name, start: slices.start[row], duration: slices.duration[row] });
  }
  return cells;
}

/** The moments without duration. */
export function instantRows({ instants }: Profile): RowTable {
  const scopes = Object.keys(InstantScope);
  return {
    length: instants.length,
    columns: {
      ts_ns: column('DOUBLE', instants.time),
      label_id: column('INTEGER', instants.label),
      scope: column('VARCHAR', row => scopes[instants.scope[row]]),
      track_id: column('INTEGER', instants.track)
    }
  };
}

/** The arrows between slices. */
export function flowRows({ flows }: Profile): RowTable {
  return {
    length: flows.length,
    columns: {
      from_id: column('INTEGER', flows.from),
      to_id: column('INTEGER', flows.to),
      label_id: column('INTEGER', flows.label)
    }
  };
}

/** The tracks, each with the thread and the GPU that it belongs to. */
export function trackRows({ tracks }: Profile): RowTable {
  return {
    length: tracks.length,
    columns: {
      id: ROW_NUMBERS,
      name: column('VARCHAR', row => tracks[row].name),
      kind: column('VARCHAR', row => tracks[row].kind),
      parent_id: column('INTEGER', row => tracks[row].parent),
      thread: column('VARCHAR', row => threadOf(tracks, row)?.name ?? ''),
      pid: column('DOUBLE', row => tracks[row].pid),
      tid: column('DOUBLE', row => tracks[row].tid),
      is_async: column('BOOLEAN', row => tracks[row].kind === 'asyncLane'),
      device: column('DOUBLE', row => deviceOf(tracks, row))
    }
  };
}

/** The categories and names of slices, instants and flows. */
export function labelRows({ labels, strings }: Profile): RowTable {
  return {
    length: labels.length,
    columns: {
      id: ROW_NUMBERS,
      name: texts(strings, labels.name),
      category: texts(strings, labels.category)
    }
  };
}

/** The track itself, or the nearest around it, that is a thread. */
function threadOf(tracks: readonly Track[], row: number): Track | undefined {
  let track: Track | undefined = tracks[row];
  while (track && track.kind !== 'thread' && track.kind !== 'worker') track = tracks[track.parent];
  return track;
}

function deviceOf(tracks: readonly Track[], row: number): number {
  let track: Track | undefined = tracks[row];
  while (track && track.kind !== 'device') track = tracks[track.parent];
  return track ? deviceNumber(tracks, row) : -1;
}

/** The slices, with what is computed of them if a query reads it. */
export function sliceRows(profile: Profile): RowTable {
  const { slices, tracks } = profile;
  return {
    length: slices.length,
    columns: {
      id: ROW_NUMBERS,
      ts_ns: column('DOUBLE', slices.start),
      dur_ns: column('DOUBLE', slices.duration),
      self_ns: computed('DOUBLE', () => allSelfTimes(profile).map(ns => Math.max(0, ns))),
      label_id: column('INTEGER', slices.label),
      depth: computed('INTEGER', () => sliceDepths(slices, tracks.length)),
      parent_id: computed('INTEGER', () => enclosingOf(profile)),
      cause_id: column('INTEGER', slices.parent),
      step: computed('DOUBLE', () => stepNumbers(profile)),
      track_id: column('INTEGER', slices.track),
      stack_id: computed('INTEGER', () => stacksOf(profile)),
      args: computed('VARCHAR', () => argTexts(profile))
    }
  };
}

function stepNumbers(profile: Profile): Float64Array {
  const steps = profileSteps(profile);
  const stepOf = stepsOfSlices(profile, steps);
  const numbers = new Float64Array(stepOf.length);
  for (let row = 0; row < stepOf.length; row++) numbers[row] = steps[stepOf[row]]?.number ?? -1;
  return numbers;
}

function stacksOf({ slices, sliceStacks }: Profile): Int32Array {
  const stacks = new Int32Array(slices.length).fill(-1);
  for (let row = 0; row < sliceStacks.length; row++) {
    stacks[sliceStacks.slice[row]] = sliceStacks.stack[row];
  }
  return stacks;
}

/** The arguments of each slice as the text of a JSON object, with U+FFFD for lone surrogates; empty for none. */
function argTexts({ args, slices, strings }: Profile): RowValues {
  const first = firstRows(args.slice, args.length, slices.length);
  const valueOf = (row: number): number | string | boolean | null => {
    const value = args.value[row];
    if (args.kind[row] === ArgKind.string) return wellFormed(strings[value]);
    if (args.kind[row] === ArgKind.boolean) return value !== 0;
    return Number.isFinite(value) ? value : null;
  };
  return slice => {
    const [from, to] = [first[slice], first[slice + 1]];
    if (from === to) return '';
    const entries = Array.from({ length: to - from }, (_, at) => from + at).map(
      row => [wellFormed(strings[args.key[row]]), valueOf(row)] as const
    );
    return JSON.stringify(Object.fromEntries(entries));
  };
}

/** The first row of each slice in a list that is ordered by slice, and its length at the end. */
function firstRows(slice: Uint32Array, length: number, slices: number): Uint32Array {
  const first = new Uint32Array(slices + 1);
  for (let row = 0; row < length; row++) first[slice[row] + 1]++;
  for (let at = 0; at < slices; at++) first[at + 1] += first[at];
  return first;
}

/** Frames that the text of a stack has at most. */
const MAX_FRAMES = 256;

/** The samples of call stacks. */
export function sampleRows({ samples }: Profile): RowTable {
  return {
    length: samples.length,
    columns: {
      id: ROW_NUMBERS,
      ts_ns: column('DOUBLE', samples.time),
      weight_ns: column('DOUBLE', samples.weight),
      stack_id: column('INTEGER', samples.stack),
      track_id: column('INTEGER', samples.track)
    }
  };
}

/** The call stacks. */
export function stackRows(profile: Profile): RowTable {
  const { stacks, frames, strings } = profile;
  const kinds = Object.keys(FrameKind);
  return {
    length: stacks.length,
    columns: {
      id: ROW_NUMBERS,
      parent_id: column('INTEGER', stacks.prefix),
      depth: computed('INTEGER', () => depthsOf(stacks.prefix)),
      name: column('VARCHAR', row => strings[frames.name[stacks.frame[row]]]),
      file: column('VARCHAR', row => strings[frames.file[stacks.frame[row]]]),
      line: column('DOUBLE', row => stacks.line[row] || frames.line[stacks.frame[row]]),
      kind: column('VARCHAR', row => kinds[frames.kind[stacks.frame[row]]]),
      is_awaited: column('BOOLEAN', row => stacks.isAwaited[row] === 1),
      frames: computed('VARCHAR', () => framesOf(profile))
    }
  };
}

/** The sampled time of lines. */
export function lineRows({ lineTotals, strings }: Profile): RowTable {
  return {
    length: lineTotals.length,
    columns: {
      file: texts(strings, lineTotals.file),
      line: column('DOUBLE', lineTotals.line),
      self_ns: column('DOUBLE', lineTotals.self),
      total_ns: column('DOUBLE', lineTotals.total),
      own_ns: column('DOUBLE', lineTotals.own)
    }
  };
}

function depthsOf(prefix: Int32Array): Int32Array {
  const depths = new Int32Array(prefix.length);
  for (let row = 0; row < prefix.length; row++) {
    if (prefix[row] >= 0) depths[row] = depths[prefix[row]] + 1;
  }
  return depths;
}

function framesOf({ stacks, frames, strings }: Profile): RowValues {
  return row => {
    const names: string[] = [];
    for (let at = row; at >= 0 && names.length < MAX_FRAMES; at = stacks.prefix[at]) {
      names.push(strings[frames.name[stacks.frame[at]]]);
    }
    return names.reverse().join(';');
  };
}

/** The counters, without their values. */
export function seriesRows({ counters }: Profile): RowTable {
  return {
    length: counters.length,
    columns: {
      id: ROW_NUMBERS,
      name: column('VARCHAR', row => counters[row].name),
      category: column('VARCHAR', row => counters[row].category),
      unit: column('VARCHAR', row => counters[row].unit),
      kind: column('VARCHAR', row => counters[row].kind),
      track_id: column('INTEGER', row => counters[row].track)
    }
  };
}

/** The values of all counters, one counter after the other. */
export function counterRows({ counters }: Profile): RowTable {
  const length = counters.reduce((sum, { time }) => sum + time.length, 0);
  return {
    length,
    columns: {
      series_id: computed('INTEGER', () => {
        const series = new Int32Array(length);
        let from = 0;
        counters.forEach(({ time }, at) => series.fill(at, from, (from += time.length)));
        return series;
      }),
      ts_ns: computed('DOUBLE', () => concatenate(counters.map(({ time }) => time))),
      value: computed('DOUBLE', () => concatenate(counters.map(({ value }) => value)))
    }
  };
}
