import type { SourceText } from '../../src/model/profile/sourceText';
import {
  type CellInfo,
  FrameKind,
  type Profile,
  type SourceReport
} from '../../src/model/profile/profile';
import { ProfileBuilder, type SampleParts } from '../../src/model/build/profileBuilder';
import { sampleMeta } from './drawProfile';

/** A line and what the samples say of it. */
export interface LineDrawing {
  readonly file: string;
  readonly line: number;
  readonly ticks?: number;
  readonly selfNs?: number;
  readonly totalNs?: number;
  /** See `LineTotalTable.own`; by default the self time, and 0 in packages. */
  readonly ownNs?: number;
}

/** What {@link sourceProfile} makes a profile of. */
export interface SourceDrawing {
  readonly cell: CellInfo | null;
  readonly lines: readonly LineDrawing[];
  readonly durationNs: number;
  readonly sourceTexts?: readonly SourceText[];
  /** Reports the CPU sampler's samples, and those of call sites when totals are drawn. */
  readonly sampleCount?: number;
  readonly sources?: readonly SourceReport[];
  /** Function names with their samples, called from the first one; 1 ms each. */
  readonly functions?: readonly (readonly [name: string, file: string, samples: number])[];
}

/** A profile of one cell by lines and functions. */
export function sourceProfile(drawing: SourceDrawing): Profile {
  const { cell, lines, durationNs, sampleCount = 0, functions = [] } = drawing;
  const builder = new ProfileBuilder();
  builder.addTrack({ name: 'main thread', kind: 'thread' });
  const ticked = lines.filter(({ ticks }) => ticks !== undefined);
  const timed = lines.filter(({ totalNs }) => totalNs !== undefined);
  const position = (rows: readonly LineDrawing[]) => ({
    length: rows.length,
    file: Uint32Array.from(rows, ({ file }) => builder.strings.intern(file)),
    line: Uint32Array.from(rows, ({ line }) => line)
  });
  const report = { status: 'ok', message: '', records: sampleCount } as const;
  const sampler: SourceReport = { source: 'cpuSampler', ...report };
  const callSites: SourceReport = { source: 'callSites', ...report };
  return builder.build(
    { ...sampleMeta(durationNs), cell },
    {
      ...functionParts(builder, functions),
      lineTicks: { ...position(ticked), ticks: Uint32Array.from(ticked, row => row.ticks ?? 0) },
      lineTotals: {
        ...position(timed),
        self: Float64Array.from(timed, row => row.selfNs ?? 0),
        total: Float64Array.from(timed, row => row.totalNs ?? 0),
        own: Float64Array.from(timed, ownTime)
      },
      sourceTexts: drawing.sourceTexts ?? [],
      sources: drawing.sources ?? (timed.length > 0 ? [sampler, callSites] : [sampler])
    }
  );
}

function ownTime({ file, selfNs = 0, ownNs }: LineDrawing): number {
  return ownNs ?? (file.startsWith('node_modules/') ? 0 : selfNs);
}

function functionParts(
  { strings }: ProfileBuilder,
  functions: NonNullable<SourceDrawing['functions']>
): Partial<SampleParts> {
  const stacks = functions.flatMap(([, , samples], row) =>
    Array.from({ length: samples }, () => row)
  );
  const { length } = functions;
  return {
    frames: {
      length,
      name: Uint32Array.from(functions, ([name]) => strings.intern(name)),
      file: Uint32Array.from(functions, ([, file]) => strings.intern(file)),
      line: Uint32Array.from(functions, (_, row) => 2 * row + 1),
      column: new Uint32Array(length).fill(1),
      kind: new Uint8Array(length).fill(FrameKind.user)
    },
    stacks: {
      length,
      prefix: Int32Array.from(functions, (_, row) => (row === 0 ? -1 : 0)),
      frame: Uint32Array.from(functions, (_, row) => row),
      line: Uint32Array.from(functions, (_, row) => 2 * row + 1),
      isAwaited: new Uint8Array(length)
    },
    samples: {
      length: stacks.length,
      time: Float64Array.from(stacks, (_, row) => row * 1e6),
      weight: new Float64Array(stacks.length).fill(1e6),
      stack: Int32Array.from(stacks),
      track: new Uint16Array(stacks.length)
    }
  };
}

const SOURCE = `import * as tf from '@tensorflow/tfjs-core';

/** A step of training. */
async function step(batch: tf.Tensor4D): Promise<number> {
\tconst loss = tf.tidy(() => {
\t\tconst logits = model.predict(batch) as tf.Tensor;
\t\treturn tf.losses.softmaxCrossEntropy(labels, logits).mean();
\t});
\treturn (await loss.data())[0];
}

const html = '<img src=x onerror="document.title=1">';
for (let epoch = 0; epoch < 3; epoch++) {
  for (const batch of batches) await step(batch); // ${'a long comment '.repeat(8)}
  console.log(epoch, html);
}`;

/** A cell that trains, with totals by line, other files and functions. */
export function trainingProfile(): Profile {
  const cell = { file: 'Cell [5]', executionCount: 5, source: SOURCE };
  const library = 'node_modules/@tensorflow/tfjs-backend-cpu/dist/kernels/Conv2D.js';
  const line = (number: number, selfNs: number, totalNs: number, file = cell.file) => ({
    file,
    line: number,
    selfNs,
    totalNs
  });
  return sourceProfile({
    cell,
    durationNs: 2e9,
    sampleCount: 1990,
    lines: [
      line(4, 4e6, 4e6),
      line(5, 10e6, 1_610e6),
      { ...line(6, 22e6, 1_260e6), ownNs: 1_242e6 },
      line(7, 8e6, 330e6),
      line(9, 61e6, 61e6),
      line(14, 6e6, 1_730e6),
      line(15, 90e6, 90e6),
      line(41, 940e6, 940e6, library),
      line(40, 280e6, 1_220e6, library),
      line(118, 20e6, 300e6, 'helpers.ts')
    ],
    functions: [
      ['step', 'Cell [5]', 40],
      ['conv2d', library, 610],
      ['matMul', library, 220],
      ['<b>relu</b>', library, 30],
      ['', 'helpers.ts', 10]
    ]
  });
}

const TRAIN = `async function train(start: number): Promise<number> {
  let value = start;
  for (let step = 0; step < 1e6; step++) {
    value = descend(value, 0.1);
  }
  return value;
}`;

/** A cell that only calls the function of an earlier cell, whose text the profile has. */
export function earlierCellProfile(): Profile {
  const line = (file: string, number: number, selfNs: number, totalNs: number) => ({
    file,
    line: number,
    selfNs,
    totalNs
  });
  return sourceProfile({
    cell: { file: 'Cell [6]', executionCount: 6, source: '%%profile\nawait train(centre);' },
    durationNs: 1e9,
    sampleCount: 1000,
    lines: [
      line('Cell [6]', 2, 0, 990e6),
      line('Cell [4]', 3, 90e6, 990e6),
      line('Cell [4]', 4, 520e6, 900e6),
      line('model.ts', 9, 380e6, 380e6)
    ],
    sourceTexts: [{ file: 'Cell [4]', text: TRAIN, isClipped: false }],
    functions: [
      ['(top level)', 'Cell [6]', 1],
      ['train', 'Cell [4]', 609],
      ['descend', 'model.ts', 380]
    ]
  });
}
