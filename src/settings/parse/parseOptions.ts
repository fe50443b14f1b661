import { applyOption } from './applyOption';
import type { MagicSpec } from '../table/optionTypes';
import type { Budget } from '../../base/budget';
import type { OutputFile } from '../../formats/shared/format';
import type { ParseContext } from './parseContext';
import type { OptionsPatch } from '../table/profileOptions';
import { type GivenOption, type ReadLine, readLeadingOptions, readWords } from './readWords';
import type { Word } from './splitWords';

/** The options of a line, and the words that belong to none. */
export interface ParsedOptions {
  readonly patch: OptionsPatch;
  readonly operands: readonly Word[];
  readonly wantsHelp: boolean;
}

/**
 * Reads the options among `words`: of two that disagree the later wins, output files and budgets add up.
 *
 * @throws MagicError naming the word that is wrong and what would be right.
 */
export function parseOptions(
  magic: MagicSpec,
  words: readonly Word[],
  context: ParseContext
): ParsedOptions {
  return parseRead(readWords(magic, words, context), context);
}

/** The same, but options end at the first word that belongs to none. @throws MagicError */
export function parseLeadingOptions(
  magic: MagicSpec,
  words: readonly Word[],
  context: ParseContext
): ParsedOptions {
  return parseRead(readLeadingOptions(magic, words, context), context);
}

function parseRead({ given, operands }: ReadLine, context: ParseContext): ParsedOptions {
  const wantsHelp = given.some(({ option }) => option.long === 'help');
  if (wantsHelp) return { patch: {}, operands, wantsHelp };
  refuseStrayNumber(given, operands, context);
  const outputs: OutputFile[] = [];
  const budgets: Budget[] = [];
  let patch: OptionsPatch = {};
  for (const option of given) {
    const change = applyOption(option, context);
    outputs.push(...(change.outputs ?? []));
    budgets.push(...(change.budgets ?? []));
    patch = { ...patch, ...change };
  }
  if (outputs.length > 0) patch = { ...patch, outputs };
  if (budgets.length > 0) patch = { ...patch, budgets };
  return { patch, operands, wantsHelp };
}

/** `--cpu 500` would name the profile "500": say how the value is written. */
function refuseStrayNumber(
  given: readonly GivenOption[],
  operands: readonly Word[],
  context: ParseContext
): void {
  for (const { option, values, written, word, state } of given) {
    if (option.value.kind !== 'period' || values.length > 0 || state === 'off') continue;
    const stray = operands.find(({ start }) => start > word.end);
    if (stray === undefined || stray.quoted || !/^\d+(?:[uµμm]?s)?$/.test(stray.text)) continue;
    throw context.badValue(
      `${written} takes its value after an equals sign: ${written}=${stray.text}.`,
      stray
    );
  }
}
