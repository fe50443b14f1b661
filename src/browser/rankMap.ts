import type { Straggler } from '../report/crossRank/crossRankReport';
import { element } from '../web/element';
import { RankDetails, type RankDetailsOptions } from './rankDetails';
import { RankGestures } from './rankGestures';
import { RANK_KEYS, rankActionOf } from './rankKeys';
import { actOnKey, zoomInPlace } from './rankMoves';
import type { PlotTarget } from './rankPlot';
import { RankStage } from './rankStage';
import type { RankChange, RankState } from './rankState';
import { rankHint, rankToolbar } from './rankToolbar';
import { RankWords, type RankFact } from './rankWords';
import type { Translator } from '../base/translator';
import {
  COLOR_STEPS,
  type ColorRange,
  colorOfStep,
  colorStep,
  legendMultiples
} from '../layout/rankColors';

/** Colours of the bar; browsers mix those in between. */
const STOPS = 24;

/** The meaning of the colours, with numbers. */
function rankLegend(range: ColorRange, comparedBy: string, trans: Translator): HTMLElement {
  const bar = element('div', { part: 'ranksRamp', attributes: { 'aria-hidden': 'true' } });
  const stops = Array.from({ length: STOPS + 1 }, (_, at) => {
    const step = 1 + Math.round((at / STOPS) * (COLOR_STEPS - 1));
    return `rgb(${colorOfStep(step).join(' ')})`;
  });
  bar.style.backgroundImage = `linear-gradient(to right, ${stops.join(', ')})`;
  const ticks = legendMultiples(range).map((multiple, at, all) => {
    const isEnd = at === 0 || at === all.length - 1;
    const sign = at === 0 ? '≤ ' : at === all.length - 1 ? '≥ ' : '';
    const tick = element('span', {
      part: isEnd ? 'ranksTick jp-mod-end' : 'ranksTick',
      text: `${sign}${multiple}`
    });
    const share = (colorStep(multiple, range) - 1) / (COLOR_STEPS - 1);
    tick.style.left = `${100 * share}%`;
    return tick;
  });
  const title =
    comparedBy === 'step'
      ? trans.__("Time of a step as a multiple of the step's median")
      : trans.__("Time of a cycle as a multiple of the cycle's median");
  return element('div', { part: 'ranksLegend' }, [
    element('span', { part: 'ranksLegendTitle', text: title }),
    element('div', { part: 'ranksScale' }, [bar, element('div', { part: 'ranksTicks' }, ticks)])
  ]);
}

/** Distance from the pointer, CSS pixels. */
const OFFSET_PX = 14;

/** A box beside the pointer, within its parent. The same is told by key, so it is not announced. */
class RankTooltip {
  readonly node = element('div', {
    part: 'tooltip',
    attributes: { 'aria-hidden': 'true', hidden: '' }
  });

  /** Shows a title and figures near (`x`, `y`), pixels within the parent of {@link node}. */
  show(title: string, facts: readonly RankFact[], x: number, y: number): void {
    this.node.replaceChildren(
      element('p', { part: 'tooltipTitle', text: title }),
      ...facts.map(([label, value]) =>
        element('p', { part: 'tooltipFact' }, [
          element('span', { part: 'tooltipLabel', text: label }),
          element('span', { part: 'tooltipValue', text: value })
        ])
      )
    );
    this.node.hidden = false;
    const { offsetWidth, offsetHeight, parentElement } = this.node;
    if (parentElement === null) return;
    const left = placeBeside(x, offsetWidth, parentElement.clientWidth);
    const top = placeBeside(y, offsetHeight, parentElement.clientHeight);
    this.node.style.transform = `translate(${left}px, ${top}px)`;
  }

  hide(): void {
    this.node.hidden = true;
  }
}

/** Behind the pointer where there is room, else before it. */
function placeBeside(at: number, size: number, room: number): number {
  const behind = at + OFFSET_PX;
  return Math.max(0, behind + size <= room ? behind : at - OFFSET_PX - size);
}

/** The dependencies of {@link RankMap}. */
export type RankMapOptions = Omit<RankDetailsOptions, 'words' | 'onStraggler' | 'onClose'>;

/** The heat map of one run with its toolbar, legend and the figures of the picked rank. */
export class RankMap {
  readonly node: HTMLElement;
  readonly stage: RankStage;
  readonly details: RankDetails;
  readonly #words: RankWords;
  readonly #tooltip = new RankTooltip();
  readonly #live = element('div', {
    part: 'canvasLive',
    attributes: { 'aria-live': 'polite' }
  });
  readonly #legend = element('div');
  readonly #gestures: RankGestures;
  #state: RankState | null = null;

  constructor(private readonly options: RankMapOptions) {
    const { trans } = options;
    this.#words = new RankWords(options);
    this.stage = new RankStage({
      ...{ rank: trans.__('Rank'), pace: trans.__('Pace') },
      ...{ step: trans.__('Step'), cycle: trans.__('Cycle') }
    });
    this.details = new RankDetails({
      ...options,
      words: this.#words,
      onStraggler: straggler => this.#showStraggler(straggler),
      onClose: () => this.#close()
    });
    this.#gestures = new RankGestures(this.stage, () => this.#state, {
      pick: target => this.#pick(target),
      hover: (target, x, y) => this.#hover(target, x, y),
      leave: () => this.#tooltip.hide()
    });
    const { canvas } = this.stage;
    canvas.tabIndex = 0;
    canvas.setAttribute('role', 'application');
    canvas.setAttribute('aria-roledescription', trans.__('heat map'));
    canvas.setAttribute('aria-keyshortcuts', RANK_KEYS);
    canvas.addEventListener('keydown', event => this.#onKey(event));
    this.stage.node.append(this.#tooltip.node);
    const toolbar = rankToolbar(trans, {
      order: order => this.#state?.setOrder(order),
      find: rank => this.#find(rank),
      zoom: factor => this.#state && zoomInPlace(this.#state, this.stage.box, factor),
      fit: () => this.#state?.showAll()
    });
    const below = [this.#legend, rankHint(trans), this.details.node, this.#live];
    this.node = element('div', { part: 'ranksMap' }, [toolbar, this.stage.node, ...below]);
  }

  /** Shows another run or content; `changed` has to be called for each change of the state. */
  setState(state: RankState | null): void {
    this.#state = state;
    this.#tooltip.hide();
    this.details.clear();
    this.node.hidden = state === null;
    this.stage.setState(state);
    if (state === null) return;
    const { trans } = this.options;
    this.stage.canvas.setAttribute('aria-label', this.#words.summary(state));
    this.#legend.replaceChildren(rankLegend(state.range, state.run.comparedBy, trans));
    const select = this.node.querySelector('select');
    if (select) select.value = state.order;
  }

  /** Shows what changed in the state. */
  changed(change: RankChange): void {
    const state = this.#state;
    if (state === null) return;
    this.stage.schedule();
    if (change !== 'cursor') this.#tooltip.hide();
    if (change === 'selection') this.details.show(state);
    if (change === 'cursor') this.#tellCursor(state);
  }

  dispose(): void {
    this.#gestures.dispose();
    this.stage.dispose();
    this.#state = null;
  }

  #onKey(event: KeyboardEvent): void {
    const action = rankActionOf(event);
    if (this.#state === null || action === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (!actOnKey(this.#state, this.stage.box, action)) this.stage.canvas.blur();
  }

  /** The cell of the keyboard, for ears and eyes. */
  #tellCursor(state: RankState): void {
    if (state.cursor === null) {
      this.#tooltip.hide();
      return;
    }
    const { line, column } = state.cursor;
    this.#live.textContent = this.#words.cell(state, line, column);
  }

  #hover({ line, column }: PlotTarget, x: number, y: number): void {
    const state = this.#state;
    const words = this.#words;
    if (state === null) return;
    const ranks = words.ranks(state, line);
    const title = column === null ? ranks : `${ranks} · ${words.phases(state, column)}`;
    this.#tooltip.show(title, words.facts(state, line, column), x, y);
  }

  #pick({ line, column }: PlotTarget): void {
    const state = this.#state;
    if (state === null) return;
    if (column !== null) state.setCursor({ line, column });
    state.select(state.ranksOf(line)[0]);
  }

  #find(rank: number): boolean {
    const line = this.#state?.lineOf(rank) ?? -1;
    if (this.#state === null || line < 0) return false;
    const column = this.#state.cursor?.column ?? Math.ceil(this.#state.window.columns.from);
    this.#state.setCursor({ line, column });
    this.#state.select(rank);
    return true;
  }

  #showStraggler({ rank, phase }: Straggler): void {
    const state = this.#state;
    const [line, column] = [state?.lineOf(rank) ?? -1, state?.columnOf(phase) ?? -1];
    if (line >= 0 && column >= 0) state?.setCursor({ line, column });
    this.stage.canvas.focus();
  }

  #close(): void {
    this.#state?.select(null);
    this.stage.canvas.focus();
  }
}
