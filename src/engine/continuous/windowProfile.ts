import type { Profiler } from 'node:inspector';
import { NS_PER_MS } from '../../base/time';
import type { LabelsOfStack, StackLabel } from '../../formats/shared/rows/callPath';
import { ProfileBuilder } from '../../model/build/profileBuilder';
import { StackBuilder } from '../../model/build/stackBuilder';
import { StringTable } from '../../model/build/stringTable';
import type { Profile } from '../../model/profile/profile';
import { unrecordedMeta } from '../../model/profile/unrecordedMeta';
import { initialTracks } from '../../record/build/threadTracks';
import { CallFrames } from '../../sources/v8/cpu/callFrames';
import { convertCpuSamples } from '../../sources/v8/cpu/cpuProfileConvert';
import type { SourceMapper } from '../../sources/v8/scripts/sourceMapper';
import type { SampledWindow } from './pushProtocol';

/** The facts about this thread that a window needs. */
export interface WindowContext {
  readonly name: string;
  readonly host: string;
  readonly pid: number;
  readonly threadId: number;
  readonly runtime: string;
  readonly mapper: SourceMapper;
  /** Files are shown relative to this absolute path. */
  readonly folder: string;
}

const CELL = /^Cell \[(?<number>\d+)\]$/;

/** Stacks after which tables are begun anew, so that they do not grow without an end. */
const MAX_STACKS = 4096;

/** The texts, stacks and functions of several windows, each of which is looked up once. */
class WindowTables {
  readonly strings = new StringTable();
  readonly stacks = new StackBuilder();
  readonly frames: CallFrames;

  constructor({ mapper, folder }: WindowContext) {
    this.frames = new CallFrames({ strings: this.strings, stacks: this.stacks, mapper, folder });
  }
}

/** Makes profiles of the windows of one thread. */
export class WindowReader {
  #tables: WindowTables;

  constructor(private readonly context: WindowContext) {
    this.#tables = new WindowTables(context);
  }

  /**
   * The samples of a window with the names and lines of the sources, as in exported files. Samples of notebook
   * cells have the number of the cell as label `cell`: of the outermost one on their stack.
   */
  read(recorded: Profiler.Profile, endedAtMs: number): SampledWindow {
    if (this.#tables.stacks.stackCount > MAX_STACKS) this.#tables = new WindowTables(this.context);
    const profile = profileOfWindow(recorded, { ...this.context, ...this.#tables }, endedAtMs);
    return { profile, labelsOf: cellLabels(profile) };
  }
}

function profileOfWindow(
  recorded: Profiler.Profile,
  context: WindowContext & WindowTables,
  endedAtMs: number
): Profile {
  const { name, host, pid, threadId, runtime, strings, stacks } = context;
  const builder = new ProfileBuilder(strings);
  const tracks = initialTracks(pid, threadId).map(track => builder.addTrack(track));
  const originNs = nanoseconds(recorded.startTime);
  const endNs = nanoseconds(recorded.endTime);
  const track = tracks[tracks.length - 1];
  const samples = convertCpuSamples(recorded, { ...context, originNs, endNs, track });
  const durationNs = Number(endNs - originNs);
  const meta = unrecordedMeta({
    ...{ id: '', name, host, pid, runtime, durationNs },
    startedAtMs: endedAtMs - durationNs / NS_PER_MS,
    originNs: String(originNs)
  });
  return builder.build(meta, { samples, stacks: stacks.stacks(), frames: stacks.frames() });
}

/** V8's clock has microseconds. */
const nanoseconds = (time: number): bigint => BigInt(Math.round(time)) * 1000n;

function cellLabels({ stacks, frames, strings }: Profile): LabelsOfStack {
  const cellOfFile = new Map<number, string>();
  for (const file of new Set(frames.file)) {
    const cell = CELL.exec(strings[file])?.groups?.['number'];
    if (cell !== undefined) cellOfFile.set(file, cell);
  }
  if (cellOfFile.size === 0) return () => [];
  const ofStack: (readonly StackLabel[])[] = [];
  for (let row = 0; row < stacks.length; row++) {
    const caller = stacks.prefix[row];
    const cell = cellOfFile.get(frames.file[stacks.frame[row]]);
    const inherited = caller < 0 ? [] : ofStack[caller];
    ofStack.push(inherited.length > 0 || cell === undefined ? inherited : [['cell', cell]]);
  }
  return stack => ofStack[stack];
}
