import type { BundleComparison, ComparedRow, ProfileBundle } from 'kernelscope/model';
import type { ProfileContent, TabOptions } from '../../shared/content/profileTab';
import type { Selection } from '../../shared/content/selection';
import { element } from '../../shared/elements/dom';
import { CanvasTab } from '../../shared/tabs/canvasTab';
import { ChangeTable } from './changeTable';
import { ChangeWords } from './words/changeWords';
import { CallWords } from './words/callWords';
import type { FlameState, FlameStep } from './flame/flameState';
import { flameStateOf, rowAway, zoomFor } from './flame/flameState';
import { CompareStage } from './flame/stage';
import { repetitionDots } from './repetitionDots';
import { section } from './section';
import { SourceLines } from './sourceLines';
import { verdictNodes } from './verdictNodes';

const STEPS: Readonly<Record<string, FlameStep>> = {
  ArrowUp: 'parent',
  ArrowDown: 'child',
  ArrowLeft: 'previous',
  ArrowRight: 'next'
};

const POINTER_EVENTS = ['click', 'mousemove', 'mouseleave'] as const;

/**
 * What changed from another profile: the verdict on the whole cell, the repetitions of both, the names
 * that changed the most, the calls of both in one picture, the lines that changed since, and memory.
 */
export class CompareView extends CanvasTab<CompareStage> {
  readonly #options: TabOptions;
  readonly #calls: CallWords;
  readonly #head = element('div', { part: 'compareHead' });
  readonly #times: ChangeTable;
  readonly #counters: ChangeTable;
  readonly #lines: SourceLines;
  readonly #flame: HTMLElement;
  readonly #all: HTMLButtonElement;
  readonly #details = element('p', { part: 'compareHint' });
  #bundle: ProfileBundle | null = null;
  #state: FlameState | null = null;

  constructor(options: TabOptions) {
    const { trans, formats } = options;
    const words = new ChangeWords(trans, formats);
    const calls = new CallWords(words);
    super({
      ...options,
      name: 'compare',
      stage: new CompareStage((state, row) => calls.label(state, row)),
      roleDescription: trans.__('flame graph'),
      keys: 'Enter Backspace Home Escape',
      empty: element('p', { text: trans.__('This profile was not compared with another one.') })
    });
    this.#options = options;
    this.#calls = calls;
    const onPick = (row: ComparedRow): void => this.#pick(row);
    this.#times = new ChangeTable({ title: trans.__('Changes of times'), words, onPick });
    const memory = trans.__('Changes of memory and counters');
    this.#counters = new ChangeTable({ title: memory, words, onPick });
    this.#lines = new SourceLines(words, line => this.#pickLine(line));
    this.#all = element('button', {
      part: 'button',
      text: trans.__('Show all calls'),
      attributes: { type: 'button', hidden: '' }
    });
    this.#all.addEventListener('click', () => this.#zoom(-1));
    this.#flame = this.#flameNode();
    const parts = [this.#times.node, this.note, this.#flame, this.#lines.node];
    this.body.append(this.#head, ...parts, this.#counters.node);
  }

  setContent({ bundle }: ProfileContent): void {
    this.setBundle(bundle);
  }

  /** Shows the comparison of a bundle, which needs nothing of its slices. */
  setBundle(bundle: ProfileBundle): void {
    const { comparison } = bundle;
    const isSame = this.#bundle?.comparison === comparison;
    this.#bundle = bundle;
    if (isSame) return;
    this.showEmptiness(comparison === null);
    if (comparison !== null) this.#show(comparison);
  }

  protected override onKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
    const state = this.#state;
    if (state === null || ctrlKey || metaKey || altKey) return false;
    if (Object.hasOwn(STEPS, key)) {
      const row = rowAway(state, STEPS[key]);
      if (row >= 0) this.#select(row);
      return true;
    }
    switch (key) {
      case 'Enter':
        this.#zoom(state.selected);
        return true;
      case 'Backspace':
        if (state.zoom >= 0) this.#zoom(state.tree.parent[state.zoom]);
        return true;
      case 'Home':
        this.#zoom(-1);
        return true;
      case 'Escape':
        return this.#clear(state);
      default:
        return false;
    }
  }

  protected override onZoomed(): void {
    // A comparison is of whole runs.
  }

  protected override onSelected(): void {
    this.#mark();
  }

  #flameNode(): HTMLElement {
    const { trans } = this.#options;
    for (const type of POINTER_EVENTS) {
      this.stage.canvas.addEventListener(type, event => this.#onPointer(event));
    }
    const text = trans.__(
      'Red and ▲: slower, blue and ▼: faster. Each call is as wide as the greater of its times.'
    );
    const hint = element('p', { part: 'compareHint', text });
    const parts = [hint, this.stage.node, this.#details, this.#all];
    return section(trans.__('Changes of calls'), parts);
  }

  #show(comparison: BundleComparison): void {
    const { trans, formats } = this.#options;
    const dots = repetitionDots(comparison, this.#options);
    const head = verdictNodes(comparison, this.#options);
    this.#head.replaceChildren(...head, ...(dots === null ? [] : [dots]));
    this.#times.setRows(comparison.rows);
    this.#counters.setRows(comparison.counters);
    this.#lines.setSource(comparison.source);
    const { hiddenRows, tree } = comparison;
    const hidden = formats.count(hiddenRows);
    this.showNote(
      hiddenRows === 0 ? '' : trans.__('%1 rows that changed less do not fit the output.', hidden)
    );
    this.#flame.hidden = tree === null;
    this.#setState(tree === null ? null : flameStateOf(tree));
    this.#mark();
  }

  #setState(state: FlameState | null): void {
    const { trans, formats } = this.#options;
    this.#state = state;
    this.stage.setState(state);
    this.hideTooltip();
    if (state === null) return;
    const { tree, zoom, selected } = state;
    const label = trans.__('Calls before and after, %1 in all', formats.duration(tree.whole));
    this.stage.canvas.setAttribute('aria-label', label);
    this.#all.hidden = zoom < 0;
    const text = selected < 0 ? trans.__('Select a call to see its times.') : this.#told(state);
    this.#details.textContent = text;
  }

  #told(state: FlameState): string {
    return this.#calls.sentence(state, state.selected);
  }

  #select(row: number): void {
    if (this.#state === null) return;
    const zoom = zoomFor(this.#state, row, this.stage.canvas.clientWidth);
    this.#setState({ ...this.#state, zoom, selected: row });
    this.stage.scrollTo(this.#state.tree.depth[row]);
    this.live.textContent = this.#details.textContent;
  }

  #zoom(row: number): void {
    if (this.#state !== null) this.#setState({ ...this.#state, zoom: row });
  }

  /** Forgets the selection, else the zoom; false when there was neither. */
  #clear(state: FlameState): boolean {
    if (state.selected < 0 && state.zoom < 0) return false;
    this.#setState(state.selected < 0 ? { ...state, zoom: -1 } : { ...state, selected: -1 });
    return true;
  }

  #onPointer(event: MouseEvent): void {
    const state = this.#state;
    const hit = state && this.stage.hit(event.offsetX, event.offsetY);
    this.stage.canvas.classList.toggle('jp-mod-pointing', hit !== null);
    if (state === null || hit === null || event.type === 'mouseleave') {
      this.hideTooltip();
      return;
    }
    if (event.type === 'mousemove') {
      this.showTooltip(this.#calls.describe(state, hit.row), event.clientX, event.clientY);
      return;
    }
    this.#zoom(hit.isMerged ? state.tree.parent[hit.row] : hit.row);
    if (!hit.isMerged) this.#select(hit.row);
  }

  /** Selects slices of a name in all views. */
  #pick({ kind, category, name }: ComparedRow): void {
    if (kind !== 'slices') return;
    this.link.sendSelection({ type: 'label', category, name });
    this.#mark();
  }

  #pickLine(line: number): void {
    const file = this.#bundle?.summary.cellFile ?? null;
    if (file !== null) this.link.sendSelection({ type: 'line', file, line });
  }

  #mark(): void {
    const { selection } = this.link.state;
    for (const table of [this.#times, this.#counters]) {
      table.draw(row => isOf(selection, row));
    }
  }
}

function isOf(selection: Selection, { kind, category, name }: ComparedRow): boolean {
  return (
    kind === 'slices' &&
    selection.type === 'label' &&
    selection.category === category &&
    selection.name === name
  );
}
