import type { TranslationBundle } from '../../shared/host/translation';
import { element } from 'kernelscope/web';
import type { FlameRow, FlameState } from './state';
import type { FlameWords } from './words';

/** Steps that are shown of a way at most, the outermost and the innermost ones. */
const MAX_STEPS = 6;

/** The way from all of a tree to the row that fills the width; each step leads back to it. */
export class Breadcrumb {
  readonly node: HTMLElement;

  constructor(
    private readonly words: FlameWords,
    private readonly trans: TranslationBundle,
    private readonly onZoom: (row: FlameRow) => void
  ) {
    const attributes = { 'aria-label': trans.__('Zoomed to') };
    this.node = element('nav', { part: 'flameCrumbs', attributes });
  }

  /** Shows the ways of `state`; nothing where nothing is zoomed. */
  show(state: FlameState): void {
    const ways = state.parts.flatMap(({ zoom }, part) =>
      zoom < 0 ? [] : [this.#way(state, part)]
    );
    this.node.replaceChildren(...ways);
    this.node.hidden = ways.length === 0;
  }

  #way(state: FlameState, part: number): HTMLElement {
    const { tree, zoom } = state.parts[part];
    const rows: number[] = [];
    for (let row = zoom; row >= 0; row = tree.parent[row]) rows.push(row);
    rows.reverse();
    const first = state.shape === 'sandwich' ? rows.shift() : undefined;
    const name = (row: number): string => this.words.name(state.profile, tree.callee[row]);
    const all = first === undefined ? this.trans.__('All') : name(first);
    const steps = [this.#step(all, { part, row: -1 }, false)];
    const hidden = Math.max(0, rows.length - MAX_STEPS);
    if (hidden > 0) steps.push(element('li', { text: '…' }));
    for (const row of rows.slice(hidden)) {
      steps.push(this.#step(name(row), { part, row }, row === zoom));
    }
    return element('ol', { part: 'flameCrumbList' }, steps);
  }

  #step(text: string, target: FlameRow, isHere: boolean): HTMLElement {
    const attributes = {
      type: 'button',
      title: text,
      ...(isHere ? { 'aria-current': 'true' } : {})
    };
    const button = element('button', { part: 'flameCrumb', text, attributes });
    button.addEventListener('click', () => this.onZoom(target));
    return element('li', {}, [button]);
  }
}
