const utf8 = new TextEncoder();

/** A table as CSV: the heading and a line for each row, of fields that are safe in CSV. */
export function csvLines(
  heading: string,
  rows: readonly (readonly (string | number)[])[]
): Uint8Array {
  return utf8.encode([heading, ...rows.map(fields => fields.join(','))].join('\n') + '\n');
}
