import type { DeoptRow, Profile } from 'kernelscope/model';
import type { TabOptions } from '../../shared/content/profileTab';
import { element } from '../../shared/elements/dom';
import { SortableTable } from '../../shared/grid/sortableTable';
import { BY_COUNT, deoptColumns } from './deoptColumns';

/** Where and why V8 gave up optimized code; hidden in profiles without it. Picks lines in the selection. */
export class DeoptSection {
  readonly node = element('section', { part: 'sourceDeopts' });
  readonly #options: TabOptions;
  readonly #table: SortableTable<DeoptRow>;
  #shown: Profile | null = null;

  constructor(options: TabOptions) {
    const { trans, store } = options;
    this.#options = options;
    this.#table = new SortableTable<DeoptRow>({
      label: trans.__('Deoptimizations'),
      sort: BY_COUNT,
      emptyText: trans.__('V8 kept all optimized code.'),
      onPick: ({ file, line }) => {
        if (file !== '' && line > 0) store.select({ type: 'line', file, line });
      }
    });
    this.node.hidden = true;
  }

  /** Shows those of a profile, and marks the selected line. */
  draw(profile: Profile): void {
    const { deopts } = profile.meta;
    this.node.hidden = deopts === undefined;
    if (!deopts) return;
    if (this.#shown !== profile) this.#show(profile, deopts.rows);
    const { selection } = this.#options.store.state;
    this.#table.draw(
      ({ file, line }) =>
        selection.type === 'line' && file === selection.file && line === selection.line
    );
  }

  #show(profile: Profile, rows: readonly DeoptRow[]): void {
    this.#shown = profile;
    this.#table.setRows(deoptColumns(this.#options), rows);
    const title = element('strong', { text: this.#options.trans.__('Deoptimizations') });
    this.node.replaceChildren(title, this.#table.node);
  }
}
