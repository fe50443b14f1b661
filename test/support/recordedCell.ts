import { setTimeout as sleep } from 'node:timers/promises';
import { Script } from 'node:vm';
import type { RecordingHost } from '../../src/engine/recording/recordingHost';
import type { Profile } from '../../src/model/profile/profile';

/** The file of the cell. */
const FILE = 'Cell [7]';

/** A cell to record. */
export interface CellToRecord {
  readonly code: string;
  readonly options?: Readonly<Record<string, unknown>>;
}

/** Records a cell, as the kernel does; its code may use the values of `given` by their names. */
export async function recordCell(
  host: RecordingHost,
  { code, options = {} }: CellToRecord,
  given: Readonly<Record<string, unknown>>
): Promise<Profile> {
  const names = Object.keys(given).join(', ');
  const define = new Script(`(${names}) => (async () => {${code}\n})`, { filename: FILE });
  const make = define.runInThisContext() as (...values: unknown[]) => () => Promise<unknown>;
  const cell = make(...Object.values(given));
  const recording = host.start({
    ...options,
    cell: { file: FILE, executionCount: 7, source: code }
  });
  await cell();
  const { data } = await recording.finish();
  await sleep(20);
  return data;
}
