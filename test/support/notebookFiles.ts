import { writeFileSync } from 'node:fs';
import { PROFILE_MIME_TYPE } from '../../src/model/output/bundle';
import type { Profile } from '../../src/model/profile/profile';
import { drawProfile } from './drawProfile';
import { storedBundle } from './storedBundle';

/** A profiled cell of a notebook. */
export interface ProfiledCell {
  /** The name of its profile. */
  readonly name: string;
  /** The time of each run, ms; several for a repeated cell. */
  readonly runsMs: readonly number[];
  /** The error that it ended with. */
  readonly error?: string;
}

/** Writes an executed notebook with these cells, numbered from 1. */
export function writeNotebook(file: string, cells: readonly ProfiledCell[]): void {
  const code = cells.map(({ name, runsMs, error }, at) => {
    const data = { [PROFILE_MIME_TYPE]: storedBundle(profileOf(name, runsMs)) };
    const failure = { output_type: 'error', ename: 'Error', evalue: error, traceback: [] };
    return {
      cell_type: 'code',
      source: ['%%profile\n', 'work();'],
      execution_count: at + 1,
      metadata: {},
      outputs: [
        { output_type: 'display_data', data, metadata: {} },
        ...(error === undefined ? [] : [failure])
      ]
    };
  });
  writeFileSync(
    file,
    JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells: code })
  );
}

function profileOf(name: string, runsMs: readonly number[]): Profile {
  const meta = { id: `id of ${name}`, name };
  const options = { nsPerColumn: 1e6, meta };
  if (runsMs.length === 1) {
    return drawProfile(`main |[${'work'.padEnd(runsMs[0] - 2)}]`, options);
  }
  const runs = runsMs.map(ms => `[${'repetition/repetition'.padEnd(ms - 2)}]`);
  return drawProfile(`main |${runs.join('')}`, options);
}
