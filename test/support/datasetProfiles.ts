import { stepName } from '../../src/analysis';
import { FrameKind, ProfileBuilder, StackBuilder } from '../../src/model';
import type { Profile } from '../../src/model/profile/profile';
import { sampleMeta } from './drawProfile';
import { rankMeta, writeCycle } from './rankDirectories';
import { ODD_NAMES } from './richProfile';

/** Names with which texts of SQL, paths and lines go wrong. */
const HOSTILE_NAMES: readonly string[] = [
  ...ODD_NAMES,
  '',
  "Robert'); DROP VIEW slices; --",
  '`backtick` ${spark.home} $1 \\u0041 \\n \\',
  '%s {} [*]? ;\n-- line',
  'nul \u0000 in it'
];

/** The ranks that {@link writeDatasetProfiles} writes. */
const RANKS = 3;

/** Writes the directories of three ranks, whose profiles have rows in every view, and names that are hostile. */
export function writeDatasetProfiles(folder: string): void {
  for (let rank = 0; rank < RANKS; rank++) writeCycle(folder, datasetProfile(rank));
}

/** The profile of a rank in such a dataset. */
export function datasetProfile(rank: number): Profile {
  const builder = new ProfileBuilder();
  const process = builder.addTrack({ name: 'process', kind: 'process', pid: 1000 + rank, tid: 0 });
  const inProcess = { pid: 1000 + rank, parent: process };
  const track = builder.addTrack({ name: "main 'thread'", kind: 'thread', ...inProcess, tid: 7 });
  let time = 1e6;
  let last = -1;
  for (let step = 0; step < 4; step++) {
    const start = time;
    const inStep = HOSTILE_NAMES.map((name, at) => {
      const duration = 1e5 * (1 + ((at * 7 + step * 3 + rank) % 11)) + 0.25;
      const args = { [name]: name, rows: at, ratio: at / 3, ok: at % 2 === 0 };
      const slice = { name, category: 'operator', start: time, duration, track };
      const row = builder.addSlice(at % 3 === 0 ? { ...slice, args } : slice);
      time += duration;
      return row;
    });
    builder.addSlice({
      name: stepName(step),
      category: 'range',
      start,
      duration: time - start,
      track
    });
    if (last >= 0) builder.addFlow('next "step"', 'flow', last, inStep[0]);
    last = inStep[0];
    builder.addInstant(HOSTILE_NAMES[step + 9], 'marks', time, track, 'process');
    time += 2e5;
  }
  builder.addSlice({ name: 'Cell [7]', category: 'cell', start: 0, duration: time, track });
  builder.addCounter({
    ...{ name: 'tfjs/größe', category: 'Device Storage', unit: 'bytes', kind: 'set', track },
    time: Float64Array.of(0, time / 2, time),
    value: Float64Array.of(1000, 0.1 * (rank + 1), 1000 * (rank + 1))
  });
  const stacks = stackParts(builder, track, rank);
  return builder.build({ ...sampleMeta(time), ...rankMeta(rank) }, stacks);
}

/** A stack that each name calls the next in, with samples of every depth and of an idle thread. */
function stackParts(builder: ProfileBuilder, track: number, rank: number) {
  const stacks = new StackBuilder();
  const rows: number[] = [-1];
  HOSTILE_NAMES.forEach((name, at) => {
    const frame = stacks.frame({
      ...{ name: builder.strings.intern(name), file: builder.strings.intern(`src/${name}.ts`) },
      ...{ line: at, column: 1, kind: at % 2 === 0 ? FrameKind.user : FrameKind.library }
    });
    rows.push(stacks.stack(rows[at], frame, at * 2));
  });
  const files = HOSTILE_NAMES.map(name => builder.strings.intern(`src/${name}.ts`));
  const times = Float64Array.from(files, (_, at) => 1e5 + at / 3);
  return {
    lineTotals: {
      length: files.length,
      file: Uint32Array.from(files),
      line: Uint32Array.from(files, (_, at) => at + 1),
      ...{ self: times, total: times, own: times }
    },
    frames: stacks.frames(),
    stacks: stacks.stacks(),
    samples: {
      length: rows.length,
      time: Float64Array.from(rows, (_, at) => at * 1e5),
      weight: Float64Array.from(rows, (_, at) => 1e5 + at * rank),
      stack: Int32Array.from(rows),
      track: Uint16Array.from(rows, () => track)
    }
  };
}
