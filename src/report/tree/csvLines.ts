import { fieldBytes } from './textBytes';

/** A table as CSV: the heading and a line for each row, of fields that are safe in CSV. */
export function csvLines(
  heading: string,
  rows: readonly (readonly (string | number)[])[]
): Uint8Array {
  return fieldBytes([heading, ...rows.map(fields => fields.join(','))].join('\n') + '\n');
}
