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

/** The pause before each further try, milliseconds. */
const PAUSES_MS = [100, 300, 900, 2700];

/** Messages of browsers and bundlers when the file of a module, or of one that it imports, could not be fetched. */
const NOT_FETCHED = /dynamically imported module|module script failed|Loading chunk/i;

/**
 * Calls `load`, which imports a part of the code of this page, again where a file of it could not be fetched: servers
 * have bad moments, and service workers, by which VS Code serves them, are ended and begun. Rejects as the last try does.
 */
export function loadPart<Part>(load: () => Promise<Part>, tries = 0): Promise<Part> {
  return load().catch(async (error: unknown) => {
    const pauseMs = PAUSES_MS[tries];
    const isOther = !(error instanceof Error && NOT_FETCHED.test(error.message));
    if (isOther || pauseMs === undefined) throw error;
    await new Promise(resolve => setTimeout(resolve, pauseMs));
    return loadPart(load, tries + 1);
  });
}

/** A picture on a button. JupyterLab's icons are such. */
export interface ButtonIcon {
  /** Makes a node that has the picture in it. */
  element(look: { readonly tag: 'span'; readonly className?: string }): HTMLElement;
}

/** The pictures on the buttons of a profile, in the style of the application around it. */
export interface ButtonIcons {
  /** Behind the label of a button that opens a menu. */
  readonly caretDown: ButtonIcon;
  readonly close: ButtonIcon;
  readonly columns: ButtonIcon;
  readonly compare: ButtonIcon;
  readonly copy: ButtonIcon;
  readonly download: ButtonIcon;
  /** Opens the profile in another program. */
  readonly launch: ButtonIcon;
}

/**
 * How the notifications of this extension behave: without a time JupyterLab keeps them in its list
 * and puts nothing on the page.
 */
export const ON_THE_PAGE = { autoClose: 8000 } as const;

/** Where a choice outlives the page. */
export type BrowserStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** The storage of the browser, or null where it keeps it from pages. */
export function browserStorage(): BrowserStorage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
