import type { CodeHighlighter } from '../../../extension/src/shared/content/profileTab';
import { loadPart } from '../../../extension/src/shared/host/loadPart';

/** The one language of profiled code; JavaScript is a part of it. */
const TYPESCRIPT = {};

/**
 * Colours TypeScript by the parser of CodeMirror, which is loaded for the first piece of code. Classes are those of
 * `classHighlighter`, such as `tok-keyword`; code reaches the page as text only.
 */
export const CODE_COLOURS: CodeHighlighter = {
  findByName: name => (name === 'typescript' ? TYPESCRIPT : null),
  highlight: async (code, language, holder) => {
    if (language === null) {
      holder.append(code);
      return;
    }
    const { highlightTypescript } = await loadPart(() => import('./highlightTypescript'));
    holder.append(...highlightTypescript(code));
  }
};
