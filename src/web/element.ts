export interface ElementOptions {
  /** Suffix of a `jp-Kernelscope-…` class. */
  readonly part?: string;
  /** Set as `textContent`: never parsed as HTML. */
  readonly text?: string;
  readonly attributes?: Readonly<Record<string, string | number>>;
}

/** Longest text that one node shows, in UTF-16 code units; the rest is cut off with an ellipsis. */
export const MAX_TEXT_LENGTH = 500;

/** Makes a node; the only way in which these views put text of a profile on a page. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  { part, text, attributes = {} }: ElementOptions = {},
  children: readonly Node[] = []
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  if (part !== undefined) node.className = `jp-Kernelscope-${part}`;
  if (text !== undefined) node.textContent = clipText(text);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}

/** A button that calls `onPress`. */
export function button(text: string, onPress: () => void, title?: string): HTMLButtonElement {
  const node = element('button', { part: 'button', text, attributes: { type: 'button' } });
  if (title !== undefined) {
    node.title = title;
    node.setAttribute('aria-label', title);
  }
  node.addEventListener('click', onPress);
  return node;
}

/** `text` with at most {@link MAX_TEXT_LENGTH} code units and no control characters. */
export function clipText(text: string): string {
  const short = text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH - 1)}…` : text;
  return short.replace(/\p{Cc}+/gu, ' ');
}
