import { classHighlighter, highlightCode } from '@lezer/highlight';
import { parser } from '@lezer/javascript';

const TYPESCRIPT = parser.configure({ dialect: 'ts' });

/** `code` as texts and spans with classes, in its order; line feeds are kept. */
export function highlightTypescript(code: string): Node[] {
  const nodes: Node[] = [];
  const putText = (text: string, classes: string): void => {
    nodes.push(classes === '' ? document.createTextNode(text) : spanOf(text, classes));
  };
  const putBreak = (): void => putText('\n', '');
  highlightCode(code, TYPESCRIPT.parse(code), classHighlighter, putText, putBreak);
  return nodes;
}

function spanOf(text: string, classes: string): HTMLElement {
  const span = document.createElement('span');
  span.className = classes;
  span.textContent = text;
  return span;
}
