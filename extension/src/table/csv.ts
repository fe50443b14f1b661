import type { BundleSection } from 'kernelscope/model';

const HEADER = 'section,unit,name,count,total,self,min,max,average,p50,p95,p99';

/** A spreadsheet runs a cell that begins with one of these as a formula. */
const FORMULA_START = /^[=+\-@\t\r]/;

/**
 * All rows as CSV (RFC 4180, CRLF), in the bundle's order and units. Text that a spreadsheet would
 * run as a formula gets an apostrophe in front.
 */
export function tableCsv(sections: readonly BundleSection[]): string {
  const lines = sections.flatMap(({ category, unit, rows }) =>
    rows.map(row => [category, unit, ...row].map(field).join(','))
  );
  return `${[HEADER, ...lines].join('\r\n')}\r\n`;
}

function field(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = FORMULA_START.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
