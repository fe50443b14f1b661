/** Translates texts, as JupyterLab's translation bundles do. */
export interface Translator {
  /** The translation, in which `values` replace `%1`, `%2` …, if there are any. */
  __(text: string, ...values: string[]): string;
}

/** Leaves texts as they are, with their values. */
export const UNTRANSLATED: Translator = {
  __: (text, ...values) =>
    text.replace(/%(\d)/g, (mark, place: string) => values[Number(place) - 1] ?? mark)
};
