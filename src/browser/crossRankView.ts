import type { CrossRankContent } from '../formats/bundle/crossRankBundle';
import { findings, rankSourceSentence } from '../report/crossRank/crossRankFindings';
import type { CrossRankRun } from '../report/crossRank/crossRankReport';
import { runTables } from '../report/crossRank/crossRankTables';
import { button, element } from '../web/element';
import { RankMap, type RankMapOptions } from './rankMap';
import { RankState } from './rankState';
import { tableNode } from './rankTables';

/** The dependencies of {@link CrossRankView}. */
export interface CrossRankViewOptions extends RankMapOptions {
  /** Reads all cells of a comparison that was shortened; null where they are nowhere. */
  readonly loadWhole: (() => Promise<CrossRankContent>) | null;
}

/**
 * A comparison of ranks: findings, the heat map of ranks and steps, the figures of the picked rank, and
 * the tables. Everything is reached by pointer and by key, and the tables tell without the map.
 */
export class CrossRankView {
  readonly node: HTMLElement;
  /** The tables, which stand below {@link node} and what belongs to the picked rank. */
  readonly tables: HTMLElement;
  readonly #map: RankMap;
  readonly #status = element('div');
  #content: CrossRankContent | null = null;
  #isDisposed = false;

  constructor(private readonly options: CrossRankViewOptions) {
    this.#map = new RankMap(options);
    this.tables = element('details', { part: 'ranksTables' });
    this.node = element('div', { part: 'ranks', attributes: { role: 'group' } }, [
      this.#status,
      this.#map.node
    ]);
    this.node.setAttribute('aria-label', options.trans.__('Ranks compared'));
    this.node.dataset.lmSuppressShortcuts = 'true';
  }

  /** Shows a comparison, beginning with its first run. */
  setContent(content: CrossRankContent): void {
    this.#content = content;
    const [first] = content.report.runs;
    if (first === undefined) this.#map.setState(null);
    else this.#showRun(first);
  }

  /** Takes the size of the page. */
  arrange(): void {
    this.#map.stage.arrange();
  }

  /** Reads the colours of the page again. */
  retheme(): void {
    this.#map.stage.retheme();
  }

  /** Draws what is on show, now; the next frame of the screen has it in any case. */
  renderNow(): void {
    this.#map.stage.paintNow();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#map.dispose();
  }

  #showRun(run: CrossRankRun): void {
    const { options } = this;
    const content = this.#content;
    const map = this.#map;
    if (content === null) return;
    const grid = content.grids.find(one => one.run === run.run);
    const isShown = grid !== undefined && run.ranks.length > 1;
    map.setState(isShown ? new RankState(content, run, grid, change => map.changed(change)) : null);
    const source = rankSourceSentence(content.report);
    const sentences = [...(source === null ? [] : [source]), ...findings(run)];
    const list = element(
      'ul',
      { part: 'ranksFindings' },
      sentences.map(text => element('li', { text }))
    );
    this.#status.replaceChildren(...this.#runField(run), list, ...this.#wholeNote());
    this.tables.replaceChildren(
      element('summary', { text: options.trans.__('Tables') }),
      ...runTables(run).map(table => tableNode(table, options.trans))
    );
  }

  #runField(shown: CrossRankRun): HTMLElement[] {
    const runs = this.#content?.report.runs ?? [];
    if (runs.length < 2) return [];
    const select = element(
      'select',
      { part: 'ranksSelect', attributes: { 'aria-label': this.options.trans.__('Run') } },
      runs.map(({ run }) => element('option', { text: String(run), attributes: { value: run } }))
    );
    select.value = String(shown.run);
    select.addEventListener('change', () => {
      this.#showRun(runs[select.selectedIndex]);
      this.#status.querySelector('select')?.focus();
    });
    const label = element('span', { text: this.options.trans.__('Run') });
    return [element('label', { part: 'ranksField' }, [label, select])];
  }

  /** Says that cells were joined, and offers all of them where they can be had. */
  #wholeNote(): HTMLElement[] {
    const { trans, loadWhole } = this.options;
    if (this.#content?.isWhole !== false) return [];
    const text = trans.__('Neighbouring ranks and steps share a cell here, which has the slowest.');
    const note = element('p', { part: 'ranksNote', text });
    if (loadWhole === null) return [note];
    const load = button(trans.__('Show every rank and step'), () => {
      load.disabled = true;
      loadWhole().then(
        content => {
          if (!this.#isDisposed) this.setContent(content);
        },
        (error: unknown) => {
          load.disabled = false;
          note.replaceChildren(error instanceof Error ? error.message : String(error), ' ', load);
        }
      );
    });
    note.append(' ', load);
    return [note];
  }
}
