import type { OutputItem } from 'vscode-notebook-renderer';
import { CROSS_RANK_MIME_TYPE, QUERY_MIME_TYPE, validateCrossRank } from 'kernelscope/formats';
import { type Profile, ProfileError, validateBundle } from 'kernelscope/model';
import { Panel, Widget } from '@lumino/widgets';
import type { CellLink } from '../../../extension/src/shared/content/cellLink';
import { createNumberFormats } from '../../../extension/src/shared/content/format';
import { element } from 'kernelscope/web';
import { failureNode } from '../../../extension/src/shared/elements/messageNodes';
import { loadPart } from '../../../extension/src/shared/content/application';
import { textsOf } from '../../../extension/src/shell/heat/fileHeat';
import { executionCountOf } from '../../../extension/src/shell/heat/matchCell';
import type { ProfileView } from '../../../extension/src/shell/profileView';
import {
  DEFAULT_SETTINGS,
  SettingsSource
} from '../../../extension/src/shell/application/settings';
import { MAX_CELL_CHARACTERS } from '../messages/messages';
import type { HostChannel } from './hostChannel';
import { HostFiles } from './hostFiles';
import { hostTraces } from './hostTraces';
import { CODE_COLOURS, ENGLISH, PLAIN_ICONS } from './handedToViews';
import { OutputRoot } from './outputRoot';

/** Largest output that is read at all, bytes: far more than the kernel writes into one. */
const MAX_ITEM_BYTES = 64 * 1024 * 1024;

const LANGUAGE = 'en';
const WORDS = { trans: ENGLISH, formats: createNumberFormats(LANGUAGE) };

/** Pages of VS Code open no windows, so traces are saved, with a sentence on how to open them. */
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
  readonly #channel: HostChannel;
  readonly #root: OutputRoot;
  readonly #frame = new Panel();
  #view: DataView | null = null;
  #mime = '';
  /** The number of items so far, by which one that took long to load is known to be of the past. */
  #items = 0;

  constructor(channel: HostChannel, place: HTMLElement) {
    this.#channel = channel;
    this.#root = new OutputRoot(place);
    this.#frame.addClass('jp-Kernelscope');
    this.#frame.node.tabIndex = -1;
    this.#frame.node.addEventListener('pointerdown', () => this.#takeFocus(), true);
    Widget.attach(this.#frame, this.#root.node);
  }

  /** Shows an item, in the same view as the one before where that is possible; never rejects. */
  async show(item: OutputItem): Promise<void> {
    const number = ++this.#items;
    const isPast = (): boolean => this.#frame.isDisposed || number !== this.#items;
    try {
      const data = readItem(item);
      const makeView = await loadPart(() => this.#viewMaker(item.mime));
      if (isPast()) return;
      await this.#viewOf(item.mime, makeView).setData(data, SETTINGS.inlineLimitKilobytes * 1000);
    } catch (error) {
      if (!isPast()) this.#fail(error);
    }
  }

  /** Takes everything away; VS Code may have taken the node off the page before. */
  dispose(): void {
    if (this.#frame.isDisposed) return;
    if (!this.#frame.node.isConnected) document.body.append(this.#root.node);
    this.#frame.dispose();
    this.#root.dispose();
  }

  /** VS Code gives the focus to the first button of an output that is pressed and does not have it. */
  #takeFocus(): void {
    const { node } = this.#frame;
    if (!node.contains(document.activeElement)) node.focus({ preventScroll: true });
  }

  #viewOf(mime: string, makeView: () => DataView): DataView {
    if (this.#view !== null && this.#mime === mime) return this.#view;
    this.#clear();
    const view = makeView();
    this.#view = view;
    this.#mime = mime;
    this.#frame.addWidget(view);
    return view;
  }

  /** Loads the view for a MIME type, of which a notebook may have only one. */
  async #viewMaker(mime: string): Promise<() => DataView> {
    if (mime === CROSS_RANK_MIME_TYPE) {
      const { RanksView } = await import('../../../extension/src/shell/outputs/ranksView');
      return () => new RanksView(this.#shared());
    }
    if (mime === QUERY_MIME_TYPE) {
      const { QueryView } = await import('../../../extension/src/shell/outputs/queryView');
      return () => new QueryView({ trans: ENGLISH, language: LANGUAGE });
    }
    const { ProfileView } = await import('../../../extension/src/shell/profileView');
    return () => {
      const view: ProfileView = new ProfileView({
        ...this.#shared(),
        icons: PLAIN_ICONS,
        highlighter: CODE_COLOURS,
        cells: hostCells(this.#channel, () => view.profile),
        traceSaver: hostTraces(this.#channel, WORDS),
        traceNote: ENGLISH.__('Open the file at https://ui.perfetto.dev.'),
        settings: new SettingsSource(SETTINGS)
      });
      return view;
    };
  }

  #shared() {
    const { resolver, request } = new HostFiles(this.#channel, WORDS);
    return { trans: ENGLISH, language: LANGUAGE, resolver, request };
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
    const size = WORDS.formats.bytes(MAX_ITEM_BYTES);
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

/**
 * Leads from the lines of a profile to cells of the notebook, which the extension host shows. Null without a host.
 * `profileOf` gives the profile on show.
 */
function hostCells(channel: HostChannel, profileOf: () => Profile | null): CellLink | null {
  if (!channel.hasHost) return null;
  return {
    has: file => executionCountOf(file) !== null,
    show(file, line) {
      const executionCount = executionCountOf(file);
      if (executionCount === null) return;
      const asked = { executionCount, line, ...textOf(profileOf(), file) };
      channel.post({ type: 'show', ...asked });
      whileFocused(() => channel.post({ type: 'showAgain', ...asked }));
    },
    insertBelow(file, code) {
      const executionCount = executionCountOf(file);
      if (executionCount === null) return;
      const cell = { executionCount, line: 1, ...textOf(profileOf(), file) };
      channel.post({ type: 'insert', code, ...cell });
    }
  };
}

/** When it is looked, after a line was asked for, whether its editor has got the focus. */
const LOOKS_MS = [400, 1200, 3000];

/**
 * Calls `again` each time when this page still has the focus, until something is pressed in it. VS Code gives the focus
 * to an output in which a button was pressed, and on a busy machine that comes after the editor got it.
 */
function whileFocused(again: () => void): void {
  const timers = LOOKS_MS.map(ms =>
    setTimeout(() => {
      if (document.hasFocus()) again();
    }, ms)
  );
  const stop = (): void => {
    timers.forEach(timer => clearTimeout(timer));
  };
  for (const type of ['pointerdown', 'keydown']) {
    document.addEventListener(type, stop, { capture: true, once: true });
  }
}

function textOf(
  profile: Profile | null,
  file: string
): { readonly text: string | null; readonly isClipped: boolean } {
  const found = profile && textsOf(profile).find(each => each.file === file);
  if (!found) return { text: null, isClipped: false };
  const { text, isClipped } = found;
  const isTooLong = text.length > MAX_CELL_CHARACTERS;
  return { text: text.slice(0, MAX_CELL_CHARACTERS), isClipped: isClipped || isTooLong };
}
