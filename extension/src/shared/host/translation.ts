/** The gettext domain of every string a person sees. */
export const TRANSLATION_DOMAIN = 'kernelscope';

/** Translates texts. JupyterLab's translation bundles are such; other hosts leave texts as they are. */
export interface TranslationBundle {
  /** The translation of `text`, in which `values` replace `%1`, `%2` … */
  __(text: string, ...values: readonly (string | number)[]): string;
  /** The translation for `count` things, in which `%1` is the count, and `values` replace `%2` … */
  _n(
    singular: string,
    plural: string,
    count: number,
    ...values: readonly (string | number)[]
  ): string;
}
