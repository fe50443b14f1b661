import { InvalidArgumentError } from 'commander';

/** Reads a number of rows, 0 for all. @throws InvalidArgumentError, which commander reports */
export function parseRows(text: string): number {
  const rows = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(rows)) {
    throw new InvalidArgumentError('Give a number of rows, or 0 for all.');
  }
  return rows;
}
