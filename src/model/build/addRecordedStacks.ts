import type { RecordedSamples, RecordedStacks } from '../profile/recordedPart';
import type { StackBuilder } from './stackBuilder';
import type { StringTable } from './stringTable';

/** The tables that rows of recorded stacks are to refer to. */
export interface RecordedTables {
  readonly strings: StringTable;
  readonly stacks: StackBuilder;
}

/** Adds recorded stacks to tables; the row there of each. */
export function addStacks(
  { strings, frames, stacks }: RecordedStacks,
  tables: RecordedTables
): readonly number[] {
  const text = (row: number): number => tables.strings.intern(strings[row]);
  const frameRows = Array.from(frames.name, (name, row) =>
    tables.stacks.frame({
      name: text(name),
      file: text(frames.file[row]),
      line: frames.line[row],
      column: frames.column[row],
      kind: frames.kind[row]
    })
  );
  const rows: number[] = [];
  stacks.prefix.forEach((prefix, row) => {
    const below = prefix < 0 ? -1 : rows[prefix];
    const isAwaited = stacks.isAwaited[row] === 1;
    const frame = frameRows[stacks.frame[row]];
    rows.push(tables.stacks.stack(below, frame, stacks.line[row], isAwaited));
  });
  return rows;
}

/** Adds recorded samples to tables, all on `track`, and returns them and their lines by rows there. */
export function addSamples(
  recorded: RecordedSamples,
  tables: RecordedTables,
  track: number
): Omit<RecordedSamples, keyof RecordedStacks> {
  const { samples, lineTicks, lineTotals, coreWaits, strings } = recorded;
  const rows = addStacks(recorded, tables);
  const fileOf = (row: number): number => tables.strings.intern(strings[row]);
  return {
    samples: {
      ...samples,
      stack: samples.stack.map(stack => (stack < 0 ? stack : rows[stack])),
      track: new Uint16Array(samples.length).fill(track)
    },
    lineTicks: { ...lineTicks, file: lineTicks.file.map(fileOf) },
    lineTotals: { ...lineTotals, file: lineTotals.file.map(fileOf) },
    coreWaits
  };
}
