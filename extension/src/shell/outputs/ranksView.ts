import type { TranslationBundle } from '../../shared/host/translation';
import {
  CROSS_RANK_BUNDLE_FILE,
  type CrossRankBundle,
  type CrossRankContent,
  type RankDirectory,
  decodeCrossRank,
  validateCrossRank
} from 'kernelscope/formats';
import { CrossRankView } from 'kernelscope/browser';
import { button, element } from 'kernelscope/web';
import type { Message } from '@lumino/messaging';
import { Panel, Widget } from '@lumino/widgets';
import { type NumberFormats, createNumberFormats } from '../../shared/content/format';
import { inflateRaw } from '../../shared/content/inflateRaw';
import { PageWatch } from '../../shared/elements/pageWatch';
import { failureNode } from '../../shared/elements/failureNode';
import { type RankFiles, readRankFile } from './rankFile';
import { RankTimeline } from './rankTimeline';

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
