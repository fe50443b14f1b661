import { element } from 'kernelscope/web';
import { CallTreeGrid } from '../../shared/flame/callTreeGrid';
import { heaviestBelow } from '../../shared/flame/treeLines';
import type { CallWords } from './callWords';
import type { FlameState } from './flameState';

/** The calls of a comparison as a list, for those who read rather than look. */
export class CallList {
  readonly node: HTMLElement;
  readonly #grid: CallTreeGrid;
  #state: FlameState | null = null;

  /** `onPick` is called with a row of the tree. */
  constructor(words: CallWords, onPick: (row: number) => void) {
    const { trans, formats } = words;
    this.#grid = new CallTreeGrid({
      label: trans.__('Changes of calls as a list'),
      heads: [
        trans.__('Function'),
        trans.__('Δ'),
        trans.__('Δ %'),
        trans.__('Before'),
        trans.__('After'),
        trans.__('File')
      ],
      widths: '84px 84px 76px 76px minmax(88px, 0.6fr)',
      moreText: count => trans.__('%1 more', formats.count(count)),
      cellsOf: row => (this.#state === null ? [] : words.cells(this.#state, row)),
      isSelected: row => this.#state?.selected === row,
      onPick
    });
    this.node = element('div', { part: 'compareCalls' }, [this.#grid.node]);
  }

  /** Shows a state; what is open stays so as long as the tree is the same. */
  setState(state: FlameState | null): void {
    const before = this.#state;
    this.#state = state;
    if (state === null || before?.tree !== state.tree) {
      this.#grid.setTree(state?.tree ?? null, state === null ? [] : heaviestBelow(state.tree, 0));
    } else if (before.selected !== state.selected) this.#grid.reveal(state.selected);
  }
}
