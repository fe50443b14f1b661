import {
  type ButtonIcon,
  type ButtonIcons,
  type TranslationBundle,
  loadPart
} from '../../../extension/src/shared/content/application';
import type { CodeHighlighter } from '../../../extension/src/shared/content/profileTab';

const SVG = 'http://www.w3.org/2000/svg';

/** A picture in the colour of the text beside it; `path` is in a square of 16 by 16. */
const iconOf = (path: string): ButtonIcon => ({
  element: ({ tag, className = '' }) => {
    const [node, svg, shape] = [
      document.createElement(tag),
      document.createElementNS(SVG, 'svg'),
      document.createElementNS(SVG, 'path')
    ];
    node.className = className;
    svg.setAttribute('viewBox', '0 0 16 16');
    svg.setAttribute('width', '14');
    svg.setAttribute('height', '14');
    svg.setAttribute('fill', 'currentColor');
    shape.setAttribute('fill-rule', 'evenodd');
    shape.setAttribute('d', path);
    svg.append(shape);
    node.append(svg);
    return node;
  }
});

/** Plain pictures that take the colours of any theme. */
export const PLAIN_ICONS: ButtonIcons = {
  caretDown: iconOf('M3 6h10l-5 5z'),
  close: iconOf('M4 3l4 4 4-4 1 1-4 4 4 4-1 1-4-4-4 4-1-1 4-4-4-4z'),
  columns: iconOf('M1 2h14v12H1zM2 3v2h12V3zM2 6v2h12V6zM2 9v1.5h12V9zM2 11.5V13h12v-1.5z'),
  compare: iconOf('M1 2h9v3H1zM1 6.5h14v3H1zM1 11h6v3H1z'),
  copy: iconOf('M5 1h9v11H5zM6 2v9h7V2zM2 4h2v1H3v9h7v-1h1v2H2z'),
  download: iconOf('M7.3 1h1.4v8l3-3 1 1L8 11.7 3.3 7l1-1 3 3zM2 13.5h12V15H2z'),
  launch: iconOf('M2 2h5v1H3v10h10V9h1v5H2zM9 2h5v5h-1V3.7L7.7 9 7 8.3 12.3 3H9z')
};

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
