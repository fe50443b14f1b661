import {
  type CancellationToken,
  CompletionItem,
  CompletionItemKind,
  type Disposable,
  Hover,
  type CompletionItem as Item,
  MarkdownString,
  type NotebookDocument,
  type Position,
  Range,
  type TextDocument,
  languages,
  workspace
} from 'vscode';
import { fieldsOf } from '../messages/messages';
import type { Content } from './bridgeMessages';
import { LANGUAGE, NOTEBOOK_TYPE } from './notebookFile';

/** Asks the kernel of a notebook about code; null without one. */
export type AskKernel = (
  notebook: NotebookDocument,
  command: 'complete' | 'inspect',
  code: string,
  cursor: number
) => Promise<Content | null>;

const SELECTOR = { language: LANGUAGE, notebookType: NOTEBOOK_TYPE };

/** Characters after which the kernel is asked although no name was begun. */
const TRIGGERS = ['.', '%', '-', '"', "'", '/', '@'];

/** Most entries of a completion, and most characters of a text, that are shown. */
const MAX_MATCHES = 2000;
const MAX_TEXT = 20_000;

/** An escape sequence of a terminal, such as a colour. */
const ESCAPES = /\u001b\[[\d;]*[A-Za-z]/g;

/** Completion and hover by the kernels of notebooks, beside those of VS Code's own TypeScript. */
export function kernelLanguage(ask: AskKernel): Disposable[] {
  const replyTo = async (
    command: 'complete' | 'inspect',
    document: TextDocument,
    position: Position,
    token: CancellationToken
  ): Promise<Content | null> => {
    const notebook = notebookOf(document);
    if (notebook === null) return null;
    const code = document.getText();
    const reply = await ask(notebook, command, code, document.offsetAt(position));
    return token.isCancellationRequested ? null : reply;
  };
  return [
    languages.registerCompletionItemProvider(
      SELECTOR,
      {
        provideCompletionItems: async (document, position, token) => {
          const reply = await replyTo('complete', document, position, token);
          return reply === null ? null : completionsOf(reply, document);
        }
      },
      ...TRIGGERS
    ),
    languages.registerHoverProvider(SELECTOR, {
      provideHover: async (document, position, token) => {
        const reply = await replyTo('inspect', document, position, token);
        return reply === null ? null : hoverOf(reply);
      }
    })
  ];
}

function notebookOf(document: TextDocument): NotebookDocument | null {
  const has = (notebook: NotebookDocument): boolean =>
    notebook.notebookType === NOTEBOOK_TYPE &&
    notebook.getCells().some(cell => cell.document === document);
  return workspace.notebookDocuments.find(has) ?? null;
}

/** What the kernel would put where the cursor is. Its offsets count characters, those of VS Code UTF-16. */
function completionsOf(reply: Content, document: TextDocument): Item[] {
  const { matches, cursor_start: start, cursor_end: end } = reply;
  if (!Array.isArray(matches) || typeof start !== 'number' || typeof end !== 'number') return [];
  const characters = [...document.getText()];
  const positionOf = (count: number): Position =>
    document.positionAt(characters.slice(0, count).join('').length);
  const range = new Range(positionOf(start), positionOf(end));
  return matches
    .slice(0, MAX_MATCHES)
    .map(String)
    .map(match => {
      const item = new CompletionItem(
        { label: match, description: 'kernel' },
        CompletionItemKind.Variable
      );
      item.range = range;
      item.sortText = `~${match}`;
      return item;
    });
}

function hoverOf({ found, data }: Content): Hover | null {
  const text = fieldsOf(data)['text/plain'];
  if (found !== true || typeof text !== 'string') return null;
  const shown = new MarkdownString();
  shown.appendCodeblock(text.replace(ESCAPES, '').slice(0, MAX_TEXT), LANGUAGE);
  return new Hover(shown);
}
