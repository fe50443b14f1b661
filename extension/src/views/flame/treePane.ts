import type { TranslationBundle } from '@jupyterlab/translation';
import type { CallTree } from 'kernelscope/analysis';
import { bottomUpTree, calledFunction, calleeTotals } from 'kernelscope/analysis';
import { element } from '../../shared/elements/dom';
import type { TreeGridRow } from '../../shared/grid/treeGrid';
import { TreeGrid } from '../../shared/grid/treeGrid';
import type { FlameState } from './state';
import type { TreeLine } from './treeRows';
import { heaviestBelow, treeLines } from './treeRows';
import type { FlameWords } from './words';

/** From which end calls are listed. */
type Direction = 'callTree' | 'bottomUp';

/** The events of {@link TreePane}. */
export interface TreePaneIntents {
  /** A function was picked; `row` is its row in the state's tree, or -1 in another tree. */
  pick(callee: number, row: number): void;
}

/** The same calls in words: from the outside in, or from each function out to its callers. */
export class TreePane {
  readonly node: HTMLElement;
  readonly #grid: TreeGrid;
  readonly #buttons: Readonly<Record<Direction, HTMLButtonElement>>;
  readonly #expanded = new Set<number>();
  #direction: Direction = 'callTree';
  #isSandwich = false;
  #state: FlameState | null = null;
  #tree: CallTree | null = null;
  /** Total of each callee, where a row of the tree does not have it. */
  #totals: Float64Array = new Float64Array(0);
  #lines: readonly TreeLine[] = [];
  #selected = -1;
  readonly #note = element('p', { part: 'flameNote' });

  constructor(
    private readonly words: FlameWords,
    private readonly trans: TranslationBundle,
    private readonly intents: TreePaneIntents
  ) {
    this.#grid = new TreeGrid({
      label: trans.__('Calls'),
      heads: [
        trans.__('Function'),
        trans.__('Self'),
        trans.__('Total'),
        trans.__('Share'),
        trans.__('Where')
      ],
      widths: 'repeat(3, 80px) minmax(88px, 0.5fr)',
      onUse: at => this.#use(at),
      onToggle: at => this.#toggle(at)
    });
    this.#buttons = {
      callTree: this.#button('callTree'),
      bottomUp: this.#button('bottomUp')
    };
    const group = element('div', { part: 'flameDirections', attributes: { role: 'group' } });
    group.setAttribute('aria-label', trans.__('Order of calls'));
    group.append(this.#buttons.callTree, this.#buttons.bottomUp);
    this.#nameButtons(false);
    this.node = element('div', { part: 'flameTree' }, [group, this.#grid.node, this.#note]);
  }

  /** Lists the calls of another tree, the heaviest of them open; of a sandwich first the callers. */
  setState(state: FlameState): void {
    const { tree, sandwich } = state;
    this.#state = state;
    this.#turn(sandwich !== null);
    const isInside = this.#direction === 'callTree';
    this.#totals = calleeTotals(tree).total;
    if (sandwich !== null) this.#tree = isInside ? sandwich.callees : sandwich.callers;
    else this.#tree = isInside ? tree : bottomUpTree(tree);
    this.#expanded.clear();
    const isOpen = isInside || sandwich !== null;
    for (const row of isOpen ? heaviestBelow(this.#tree, 0) : []) this.#expanded.add(row);
    this.#nameButtons(sandwich !== null);
    this.#grid.clear();
    this.#refresh();
  }

  /** Lists the same calls with the row that is selected now, and opens what is around it. */
  showSelected(): void {
    const state = this.#state;
    const row = state?.selected?.row ?? -1;
    if (state === null || row === this.#selected) return;
    this.#selected = row;
    const isHere = this.#direction === 'callTree' && this.#tree === state.tree;
    const { parent } = state.tree;
    for (let at = isHere && row >= 0 ? parent[row] : -1; at >= 0; at = parent[at]) {
      this.#expanded.add(at);
    }
    this.#refresh();
  }

  /** A sandwich begins with the callers, which nothing else lists. */
  #turn(isSandwich: boolean): void {
    if (isSandwich !== this.#isSandwich) this.#direction = isSandwich ? 'bottomUp' : 'callTree';
    this.#isSandwich = isSandwich;
  }

  #refresh(): void {
    const tree = this.#tree;
    if (tree === null) return;
    for (const direction of ['callTree', 'bottomUp'] as const) {
      const isChosen = String(direction === this.#direction);
      this.#buttons[direction].setAttribute('aria-pressed', isChosen);
    }
    this.#note.textContent = tree.isCut
      ? this.trans.__('Callers far from the function are left out.')
      : '';
    this.#lines = treeLines(tree, this.#expanded);
    this.#grid.setRows(this.#lines.map(line => this.#rowOf(tree, line)));
  }

  #nameButtons(isSandwich: boolean): void {
    const { trans } = this;
    const { callTree, bottomUp } = this.#buttons;
    callTree.textContent = isSandwich ? trans.__('Callees') : trans.__('Call tree');
    bottomUp.textContent = isSandwich ? trans.__('Callers') : trans.__('Bottom-up');
  }

  #button(direction: Direction): HTMLButtonElement {
    const button = element('button', { part: 'button', attributes: { type: 'button' } });
    button.addEventListener('click', () => {
      this.#direction = direction;
      if (this.#state) this.setState(this.#state);
    });
    return button;
  }

  #rowOf(tree: CallTree, line: TreeLine): TreeGridRow {
    const { trans, words } = this;
    const state = this.#state;
    if (line.type === 'more' || state === null) {
      return {
        ...line,
        cells: [trans.__('%1 more', words.formats.count(line.value)), '', '', '', '']
      };
    }
    const row = line.value;
    const { selected, shape, profile } = state;
    const isInside = this.#direction === 'callTree';
    const weight = (value: number): string => (value > 0 ? words.weight(tree, value) : '');
    const callee = tree.callee[row];
    const total = weight(tree.total[row]);
    const rootTotal = line.level === 1 ? weight(this.#totals[callee]) : '';
    const ofCallers = this.#isSandwich ? ['', total] : [total, rootTotal];
    const numbers = isInside ? [weight(tree.self[row]), total] : ofCallers;
    const isSelected = isInside && shape !== 'sandwich' && selected?.row === row;
    const share = words.share(tree, tree.total[row]);
    const place = words.shortPlace(calledFunction(profile, callee));
    const cells = [words.name(profile, callee), ...numbers, share, place];
    return { ...line, cells, isSelected };
  }

  #use(at: number): void {
    const { type, value } = this.#lines[at];
    if (type === 'more' || this.#tree === null) return;
    this.intents.pick(this.#tree.callee[value], this.#direction === 'callTree' ? value : -1);
  }

  #toggle(at: number): void {
    const { value } = this.#lines[at];
    if (!this.#expanded.delete(value)) this.#expanded.add(value);
    this.#refresh();
  }
}
