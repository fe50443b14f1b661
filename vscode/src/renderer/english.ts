import type { TranslationBundle } from '../../../extension/src/shared/host/translation';

type Value = string | number;

/** Leaves texts in English, with values in their places, as JupyterLab does without a language. */
export const ENGLISH: TranslationBundle = {
  __: (text, ...values) => filled(text, values),
  _n: (singular, plural, count, ...values) =>
    filled(count === 1 ? singular : plural, [count, ...values])
};

/** Puts `values` in place of `%1`, `%2` …; two per cent signs stand for one. */
function filled(text: string, values: readonly Value[]): string {
  return text.replace(/%(%|\d+)/g, (_, mark: string) =>
    mark === '%' ? '%' : String(values[Number(mark) - 1])
  );
}
