import type { Translator } from '../base/translator';

/** Puts values in place of `%1`, `%2` … and leaves texts as they are: pages are in English. */
export const PAGE_TRANSLATOR: Translator = {
  __: (text, ...values) => text.replace(/%(\d)/g, (mark, at) => values[Number(at) - 1] ?? mark)
};
