import type { MagicRange } from './magicErrors';
import type { OptionValue, PeriodValue } from '../table/optionTypes';
import type { ParseContext } from './parseContext';
import { type WrittenValue, parseChoice, parseInteger, parseOutputFile } from './parseValue';
import type { OptionsPatch } from '../table/profileOptions';
import type { GivenOption } from './readWords';
import { valueForm } from './usage';
import type { Budget } from '../../base/budget';
import { BudgetSyntaxError } from '../budgets/budgetSyntaxError';
import { parseBudgets } from '../budgets/parseBudgets';
import type { Word } from './splitWords';

/**
 * The change by one option.
 *
 * @throws OptionValueError if its value is missing, malformed, out of range or not allowed.
 */
export function applyOption(given: GivenOption, context: ParseContext): OptionsPatch {
  const { key, value } = given.option;
  const set = given.state === 'off' ? switchOff(given, context) : switchOn(given, value, context);
  return key === null ? {} : { [key]: set };
}

function switchOff(given: GivenOption, context: ParseContext): unknown {
  refuseValue(given, context);
  const { value } = given.option;
  if (value.kind === 'period') return null;
  if (value.kind === 'flag' || value.kind === 'switch') return false;
  throw context.badValue(`${given.written} cannot be switched off.`, given.word);
}

function switchOn(given: GivenOption, value: OptionValue, context: ParseContext): unknown {
  switch (value.kind) {
    case 'flag':
    case 'switch':
      refuseValue(given, context);
      return true;
    case 'period':
      return periodOf(given, value, context);
    case 'integer':
      return parseInteger(requiredValue(given, context), value, context);
    case 'choice':
      return parseChoice(requiredValue(given, context), value, context);
    case 'files': {
      requiredValue(given, context);
      return written(given).map(file => parseOutputFile(file, context));
    }
    case 'text':
      return requiredValue(given, context).text;
    case 'budgets': {
      const text = requiredValue(given, context);
      return parseBudgetsOption(text, given.values[0], context);
    }
  }
}

function periodOf(given: GivenOption, value: PeriodValue, context: ParseContext): number | 'auto' {
  const [first] = written(given);
  if (first === undefined || first.text === value.whenBare) return value.whenBare;
  const counted = countOf(first.text, value);
  return counted >= value.min && counted <= value.max
    ? counted
    : parseInteger(first, value, context);
}

/** Units of time, in microseconds. */
const TIME_UNITS: Readonly<Record<string, number>> = { us: 1, '\u03bcs': 1, ms: 1e3, s: 1e6 };

/** The unit in which a period is counted, in microseconds; 0 where it is no time. */
const countedIn = ({ metavar }: PeriodValue): number =>
  metavar === 'MICROSECONDS' ? 1 : metavar === 'MILLISECONDS' ? 1e3 : 0;

/** A time with its unit, such as `5ms`, as a number of what the period is counted in; NaN for anything else. */
function countOf(text: string, value: PeriodValue): number {
  const [, number = '', unit = ''] = /^(\d+)(us|\u03bcs|ms|s)$/.exec(text.normalize('NFKC')) ?? [];
  const count = (Number(number) * (TIME_UNITS[unit] ?? NaN)) / countedIn(value);
  return Number.isInteger(count) ? count : NaN;
}

function refuseValue({ written: name, values, word }: GivenOption, context: ParseContext): void {
  if (values.length > 0) throw context.badValue(`${name} takes no value.`, word);
}

function requiredValue(given: GivenOption, context: ParseContext): WrittenValue {
  const [first] = written(given);
  if (first !== undefined && first.text !== '') return first;
  const form = `${given.written}${valueForm(given.option)}`;
  throw context.badValue(`${given.written} needs a value: ${form}.`, given.word);
}

function written({ written: option, values }: GivenOption): WrittenValue[] {
  return values.map(value => ({ option, text: value.text, range: rangeOf(value) }));
}

function rangeOf({ start, end }: MagicRange): MagicRange {
  return { start, end };
}

/** @throws OptionValueError that shows the place in the expression, unless `text` is budgets */
function parseBudgetsOption(
  { option, text }: WrittenValue,
  word: Word,
  context: ParseContext
): Budget[] {
  try {
    return parseBudgets(text);
  } catch (error) {
    if (!(error instanceof BudgetSyntaxError)) throw error;
    const isCutOff = !word.quoted && error.range.start >= text.length;
    const hint = isCutOff ? ' Put an expression with spaces in quotes.' : '';
    const [, ...place] = error.message.split('\n');
    const message = [`${option}: ${error.problem}${hint}`, ...place].join('\n');
    throw context.badValue(message, rangeWithin(word, error.range));
  }
}

/** The place in the cell; the whole word if it contains escapes. */
function rangeWithin({ text, start, end, quoted }: Word, range: MagicRange): MagicRange {
  const quotes = quoted ? 2 : 0;
  if (end - start !== text.length + quotes) return { start, end };
  const from = start + quotes / 2;
  return { start: from + range.start, end: from + range.end };
}
