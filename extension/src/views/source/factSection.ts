import type { Profile } from 'kernelscope/model';
import { factTables } from 'kernelscope/report';
import type { TabOptions } from '../../shared/content/profileTab';
import { ReportGrid } from '../../shared/tables/reportGrid';
import { element } from '../../shared/elements/dom';

/** What else was recorded of lines of code, in a table each; hidden where nothing was. */
export class FactSection {
  readonly node = element('section', { part: 'sourceFacts' });
  readonly #options: TabOptions;
  #grids: readonly ReportGrid[] = [];
  #shown: Profile | null = null;

  constructor(options: TabOptions) {
    this.#options = options;
    this.node.hidden = true;
  }

  /** Shows those of a profile, and marks the selected line. */
  draw(profile: Profile): void {
    if (this.#shown !== profile) this.#show(profile);
    for (const grid of this.#grids) grid.draw();
  }

  #show(profile: Profile): void {
    this.#shown = profile;
    const { trans, formats } = this.#options;
    const tables = factTables(profile, 'code', { top: 0, trans, formats });
    this.#grids = tables.map(table => new ReportGrid(table, this.#options));
    this.node.replaceChildren(...this.#grids.flatMap(({ nodes }) => nodes));
    this.node.hidden = tables.length === 0;
  }
}
