import type { Profile } from 'kernelscope/model';
import { type CodePlace, factTables } from 'kernelscope/report';
import type { TabOptions } from '../../shared/content/profileTab';
import { ReportGrid } from '../../shared/grid/reportGrid';
import { element } from 'kernelscope/web';

interface FactGrid {
  readonly title: string;
  readonly grid: ReportGrid;
  readonly places: readonly (CodePlace | null)[];
}

/** What else was recorded of lines of code, in a table each; hidden where nothing was. */
export class FactSection {
  readonly node = element('section', { part: 'sourceFacts' });
  readonly #options: TabOptions;
  #tables: readonly FactGrid[] = [];
  #shown: Profile | null = null;

  constructor(options: TabOptions) {
    this.#options = options;
    this.node.hidden = true;
  }

  /** Shows those of a profile, and marks the selected line. */
  draw(profile: Profile): void {
    if (this.#shown !== profile) this.#show(profile);
    const { selection } = this.#options.store.state;
    for (const { grid, places } of this.#tables) {
      grid.draw(row => {
        const place = places[row];
        return (
          selection.type === 'line' &&
          place?.file === selection.file &&
          place.line === selection.line
        );
      });
    }
  }

  #show(profile: Profile): void {
    this.#shown = profile;
    const { trans, formats, store } = this.#options;
    const tables = factTables(profile, 'code', { top: 0, trans, formats });
    this.#tables = tables.map(table => {
      const { places = [] } = table;
      const onPick = (row: number): void => {
        const place = places[row];
        if (place) store.select({ type: 'line', ...place });
      };
      const grid = new ReportGrid({ formats, onPick });
      grid.setTable(table);
      return { grid, places, title: table.title };
    });
    const nodes = this.#tables.flatMap(({ grid, title }) => [
      element('strong', { text: title }),
      grid.node
    ]);
    this.node.replaceChildren(...nodes);
    this.node.hidden = tables.length === 0;
  }
}
