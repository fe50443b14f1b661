import {
  type ComparedKind,
  MAX_COMPARED_CALLS,
  MAX_COMPARED_LINES,
  MAX_COMPARED_REPETITIONS,
  MAX_COMPARED_ROWS
} from '../output/comparison';
import { ProfileError } from '../../schema/profileError';
import { COUNTER_UNITS } from './validateParts';
import {
  checkBounded,
  checkInteger,
  checkNumber,
  checkRecord,
  checkText,
  checkWord
} from '../../schema/validateValue';

const MAX_COUNT = 2 ** 53 - 1;

const KINDS: Readonly<Record<ComparedKind, true>> = { slices: true, function: true, counter: true };

/** Checks the comparison of a bundle. @throws ProfileError */
export function checkComparison(comparison: Record<string, unknown>): void {
  for (const side of ['before', 'after']) {
    checkRun(checkRecord(comparison[side], `comparison.${side}`), `comparison.${side}`);
  }
  checkWhole(checkRecord(comparison.whole, 'comparison.whole'));
  for (const list of ['rows', 'counters']) {
    const place = `comparison.${list}`;
    checkBounded(comparison[list], place, MAX_COMPARED_ROWS).forEach((row, at) =>
      checkRow(checkRecord(row, `${place} row ${at}`), `${place} row ${at}`)
    );
  }
  checkInteger(comparison.hiddenRows, 'comparison.hiddenRows', 0, MAX_COUNT);
  const { source, tree } = comparison;
  if (source !== null) checkSource(checkRecord(source, 'comparison.source'));
  if (tree !== null) checkTree(checkRecord(tree, 'comparison.tree'));
}

function checkRun(run: Record<string, unknown>, place: string): void {
  for (const key of ['id', 'name']) checkText(run[key], `${place}.${key}`);
  for (const key of ['startedAtMs', 'wallNs']) checkNumber(run[key], `${place}.${key}`);
  if (run.cellFile !== null) checkText(run.cellFile, `${place}.cellFile`);
  checkInteger(run.runs, `${place}.runs`, 1, MAX_COUNT);
  checkNumbers(run.repetitionsNs, `${place}.repetitionsNs`, MAX_COMPARED_REPETITIONS);
}

function checkWhole(whole: Record<string, unknown>): void {
  for (const key of ['beforeNs', 'afterNs']) checkNumber(whole[key], `comparison.whole.${key}`);
  checkInterval(whole, 'comparison.whole');
  if (whole.running === undefined) return;
  const place = 'comparison.whole.running';
  const running = checkRecord(whole.running, place);
  for (const key of ['beforeNs', 'afterNs']) checkNumber(running[key], `${place}.${key}`);
  checkNumber(running.high, `${place}.high`, checkNumber(running.low, `${place}.low`, -Infinity));
}

/** Two numbers in order, or none. */
function checkInterval({ low, high }: Record<string, unknown>, place: string): void {
  if (low === null && high === null) return;
  checkNumber(high, `${place}.high`, checkNumber(low, `${place}.low`, -Infinity));
}

function checkRow(row: Record<string, unknown>, place: string): void {
  checkWord(row.kind, `${place}, kind,`, KINDS);
  checkWord(row.unit, `${place}, unit,`, COUNTER_UNITS);
  for (const key of ['category', 'name']) checkText(row[key], `${place}, ${key},`);
  for (const key of ['before', 'after']) {
    if (row[key] !== null) checkNumber(row[key], `${place}, ${key},`, -Infinity);
  }
  checkInterval(row, place);
}

function checkSource({ lines, hiddenLines }: Record<string, unknown>): void {
  checkInteger(hiddenLines, 'comparison.source.hiddenLines', 0, MAX_COUNT);
  checkBounded(lines, 'comparison.source.lines', MAX_COMPARED_LINES).forEach((item, at) => {
    const place = `comparison.source.lines row ${at}`;
    const line = checkRecord(item, place);
    checkText(line.text, `${place}, text,`);
    for (const key of ['before', 'after']) {
      if (line[key] !== null) checkInteger(line[key], `${place}, ${key},`, 1, MAX_COUNT);
    }
    for (const key of ['beforeNs', 'afterNs']) checkNumber(line[key], `${place}, ${key},`);
  });
}

const TREE_TIMES = ['selfBefore', 'selfAfter', 'totalBefore', 'totalAfter'] as const;

function checkTree(tree: Record<string, unknown>): void {
  const place = 'comparison.tree';
  checkInteger(tree.hiddenRows, `${place}.hiddenRows`, 0, MAX_COUNT);
  const functions = checkBounded(tree.functions, `${place}.functions`, MAX_COMPARED_CALLS);
  functions.forEach((item, at) => {
    const called = checkRecord(item, `${place}.functions row ${at}`);
    for (const key of ['name', 'file']) checkText(called[key], `${place}.functions row ${at}`);
  });
  const { length } = checkParents(tree.parent, `${place}.parent`);
  const callees = checkBounded(tree.function, `${place}.function`, MAX_COMPARED_CALLS);
  for (const each of callees) checkInteger(each, `${place}.function`, 0, functions.length - 1);
  const times = TREE_TIMES.map(key => {
    return checkNumbers(tree[key], `${place}.${key}`, MAX_COMPARED_CALLS);
  });
  if ([callees, ...times].every(column => column.length === length)) return;
  throw new ProfileError(`The columns of ${place} have different lengths.`);
}

/** Rows in the order of a tree: a row is below the one before it, or below one above that. */
function checkParents(value: unknown, place: string): readonly unknown[] {
  const parents = checkBounded(value, place, MAX_COMPARED_CALLS) as readonly number[];
  const path: number[] = [];
  parents.forEach((parent, row) => {
    checkInteger(parent, place, -1, row - 1);
    while (path.length > 0 && path[path.length - 1] !== parent) path.pop();
    if (path.length === 0 && parent !== -1) {
      throw new ProfileError(`${place} is not in the order of a tree at row ${row}.`);
    }
    path.push(row);
  });
  return parents;
}

function checkNumbers(value: unknown, place: string, limit: number): readonly unknown[] {
  const list = checkBounded(value, place, limit);
  for (const each of list) checkNumber(each, place);
  return list;
}
