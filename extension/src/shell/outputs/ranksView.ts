import { type TranslationBundle, loadPart } from '../../shared/content/application';
import {
  type CrossRankBundle,
  type CrossRankContent,
  type RankDirectory,
  CROSS_RANK_BUNDLE_FILE,
  decodeCrossRank,
  decodeKscopeAsync,
  validateCrossRank
} from 'kernelscope/formats';
import { CrossRankView } from 'kernelscope/browser';
import { button, element } from 'kernelscope/web';
import type { Message } from '@lumino/messaging';
import { Panel, Widget } from '@lumino/widgets';
import { type NumberFormats, createNumberFormats } from '../../shared/content/format';
import { inflateRaw } from '../../shared/content/inflateRaw';
import { PageWatch } from '../../shared/elements/pageWatch';
import { failureNode } from '../../shared/elements/messageNodes';
import { SelectionStore } from '../../shared/content/selection';
import { createPause } from '../../shared/elements/pause';
import { type RankFiles, readRankFile } from './rankFile';

/** The dependencies of {@link RanksView}. */
export interface RanksViewOptions extends Pick<RankFiles, 'resolver' | 'request'> {
  readonly trans: TranslationBundle;
  /** BCP 47 tag of the interface language. */
  readonly language: string;
}

/**
 * A comparison of ranks in an output: the heat map, and below it the timeline of the rank that was opened.
 * Data is checked first, and reaches the page as text only.
 */
export class RanksView extends Panel {
  readonly #files: RankFiles;
  readonly #timeline: RankTimeline;
  readonly #status = new Widget();
  readonly #abort = new AbortController();
  #shown: CrossRankView | null = null;
  #watch: PageWatch | null = null;

  constructor({ trans, language, resolver, request }: RanksViewOptions) {
    super();
    const formats: NumberFormats = createNumberFormats(language);
    this.#files = { trans, formats, resolver, request };
    this.#timeline = new RankTimeline(this.#files);
    this.addWidget(this.#status);
  }

  /** Shows a bundle, or says why it cannot. */
  async setData(data: unknown): Promise<void> {
    const { trans } = this.#files;
    try {
      const bundle = validateCrossRank(data);
      const content = await decodeCrossRank(bundle, inflateRaw);
      if (!this.isDisposed) this.#show(bundle, content);
    } catch (error) {
      this.#clear();
      this.#status.node.replaceChildren(failureNode(error, trans));
    }
  }

  override dispose(): void {
    if (this.isDisposed) return;
    this.#abort.abort();
    this.#clear();
    this.#timeline.dispose();
    super.dispose();
  }

  protected override onAfterAttach(message: Message): void {
    super.onAfterAttach(message);
    this.#watch?.start();
    this.#shown?.arrange();
  }

  protected override onBeforeDetach(message: Message): void {
    this.#watch?.stop();
    super.onBeforeDetach(message);
  }

  #show({ folder }: CrossRankBundle, content: CrossRankContent): void {
    const { trans, formats } = this.#files;
    this.#clear();
    const view = new CrossRankView({
      trans,
      duration: ns => formats.duration(ns),
      profileNode: directory => this.#profileNode(directory, folder),
      loadWhole: folder === null ? null : () => this.#loadWhole(folder)
    });
    const watch = new PageWatch(this.node, {
      resized: () => view.arrange(),
      rethemed: () => view.retheme()
    });
    this.#shown = view;
    this.#watch = watch;
    this.#status.node.replaceChildren();
    this.addWidget(new Widget({ node: view.node }));
    this.addWidget(this.#timeline);
    this.addWidget(new Widget({ node: view.tables }));
    view.setContent(content);
    if (this.isAttached) watch.start();
  }

  /** Takes away what was on show. */
  #clear(): void {
    this.#watch?.dispose();
    this.#watch = null;
    this.#shown?.dispose();
    this.#shown = null;
    this.#timeline.clear();
    this.#timeline.parent = null;
    for (const widget of this.widgets.slice(1)) widget.dispose();
  }

  async #loadWhole(folder: string): Promise<CrossRankContent> {
    const path = joined(folder, CROSS_RANK_BUNDLE_FILE);
    const bytes = await readRankFile(path, this.#files, this.#abort.signal);
    const data: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return decodeCrossRank(validateCrossRank(data), inflateRaw);
  }

  /** Opens the timeline of a cycle; where nobody knows its path from here, its directory stands there. */
  #profileNode([, rank, cycle, directory]: RankDirectory, folder: string | null): Node {
    const { trans } = this.#files;
    if (folder === null) return element('span', { part: 'ranksPath', text: directory });
    const title = trans.__('Rank %1, cycle %2', rank, cycle);
    const open = button(trans.__('Open timeline'), () => {
      void this.#timeline.open(joined(folder, directory, 'profile.kscope'), title);
    });
    open.title = directory;
    return open;
  }
}

function joined(...parts: readonly string[]): string {
  return parts.filter(part => part !== '').join('/');
}

/** The timeline of one rank's profile below the heat map, read when it is asked for. */
class RankTimeline extends Panel {
  readonly #files: RankFiles;
  readonly #status = new Widget();
  #reading: AbortController | null = null;
  #timeline: Widget | null = null;

  constructor(files: RankFiles) {
    super();
    this.#files = files;
    this.addClass('jp-Kernelscope-ranksTimeline');
    this.#status.node.setAttribute('role', 'status');
    this.addWidget(this.#status);
    this.hide();
  }

  /** Shows the profile at `path`, seen from the notebook, in place of another; says what goes wrong. */
  async open(path: string, title: string): Promise<void> {
    const { trans } = this.#files;
    this.clear();
    const reading = new AbortController();
    this.#reading = reading;
    this.show();
    this.#say(title, trans.__('Reading %1…', path));
    try {
      const { signal } = reading;
      const bytes = await readRankFile(path, this.#files, signal);
      const pause = createPause(signal);
      const profile = await decodeKscopeAsync(bytes, { inflate: inflateRaw, pause });
      const { TimelineView } = await loadPart(() => import('../../views/timeline/view'));
      if (signal.aborted || this.isDisposed) return;
      const timeline = new TimelineView({ ...this.#files, store: new SelectionStore() });
      this.#timeline = timeline;
      this.#say(title, path);
      this.addWidget(timeline);
      timeline.setContent({ profile, isWhole: true, density: null });
      this.node.scrollIntoView({ block: 'nearest' });
    } catch (error) {
      if (reading.signal.aborted) return;
      this.#say(title, error instanceof Error ? error.message : String(error));
    }
  }

  /** Takes the timeline away, and stops reading. */
  clear(): void {
    this.#reading?.abort();
    this.#reading = null;
    this.#timeline?.dispose();
    this.#timeline = null;
    this.hide();
  }

  override dispose(): void {
    if (this.isDisposed) return;
    this.clear();
    super.dispose();
  }

  #say(title: string, text: string): void {
    const { trans } = this.#files;
    const close = button(trans.__('Close timeline'), () => this.clear());
    this.#status.node.replaceChildren(
      element('div', { part: 'ranksDetailsHead' }, [
        element('h3', { part: 'ranksDetailsTitle', text: title }),
        element('span', { part: 'ranksPath', text, attributes: { dir: 'auto' } }),
        close
      ])
    );
  }
}
