/** Translates texts, as JupyterLab's translation bundles do. */
export interface Translator {
  __(text: string): string;
}

/** Leaves texts as they are. */
export const UNTRANSLATED: Translator = { __: text => text };
