import { textTable } from '../../src/tables/textTable';

/** Prints the rows behind figures: numbers on the right, the last column on the left. */
export function printTable(
  title: string,
  headings: readonly string[],
  rows: readonly (readonly string[])[]
): void {
  console.log(textTable(title, headings, rows, 0));
}
