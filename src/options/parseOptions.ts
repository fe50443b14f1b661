import { applyOption } from './applyOption';
import type { MagicSpec } from './optionTypes';
import type { OutputFile } from './outputFile';
import type { ParseContext } from './parseContext';
import type { ProfileOptionsPatch } from './profileOptions';
import type { GivenOption } from './readWords';
import { readWords } from './readWords';
import type { Word } from './splitWords';

/** What the options of a line say, and the words that belong to none. */
export interface ParsedOptions {
  readonly patch: ProfileOptionsPatch;
  readonly operands: readonly Word[];
  readonly wantsHelp: boolean;
}

/**
 * Reads the options among `words`: of two that disagree the later wins, output files add up.
 *
 * @throws MagicError naming the word that is wrong and what would be right.
 */
export function parseOptions(
  magic: MagicSpec,
  words: readonly Word[],
  context: ParseContext
): ParsedOptions {
  const { given, operands } = readWords(magic, words, context);
  const wantsHelp = given.some(({ option }) => option.long === 'help');
  if (wantsHelp) return { patch: {}, operands, wantsHelp };
  refuseStrayNumber(given, operands, context);
  const outputs: OutputFile[] = [];
  let patch: ProfileOptionsPatch = {};
  for (const option of given) {
    const change = applyOption(option, context);
    outputs.push(...(change.outputs ?? []));
    patch = { ...patch, ...change };
  }
  return { patch: outputs.length === 0 ? patch : { ...patch, outputs }, operands, wantsHelp };
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
    if (stray === undefined || stray.quoted || !/^\d+$/.test(stray.text)) continue;
    throw context.badValue(
      `${written} takes its value after an equals sign: ${written}=${stray.text}.`,
      stray
    );
  }
}
