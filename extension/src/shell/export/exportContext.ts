import type { TranslationBundle } from '../../shared/content/application';
import type { ContentSource } from '../../shared/content/profileTab';
import type { NumberFormats } from '../../shared/content/format';
import type * as exportFormats from './exportFormats';

/** A way to react to an {@link ActionMessage}. */
interface ActionChoice {
  readonly label: string;
  /** Runs within the click, so that it may open a tab. */
  readonly run: () => void;
}

/** A sentence or two that wait for an answer. */
export interface ActionMessage {
  readonly level: 'info' | 'warning';
  readonly text: string;
  /** The first is what most people want. */
  readonly choices: readonly ActionChoice[];
}

/** Where actions tell a person how they fare. */
export interface ActionFeedback {
  /** Shows the progress in a few words, or nothing if `text` is empty. Removes a question. */
  say(text: string): void;
  /** Shows a question in place of the progress, until it is answered or dismissed. */
  ask(message: ActionMessage): void;
}

/** Saves traces of Perfetto where the page cannot hand them over, and the application can. */
export interface TraceSaver {
  /** Whether files of all formats are saved by it, on pages from which the browser saves none. */
  readonly savesAll?: true;
  /**
   * Asks the user where to save a file and writes it; `name` is a proposal. Resolves to the name that was chosen,
   * null if the user wants no file. Rejects with a sentence if it cannot be written.
   */
  save(name: string, bytes: Uint8Array): Promise<string | null>;
  /** Opens Perfetto in a browser. */
  openPerfetto(): void;
}

/** The formats that profiles are saved in. */
export type ExportFormats = typeof exportFormats;

/** The context of every action on a profile. */
export interface ExportContext {
  readonly trans: TranslationBundle;
  readonly formats: NumberFormats;
  readonly source: ContentSource;
  readonly feedback: ActionFeedback;
  /** Loads the formats of files, which are a large part of the extension; by default its own. */
  readonly loadFormats?: () => Promise<ExportFormats>;
  /** A sentence for those who have saved a trace of Perfetto, where it cannot be handed over. */
  readonly traceNote?: string;
  /** Saves traces of Perfetto in place of the page; null or absent where nothing does. */
  readonly traceSaver?: TraceSaver | null;
}

/**
 * The file name of the notebook that an output is in, as far as `resolver` knows: JupyterLab's have
 * a `path`, though their interface does not promise one. Empty otherwise.
 */
export function notebookName(resolver: object | null): string {
  if (resolver === null || !('path' in resolver) || typeof resolver.path !== 'string') return '';
  return resolver.path.split('/').at(-1) ?? '';
}
