import { isChanged } from 'kernelscope/analysis';
import type { ComparedLine, ComparedSource } from 'kernelscope/model';
import { element } from 'kernelscope/web';
import { RowGrid } from '../../shared/grid/rowGrid';
import type { GridColumn, GridRow } from '../../shared/grid/rowGridNodes';
import type { ChangeWords } from './changeWords';
import { section } from './section';

const COLUMNS = '76px 56px 56px 84px 84px 92px minmax(240px, 1fr)';

/** The lines of the cell before and after, those that changed marked, with their times. */
export class SourceLines {
  readonly node: HTMLElement;
  readonly #words: ChangeWords;
  readonly #grid: RowGrid;
  readonly #note = element('p', { part: 'compareHint' });
  #lines: readonly ComparedLine[] = [];

  /** `onPick` is called with the number of a line of the cell as it is now. */
  constructor(words: ChangeWords, onPick: (line: number) => void) {
    const { trans } = words;
    const title = trans.__('Lines of the cell');
    this.#words = words;
    this.#grid = new RowGrid({
      label: title,
      onPick: row => {
        const line = this.#lines[row]?.after ?? null;
        if (line !== null) onPick(line);
      }
    });
    this.#grid.node.style.setProperty('--jp-kernelscope-columns', COLUMNS);
    this.#grid.node.style.setProperty('--jp-kernelscope-width', '688px');
    this.node = section(title, [this.#note, this.#grid.node]);
  }

  /** Takes other lines; without any it is hidden. */
  setSource(source: ComparedSource | null): void {
    this.#lines = source?.lines ?? [];
    this.node.hidden = this.#lines.length === 0;
    if (source === null) return;
    this.#note.textContent = this.#noteOf(source);
    this.#grid.setRows(
      this.#columns(),
      this.#lines.map(line => this.#row(line))
    );
  }

  #noteOf({ lines, hiddenLines }: ComparedSource): string {
    const { trans, formats } = this.#words;
    const changed = lines.filter(isChanged).length;
    const told =
      changed === 0
        ? trans.__('The text of the cell has not changed.')
        : trans._n(
            '%2 line changed since.',
            '%2 lines changed since.',
            changed,
            formats.count(changed)
          );
    if (hiddenLines === 0) return told;
    const hidden = formats.count(hiddenLines);
    return `${told} ${trans.__('%1 other lines are not shown.', hidden)}`;
  }

  #columns(): readonly GridColumn[] {
    const { trans } = this.#words;
    const number = (label: string, explanation: string): GridColumn => {
      return { label, explanation, kind: 'number' };
    };
    return [
      { label: '±', explanation: trans.__('Whether the line is new or gone'), kind: 'plain' },
      number(trans.__('Was'), trans.__('The number of the line before')),
      number(trans.__('Is'), trans.__('The number of the line after')),
      number(
        trans.__('Before'),
        trans.__('Time in the line and what it called before, of one run')
      ),
      number(trans.__('After'), trans.__('The same after')),
      number('Δ', trans.__('The change of that time')),
      { label: trans.__('Code'), explanation: trans.__('The text of the line'), kind: 'code' }
    ];
  }

  #row(line: ComparedLine): GridRow {
    const { trans, formats } = this.#words;
    const { before, after, beforeNs, afterNs, text } = line;
    const mark = before === null ? trans.__('+ new') : after === null ? trans.__('− gone') : '';
    const place = (value: number | null): string => (value === null ? '' : formats.count(value));
    const time = (ns: number): string => (ns === 0 ? '' : formats.duration(ns));
    const change = beforeNs === afterNs ? '' : this.#words.time(afterNs - beforeNs);
    return [mark, place(before), place(after), time(beforeNs), time(afterNs), change, text].map(
      each => ({ text: each })
    );
  }
}
