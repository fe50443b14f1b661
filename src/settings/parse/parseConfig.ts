import { applyOption } from './applyOption';
import type { OptionValue } from '../table/optionTypes';
import { SETTING_OPTIONS } from '../table/optionTable';
import { type ParseContext, choiceProblem } from './parseContext';
import type { ProfileOptionsPatch } from '../table/profileOptions';
import type { Word } from './splitWords';

/** The changes by `%profile config`; both empty if it only shows the settings. */
export interface ConfigChanges {
  readonly options: ProfileOptionsPatch;
  /** Whether whole profiles are written beside the notebook, or null for no change. */
  readonly sidecar: boolean | null;
}

/** Values of on–off keys. */
export const ON_OFF = ['on', 'off'] as const;

/** Every key of `%profile config`. */
const CONFIG_KEYS: readonly string[] = [...SETTING_OPTIONS.map(({ long }) => long), 'sidecar'];

/**
 * Reads `key=value` words. Keys are long option names and `sidecar`; `on` and `off` are values of
 * everything that can be switched.
 *
 * @throws MagicError naming the word that is wrong and what would be right.
 */
export function parseConfig(words: readonly Word[], context: ParseContext): ConfigChanges {
  let options: ProfileOptionsPatch = {};
  let sidecar: boolean | null = null;
  for (const word of words) {
    const equals = word.text.indexOf('=');
    const key = word.text.slice(0, equals === -1 ? undefined : equals);
    if (!CONFIG_KEYS.includes(key)) {
      throw context.unknownOption(key, CONFIG_KEYS, word, 'setting');
    }
    if (equals === -1) throw context.badValue(`Write a value: ${key}=VALUE.`, word);
    const value = word.text.slice(equals + 1);
    if (key === 'sidecar') sidecar = parseOnOff(key, value, word, context);
    else options = { ...options, ...configOption(key, value, word, context) };
  }
  return { options, sidecar };
}

function parseOnOff(key: string, value: string, word: Word, context: ParseContext): boolean {
  if (value === 'on' || value === 'off') return value === 'on';
  throw context.badValue(choiceProblem(key, value, ON_OFF), word);
}

function configOption(
  key: string,
  value: string,
  word: Word,
  context: ParseContext
): ProfileOptionsPatch {
  const option = SETTING_OPTIONS.find(({ long }) => long === key);
  if (option === undefined) return {};
  const switched = value === 'on' || value === 'off';
  const { key: set, value: form } = option;
  const { kind } = form;
  if (value === 'auto' && set !== null && isAutomatic(form)) return { [set]: null };
  if ((kind === 'flag' || kind === 'switch') && !switched) parseOnOff(key, value, word, context);
  const isSwitch = switched && (kind === 'flag' || kind === 'switch' || kind === 'period');
  const given = {
    option,
    written: key,
    state: isSwitch && value === 'off' ? 'off' : 'on',
    values: isSwitch ? [] : [{ ...word, text: value }],
    word
  } as const;
  return applyOption(given, context);
}

function isAutomatic(form: OptionValue): boolean {
  return form.kind === 'switch' && form.auto === true;
}
