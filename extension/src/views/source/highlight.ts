import type { CodeHighlighter } from '../../shared/content/profileTab';

/**
 * TypeScript as nodes, one list for each line of `code` (split at line feeds). Text goes in as text
 * nodes only. Rejects when the language cannot be loaded.
 */
export async function highlightLines(
  code: string,
  highlighter: CodeHighlighter
): Promise<Node[][]> {
  const holder = document.createElement('div');
  await highlighter.highlight(code, highlighter.findByName('typescript'), holder);
  const lines: Node[][] = [[]];
  for (const token of [...holder.childNodes]) {
    const [first, ...others] = (token.textContent ?? '').split('\n');
    lines[lines.length - 1].push(tokenOf(token, first));
    for (const text of others) lines.push([tokenOf(token, text)]);
  }
  return lines;
}

function tokenOf(token: Node, text: string): Node {
  if (!(token instanceof HTMLElement)) return document.createTextNode(text);
  const span = document.createElement('span');
  span.className = token.className;
  span.textContent = text;
  return span;
}
