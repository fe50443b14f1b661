import type { Message } from '@lumino/messaging';
import { Widget } from '@lumino/widgets';
import type { AllocationSteps, TimeWindow } from 'kernelscope/analysis';
import { allocationsByScope, allocationSteps } from 'kernelscope/analysis';
import type { CounterUnit } from 'kernelscope/model';
import { element } from '../shared/dom';
import type { ProfileContent, ProfileTab, TabOptions } from '../shared/profileTab';
import { watchTheme } from '../shared/watchTheme';
import { allocationsTable } from './allocationsTable';
import { Chart } from './chart';
import { chartSummary } from './chartSummary';
import type { Collections } from './collections';
import { collectionsIn, collectionsNote } from './collections';
import { stepButtons, unitPicker } from './controls';
import type { CurveSet } from './curves';
import { curvesOf, unitsOf } from './curves';
import { figureOf } from './figure';
import { figuresTable } from './figuresTable';
import { memoryMessage } from './messages';
import { selectedSpan } from './selectedSpan';
import type { PlotlyLoader } from './plotly';
import { loadPlotly } from './plotly';
import { chartTheme } from './theme';
import type { WindowStep } from './windowSteps';
import { partOf, steppedWindow, stepOfKey } from './windowSteps';

/** What a {@link MemoryView} needs. */
export interface MemoryViewOptions extends TabOptions {
  /** Loads the chart's code; tests put their own here. */
  readonly load?: PlotlyLoader;
}

const EVENTS = ['click', 'change', 'keydown', 'wheel'] as const;

/**
 * Curves of the counters of a profile on the time axis that all views share, the same in numbers,
 * and who allocated device memory, when that was recorded. Drawn only while shown; the chart's code
 * is loaded when there is first a curve to show.
 */
export class MemoryView extends Widget implements ProfileTab {
  readonly #options: MemoryViewOptions;
  readonly #controls = element('div', { part: 'chartControls' });
  readonly #message = element('p', { part: 'chartMessage', attributes: { role: 'status' } });
  readonly #canvas = element('div', { part: 'chart', attributes: { role: 'img', tabindex: 0 } });
  readonly #note = element('p', { part: 'chartNote' });
  readonly #numbers = element('div', { part: 'chartNumbers' });
  readonly #allocations = element('div', { part: 'allocations' });
  readonly #resizes = new ResizeObserver(() => this.update());
  readonly #unwatchTheme = watchTheme(() => this.update());
  readonly #hidden = new Set<string>();
  #content: ProfileContent | null = null;
  #unit: CounterUnit = 'bytes';
  #chart: Promise<Chart> | null = null;
  #steps: AllocationSteps | null = null;

  constructor(options: MemoryViewOptions) {
    super();
    this.#options = options;
    this.addClass('jp-Kernelscope-memory');
    this.node.append(
      ...[this.#controls, this.#message, this.#canvas, this.#note],
      ...[this.#numbers, this.#allocations]
    );
    this.node.dataset.lmSuppressShortcuts = 'true';
    options.store.changed.connect(this.#onState, this);
  }

  setContent(content: ProfileContent): void {
    this.#content = content;
    this.#steps = null;
    const units = unitsOf(content.profile);
    if (!units.includes(this.#unit)) this.#unit = units[0] ?? 'bytes';
    const parts: HTMLElement[] = units.length > 0 ? [stepButtons(this.#options.trans)] : [];
    if (units.length > 1) parts.unshift(unitPicker(units, this.#unit, this.#options.trans));
    this.#controls.replaceChildren(...parts);
    this.update();
  }

  override dispose(): void {
    if (this.isDisposed) return;
    this.#options.store.changed.disconnect(this.#onState, this);
    this.#resizes.disconnect();
    this.#unwatchTheme();
    this.#dropChart();
    super.dispose();
  }

  /** Called by the browser; public only because `addEventListener` wants an object. */
  handleEvent(event: Event): void {
    if (event instanceof KeyboardEvent) this.#onKey(event);
    else if (event instanceof WheelEvent) this.#onWheel(event);
    else if (event.type === 'change') this.#onUnit(event.target);
    else this.#onClick(event.target);
  }

  protected override onBeforeAttach(message: Message): void {
    super.onBeforeAttach(message);
    for (const type of EVENTS) this.node.addEventListener(type, this, { passive: false });
    this.#resizes.observe(this.#canvas);
  }

  protected override onAfterDetach(message: Message): void {
    for (const type of EVENTS) this.node.removeEventListener(type, this);
    this.#resizes.disconnect();
    super.onAfterDetach(message);
  }

  protected override onAfterShow(message: Message): void {
    super.onAfterShow(message);
    this.update();
  }

  protected override onUpdateRequest(message: Message): void {
    super.onUpdateRequest(message);
    if (!this.#content || !this.isVisible) return;
    this.#show(this.#content);
    this.#showAllocations(this.#content);
  }

  #onState(): void {
    this.update();
  }

  #show({ profile }: ProfileContent): void {
    const { trans } = this.#options;
    const set = curvesOf(profile, this.#unit, trans);
    const isSampled = unitsOf(profile).includes('bytes');
    this.#message.textContent = isSampled ? this.#boundMessage(set) : memoryMessage(profile, trans);
    this.#message.hidden = this.#message.textContent === '';
    const isEmpty = set.curves.length === 0;
    for (const part of [this.#canvas, this.#note, this.#numbers]) part.hidden = isEmpty;
    if (isEmpty) return;
    const collections = collectionsIn(profile, this.#window);
    this.#note.textContent = collectionsNote(collections, this.#options);
    this.#showNumbers(set);
    void this.#draw(set, collections);
  }

  #boundMessage({ curves, found }: CurveSet): string {
    if (found <= curves.length) return '';
    const { trans, formats } = this.#options;
    const count = formats.count(found);
    return trans.__('The %1 largest of %2 counters.', formats.count(curves.length), count);
  }

  #showNumbers({ curves }: CurveSet): void {
    const { trans, formats } = this.#options;
    const focused = this.#focusedCurve();
    const theme = chartTheme(this.node);
    const window = this.#window;
    const isWhole = this.#options.store.state.window === null;
    const table = { curves, hidden: this.#hidden, window, isWhole, theme, formats, trans };
    this.#numbers.replaceChildren(figuresTable(table));
    this.#canvas.setAttribute('aria-label', chartSummary(curves, window, { formats, trans }));
    for (const toggle of this.#numbers.querySelectorAll<HTMLElement>('[data-curve]')) {
      if (toggle.dataset.curve === focused) toggle.focus();
    }
  }

  #showAllocations({ profile, isWhole: hasAll }: ProfileContent): void {
    this.#allocations.hidden = profile.allocations.length === 0;
    if (this.#allocations.hidden) return;
    const { trans, formats, store } = this.#options;
    const { window: zoomed } = store.state;
    this.#steps ??= allocationSteps(profile.allocations);
    const allocations = allocationsByScope(profile, zoomed ?? undefined, this.#steps);
    const table = { allocations, window: this.#window, isWhole: zoomed === null, hasAll };
    this.#allocations.replaceChildren(...allocationsTable({ ...table, formats, trans }));
  }

  #focusedCurve(): string | undefined {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement) || !this.#numbers.contains(focused)) return undefined;
    return focused.dataset.curve;
  }

  async #draw({ curves }: CurveSet, collections: Collections): Promise<void> {
    try {
      const chart = await (this.#chart ??= this.#createChart());
      if (this.isDisposed || !this.#content || !this.isVisible) return;
      const { formats } = this.#options;
      const figure = figureOf({
        curves: curves.filter(({ id }) => !this.#hidden.has(id)),
        unit: this.#unit,
        window: this.#window,
        collections,
        highlight: selectedSpan(this.#content.profile, this.#options.store.state.selection),
        widthPx: this.#canvas.clientWidth,
        theme: chartTheme(this.node),
        formats
      });
      await chart.draw(figure);
    } catch (error) {
      this.#fail(error);
    }
  }

  async #createChart(): Promise<Chart> {
    const plotly = await (this.#options.load ?? loadPlotly)();
    return new Chart(this.#canvas, plotly, { onZoom: window => this.#zoom(window) });
  }

  /** The table is there all the same; showing the tab again tries again. */
  #fail(error: unknown): void {
    if (this.isDisposed) return;
    this.#dropChart();
    const reason = error instanceof Error ? error.message : String(error);
    this.#message.textContent = this.#options.trans.__('The chart cannot be drawn: %1', reason);
    this.#message.hidden = false;
    this.#canvas.hidden = true;
  }

  #dropChart(): void {
    const dispose = (chart: Chart): void => chart.dispose();
    this.#chart?.then(dispose, () => undefined);
    this.#chart = null;
  }

  #onKey(event: KeyboardEvent): void {
    const step = stepOfKey(event.key);
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey;
    if (event.target !== this.#canvas || step === null || !isPlain) return;
    event.preventDefault();
    event.stopPropagation();
    this.#step(step);
  }

  /** With Ctrl alone, so that a page scrolls past the chart. */
  #onWheel(event: WheelEvent): void {
    if (!(event.ctrlKey || event.metaKey) || !this.#isOnChart(event.target)) return;
    event.preventDefault();
    const { left, width } = this.#canvas.getBoundingClientRect();
    const share = Math.max(0, Math.min(1, (event.clientX - left) / width));
    this.#step(event.deltaY < 0 ? 'zoomIn' : 'zoomOut', share);
  }

  #isOnChart(target: EventTarget | null): boolean {
    return target instanceof Node && this.#canvas.contains(target);
  }

  #onUnit(target: EventTarget | null): void {
    if (!(target instanceof HTMLSelectElement)) return;
    this.#unit = target.value as CounterUnit;
    this.update();
  }

  #onClick(target: EventTarget | null): void {
    const button = target instanceof Element ? target.closest('button') : null;
    const { step, curve } = button?.dataset ?? {};
    if (step !== undefined) this.#step(step as WindowStep);
    if (curve === undefined) return;
    if (!this.#hidden.delete(curve)) this.#hidden.add(curve);
    this.update();
  }

  #step(step: WindowStep, anchor?: number): void {
    this.#options.store.zoom(steppedWindow(this.#window, step, this.#extent, anchor));
  }

  #zoom(window: TimeWindow | null): void {
    this.#options.store.zoom(window && partOf(window, this.#extent));
    this.update();
  }

  get #extent(): TimeWindow {
    return { fromNs: 0, toNs: this.#content?.profile.meta.durationNs ?? 0 };
  }

  get #window(): TimeWindow {
    return this.#options.store.state.window ?? this.#extent;
  }
}
