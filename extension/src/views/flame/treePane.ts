import type { TranslationBundle } from '../../shared/content/application';
import { type CallTree, bottomUpTree, calledFunction, calleeTotals } from 'kernelscope/analysis';
import { element } from 'kernelscope/web';
import { CallTreeGrid } from '../../shared/flame/callTreeGrid';
import { heaviestBelow } from '../../shared/flame/treeLines';
import type { FlameState } from './state';
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
  readonly #grid: CallTreeGrid;
  readonly #buttons: Readonly<Record<Direction, HTMLButtonElement>>;
  #direction: Direction = 'callTree';
  #isSandwich = false;
  #state: FlameState | null = null;
  #tree: CallTree | null = null;
  /** Total of each callee, where a row of the tree does not have it. */
  #totals: Float64Array = new Float64Array(0);
  #selected = -1;
  readonly #note = element('p', { part: 'flameNote' });

  constructor(
    private readonly words: FlameWords,
    private readonly trans: TranslationBundle,
    private readonly intents: TreePaneIntents
  ) {
    this.#grid = new CallTreeGrid({
      label: trans.__('Calls'),
      heads: [
        trans.__('Function'),
        trans.__('Self'),
        trans.__('Total'),
        trans.__('Share'),
        trans.__('Where')
      ],
      widths: 'repeat(3, 80px) minmax(88px, 0.5fr)',
      moreText: count => trans.__('%1 more', words.formats.count(count)),
      cellsOf: row => this.#cellsOf(row),
      isSelected: row => this.#isSelected(row),
      onPick: row => this.#pick(row)
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
    const isOpen = isInside || sandwich !== null;
    this.#nameButtons(sandwich !== null);
    this.#showDirection();
    this.#grid.setTree(this.#tree, isOpen ? heaviestBelow(this.#tree, 0) : []);
  }

  /** Lists the same calls with the row that is selected now, and opens what is around it. */
  showSelected(): void {
    const state = this.#state;
    const row = state?.selected?.row ?? -1;
    if (state === null || row === this.#selected) return;
    this.#selected = row;
    const isHere = this.#direction === 'callTree' && this.#tree === state.tree;
    this.#grid.reveal(isHere ? row : -1);
  }

  /** A sandwich begins with the callers, which nothing else lists. */
  #turn(isSandwich: boolean): void {
    if (isSandwich !== this.#isSandwich) this.#direction = isSandwich ? 'bottomUp' : 'callTree';
    this.#isSandwich = isSandwich;
  }

  #showDirection(): void {
    for (const direction of ['callTree', 'bottomUp'] as const) {
      const isChosen = String(direction === this.#direction);
      this.#buttons[direction].setAttribute('aria-pressed', isChosen);
    }
    this.#note.textContent = this.#tree?.isCut
      ? this.trans.__('Callers far from the function are left out.')
      : '';
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

  #cellsOf(row: number): readonly string[] {
    const { words } = this;
    const [tree, state] = [this.#tree, this.#state];
    if (tree === null || state === null) return [];
    const { profile } = state;
    const weight = (value: number): string => (value > 0 ? words.weight(tree, value) : '');
    const callee = tree.callee[row];
    const total = weight(tree.total[row]);
    const rootTotal = tree.depth[row] === 0 ? weight(this.#totals[callee]) : '';
    const ofCallers = this.#isSandwich ? ['', total] : [total, rootTotal];
    const isInside = this.#direction === 'callTree';
    const numbers = isInside ? [weight(tree.self[row]), total] : ofCallers;
    const share = words.share(tree, tree.total[row]);
    const place = words.shortPlace(calledFunction(profile, callee));
    return [words.name(profile, callee), ...numbers, share, place];
  }

  #isSelected(row: number): boolean {
    const isTree = this.#direction === 'callTree' && this.#state?.shape !== 'sandwich';
    return isTree && this.#state?.selected?.row === row;
  }

  #pick(row: number): void {
    if (this.#tree === null) return;
    this.intents.pick(this.#tree.callee[row], this.#direction === 'callTree' ? row : -1);
  }
}
