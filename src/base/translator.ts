/** Translates texts, as JupyterLab's translation bundles do. */
export interface Translator {
  /** The translation, in which `values` replace `%1`, `%2` …, if there are any. */
  __(text: string, ...values: string[]): string;
}

/** Leaves texts as they are. */
export const UNTRANSLATED: Translator = { __: text => text };
