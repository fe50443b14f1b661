import type { OutputItem } from 'vscode-notebook-renderer';
import { CROSS_RANK_MIME_TYPE, QUERY_MIME_TYPE, validateCrossRank } from 'kernelscope/formats';
import { ProfileError, validateBundle } from 'kernelscope/model';
import { Panel, Widget } from '@lumino/widgets';
import { createNumberFormats } from '../../../extension/src/shared/content/format';
import { element } from '../../../extension/src/shared/elements/dom';
import { failureNode } from '../../../extension/src/shared/elements/failureNode';
import { ProfileView } from '../../../extension/src/shell/profileView';
import { QueryView } from '../../../extension/src/shell/query/queryView';
import { RanksView } from '../../../extension/src/shell/ranks/ranksView';
import { DEFAULT_SETTINGS, SettingsSource } from '../../../extension/src/shell/settings/settings';
import { CODE_COLOURS } from './codeColours';
import { ENGLISH } from './english';
import type { HostContext } from './hostFiles';
import { HostFiles } from './hostFiles';
import { PLAIN_ICONS } from './icons';
import { OutputRoot } from './outputRoot';

/** Largest output that is read at all, bytes: far more than the kernel writes into one. */
const MAX_ITEM_BYTES = 64 * 1024 * 1024;

const LANGUAGE = 'en';

/** Pages of VS Code open no windows, so traces are downloaded, with a sentence on how to open them. */
const SETTINGS = { ...DEFAULT_SETTINGS, perfettoUrl: '' };

/** Shows data; a promise resolves once something is on show. */
interface DataView extends Widget {
  setData(data: unknown, limit: number): unknown;
}

/**
 * One output of a notebook: a profile, a comparison of ranks or the result of a query, or the sentence that says why
 * there is none.
 */
export class NotebookOutput {
  readonly #context: HostContext;
  readonly #root: OutputRoot;
  readonly #frame = new Panel();
  #view: DataView | null = null;
  #mime = '';

  constructor(context: HostContext, place: HTMLElement) {
    this.#context = context;
    this.#root = new OutputRoot(place);
    this.#frame.addClass('jp-Kernelscope');
    Widget.attach(this.#frame, this.#root.node);
  }

  /** Shows an item, in the same view as the one before where that is possible; never rejects. */
  async show(item: OutputItem): Promise<void> {
    try {
      const data = readItem(item);
      await this.#viewOf(item.mime).setData(data, SETTINGS.inlineLimitKilobytes * 1000);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Takes everything away; VS Code may have taken the node off the page before. */
  dispose(): void {
    if (this.#frame.isDisposed) return;
    if (!this.#frame.node.isConnected) document.body.append(this.#root.node);
    this.#frame.dispose();
    this.#root.dispose();
  }

  #viewOf(mime: string): DataView {
    if (this.#view !== null && this.#mime === mime) return this.#view;
    this.#clear();
    const view = this.#newView(mime);
    this.#view = view;
    this.#mime = mime;
    this.#frame.addWidget(view);
    return view;
  }

  #newView(mime: string): DataView {
    if (mime === CROSS_RANK_MIME_TYPE) return new RanksView(this.#shared());
    if (mime === QUERY_MIME_TYPE) return new QueryView({ trans: ENGLISH, language: LANGUAGE });
    return new ProfileView({
      ...this.#shared(),
      icons: PLAIN_ICONS,
      highlighter: CODE_COLOURS,
      traceNote: ENGLISH.__('Open the file at https://ui.perfetto.dev.'),
      settings: new SettingsSource(SETTINGS)
    });
  }

  #shared() {
    const [trans, formats] = [ENGLISH, createNumberFormats(LANGUAGE)];
    const { resolver, request } = new HostFiles(this.#context, { trans, formats });
    return { trans, language: LANGUAGE, resolver, request };
  }

  #fail(error: unknown): void {
    this.#clear();
    const hint = ENGLISH.__(
      'The output may also have a static page: choose “Change Presentation” in its menu.'
    );
    const message = failureNode(error, ENGLISH);
    message.append(element('p', { text: hint }));
    this.#frame.addWidget(new Widget({ node: message }));
  }

  #clear(): void {
    this.#view = null;
    for (const widget of [...this.#frame.widgets]) widget.dispose();
  }
}

/**
 * The data of an item, checked as JupyterLab's renderer checks it; the view of a query checks its own.
 *
 * @throws ProfileError if it cannot be read, or has no profile or comparison of ranks where it should
 */
function readItem(item: OutputItem): unknown {
  const { length } = item.data();
  if (length > MAX_ITEM_BYTES) {
    const size = createNumberFormats(LANGUAGE).bytes(MAX_ITEM_BYTES);
    throw new ProfileError(ENGLISH.__('It is larger than %1.', size));
  }
  const data = parse(item);
  if (item.mime === QUERY_MIME_TYPE) return data;
  if (item.mime === CROSS_RANK_MIME_TYPE) validateCrossRank(data);
  else if (length <= SETTINGS.inlineLimitKilobytes * 1000) validateBundle(data);
  return data;
}

function parse(item: OutputItem): unknown {
  try {
    return item.json();
  } catch (cause) {
    throw new ProfileError(ENGLISH.__('It is not valid JSON.'), { cause });
  }
}
