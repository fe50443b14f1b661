import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { at } from './paths.mjs';

const SHOWN_LINES = 60;

const isFailure = line => /^ FAIL /.test(line);
const isBeginning = line => isFailure(line) || /⎯ (Uncaught|Unhandled) /.test(line);

/**
 * The part of a run's output that says why it failed: the tests that Vitest names, then the
 * beginning of their errors; of any other program the last lines.
 *
 * @param {string} log the whole output of the run
 * @returns {string}
 */
export function failuresIn(log) {
  const lines = stripVTControlCharacters(log).trimEnd().split('\n');
  const first = lines.findIndex(isBeginning);
  if (first === -1) {
    return lines.slice(-SHOWN_LINES).join('\n');
  }
  return [...lines.filter(isFailure), '', ...lines.slice(first, first + SHOWN_LINES)].join('\n');
}

/** The same of a run by its name, from its file in `.build/logs`; empty without one. */
export function failuresOf(name) {
  try {
    return failuresIn(readFileSync(at('.build', 'logs', `${name}.log`), 'utf8'));
  } catch {
    return '';
  }
}
