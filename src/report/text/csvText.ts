/** A text as a field of CSV that no spreadsheet runs; quoted where it has to be. */
export function csvText(text: string): string {
  const safe = spreadsheetText(text);
  return /[",\r\n]/.test(safe) ? quoted(safe) : safe;
}

/**
 * With what a text begins that a spreadsheet takes for a formula: also in the wide forms of East
 * Asian keyboards, and behind white space, which some drop.
 */
const FORMULA_START = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;

/** The text, behind an apostrophe where a spreadsheet would take it for a formula. */
export function spreadsheetText(text: string): string {
  return FORMULA_START.test(text) ? `'${text}` : text;
}

/** A text as a quoted field. */
export function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
