import { formatCount, joinWords } from '../../base/text';
import type { MagicRange } from './magicErrors';
import type { ChoiceValue, IntegerRange } from '../table/optionTypes';
import { outputFile, writableExtensions } from '../table/outputFile';
import type { OutputFile } from '../../formats/shared/format';
import { type ParseContext, choiceProblem, quote } from './parseContext';

/** A value as written, and the option it belongs to as the user wrote that. */
export interface WrittenValue {
  readonly option: string;
  readonly text: string;
  readonly range: MagicRange;
}

const WHOLE_NUMBER = /^\d+(_\d+)*$/;

/** @throws OptionValueError with the range, unless `text` is a whole number within it. */
export function parseInteger(
  { option, text, range }: WrittenValue,
  { min, max }: IntegerRange,
  context: ParseContext
): number {
  const value = WHOLE_NUMBER.test(text) ? Number(text.replaceAll('_', '')) : NaN;
  if (value >= min && value <= max) return value;
  const limits = `from ${formatCount(min)} to ${formatCount(max)}`;
  throw context.badValue(`${option} must be a whole number ${limits}, got ${quote(text)}.`, range);
}

/** @throws OptionValueError with the valid words, unless `text` is one of them. */
export function parseChoice(
  { option, text, range }: WrittenValue,
  { values }: Pick<ChoiceValue, 'values'>,
  context: ParseContext
): string {
  if (values.includes(text)) return text;
  throw context.badValue(choiceProblem(option, text, values), range);
}

/** @throws OptionValueError with the valid extensions, when the ending of `text` names no format. */
export function parseOutputFile(
  { option, text, range }: WrittenValue,
  context: ParseContext
): OutputFile {
  const file = outputFile(text);
  if (file !== null) return file;
  const endings = joinWords(writableExtensions());
  throw context.badValue(`${option} needs a file ending in ${endings}, not ${quote(text)}.`, range);
}
