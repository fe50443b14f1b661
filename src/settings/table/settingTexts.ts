import type { MagicOption, OptionValue } from './optionTypes';
import { PROFILE_OPTIONS } from './optionTable';
import type { OptionsPatch, ProfileOptions } from './profileOptions';

/** The options of `%%profile` that can be settings: those that do not belong to one cell. */
export const SETTING_OPTIONS: readonly MagicOption[] = PROFILE_OPTIONS.filter(
  ({ perCell }) => perCell !== true
);

/** Options by their long names, each value as `%profile config` would read it back. */
export function settingTexts(options: ProfileOptions): Readonly<Record<string, string>> {
  return Object.fromEntries(
    SETTING_OPTIONS.flatMap(({ key, long, value }) =>
      key === null ? [] : [[long, textOf((options as OptionsPatch)[key], value)]]
    )
  );
}

function textOf(value: OptionsPatch[keyof OptionsPatch], { kind }: OptionValue): string {
  if (value === null) return kind === 'period' ? 'off' : 'auto';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return typeof value === 'object' ? '' : String(value);
}
