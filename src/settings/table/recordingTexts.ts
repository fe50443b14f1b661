import type { ProfileOptions } from './profileOptions';
import { settingTexts } from './settingTexts';

/** The options of a recording as its profile keeps them: by long name, as a user would write them. */
export function recordingTexts(options: ProfileOptions): Readonly<Record<string, string>> {
  const { warmup, repeat, budgets } = options;
  const isRepeated = warmup > 0 || repeat > 1;
  return {
    ...settingTexts(options),
    ...(isRepeated ? { warmup: String(warmup), repeat: String(repeat) } : {}),
    ...(budgets.length > 0 ? { assert: budgets.map(({ text }) => text).join('; ') } : {})
  };
}
