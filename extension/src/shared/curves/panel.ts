import { type TimeWindow, counterFigures } from 'kernelscope/analysis';
import type { CounterSeries, CounterUnit, Profile } from 'kernelscope/model';
import { element, clipText } from 'kernelscope/web';
import type { ProfileContent, TabOptions } from '../content/profileTab';
import { PageWatch } from '../elements/pageWatch';
import { Chart } from './chart';
import { type Collections, collectionsIn, collectionsNote } from './collections';
import { fitButton, stepButtons, unitPicker } from './controls';
import { type CurveNames, type CurveSet, type Curve, curvesOf, unitsOf } from './curves';
import { figureOf } from './figure';
import { figuresTable } from './figuresTable';
import { type PlotlyLoader, loadPlotly } from './plotly';
import { chartTheme } from './theme';
import { type WindowStep, momentOfKey, partOf, steppedWindow, stepOfKey } from './windowSteps';
import type { TranslationBundle } from '../content/application';
import type { NumberFormats } from '../content/format';
import type { Selection } from '../content/selection';

/** Which counters a {@link CurvePanel} draws, and what it says of them. */
export interface CurveChoice {
  readonly isShown: (series: CounterSeries) => boolean;
  /** Units in the order in which they are offered. */
  readonly units: readonly CounterUnit[];
  readonly namesOf: (profile: Profile) => CurveNames;
  /** The note for people about them; empty if there is none. */
  readonly messageOf: (profile: Profile) => string;
}

/** The dependencies of {@link CurvePanel}. */
export interface CurvePanelOptions extends TabOptions {
  readonly choice: CurveChoice;
  /** Whether a person can see it; it is not drawn otherwise. */
  readonly isVisible: () => boolean;
  /** It is to be drawn again: its size, the theme, or what is on show changed. */
  readonly onChange: () => void;
  /** A person picked a moment of the chart; without it there is none to pick. */
  readonly onPick?: (timeNs: number) => void;
  /** The moment that is marked, nanoseconds. */
  readonly momentNs?: () => number | null;
  /** Loads the chart's code; tests put their own here. */
  readonly load?: PlotlyLoader;
}

const EVENTS = ['click', 'change', 'keydown', 'wheel'] as const;

/**
 * Curves of counters on the time axis that all views share, and the same in numbers. The chart's
 * code is loaded when there is first a curve to show.
 */
export class CurvePanel {
  readonly node: HTMLElement;
  readonly #options: CurvePanelOptions;
  readonly #controls = element('div', { part: 'chartControls' });
  readonly #message = element('p', { part: 'chartMessage', attributes: { role: 'status' } });
  readonly #canvas = element('div', { part: 'chart', attributes: { role: 'img', tabindex: 0 } });
  readonly #note = element('p', { part: 'chartNote' });
  readonly #numbers = element('div', { part: 'chartNumbers' });
  readonly #watch: PageWatch;
  readonly #hidden = new Set<string>();
  #profile: Profile | null = null;
  #counters: readonly CounterSeries[] = [];
  #unit: CounterUnit = 'bytes';
  #isFitted = false;
  #chart: Promise<Chart> | null = null;
  #isDisposed = false;

  constructor(options: CurvePanelOptions) {
    this.#options = options;
    this.node = element('div', { part: 'curves' }, [
      ...[this.#controls, this.#message, this.#canvas, this.#note, this.#numbers]
    ]);
    const { onChange } = options;
    this.#watch = new PageWatch(this.#canvas, { resized: onChange, rethemed: onChange });
  }

  /** Takes other content; {@link draw} shows it. */
  setContent({ profile }: ProfileContent): void {
    const { choice, trans } = this.#options;
    this.#profile = profile;
    this.#counters = profile.counters.filter(choice.isShown);
    const units = unitsOf(this.#counters, choice.units);
    if (!units.includes(this.#unit)) this.#unit = units[0] ?? 'bytes';
    const parts: HTMLElement[] = units.length > 0 ? [stepButtons(trans), fitButton(trans)] : [];
    if (units.length > 1) parts.unshift(unitPicker(units, this.#unit, trans));
    this.#controls.replaceChildren(...parts);
    this.#showFit();
  }

  /** Shows what it has, for the time on show. */
  draw(): void {
    if (!this.#profile || this.#isDisposed) return;
    const { choice } = this.#options;
    const profile = this.#profile;
    const set = curvesOf(this.#counters, this.#unit, choice.namesOf(profile));
    this.#message.textContent = choice.messageOf(profile) || this.#boundMessage(set);
    this.#message.hidden = this.#message.textContent === '';
    const isEmpty = set.curves.length === 0;
    for (const part of [this.#canvas, this.#note, this.#numbers]) part.hidden = isEmpty;
    if (isEmpty) return;
    const collections = collectionsIn(profile, this.#window, this.#canvas.clientWidth);
    this.#note.textContent = collectionsNote(collections, this.#options);
    this.#showNumbers(set);
    void this.#drawChart(set, collections);
  }

  /** Begins to listen; the page has it now. */
  attach(): void {
    for (const type of EVENTS) this.node.addEventListener(type, this, { passive: false });
    this.#watch.start();
  }

  detach(): void {
    for (const type of EVENTS) this.node.removeEventListener(type, this);
    this.#watch.stop();
  }

  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.detach();
    this.#dropChart();
  }

  /** Called by the browser; public only because `addEventListener` wants an object. */
  handleEvent(event: Event): void {
    if (event instanceof KeyboardEvent) this.#onKey(event);
    else if (event instanceof WheelEvent) this.#onWheel(event);
    else if (event.type === 'change') this.#onUnit(event.target);
    else this.#onClick(event.target);
  }

  #boundMessage({ curves, found }: CurveSet): string {
    if (found <= curves.length) return '';
    const { trans, formats } = this.#options;
    const count = formats.count(found);
    return trans.__('The %1 largest of %2 counters.', formats.count(curves.length), count);
  }

  #showNumbers({ curves }: CurveSet): void {
    const { trans, formats, store } = this.#options;
    const focused = this.#focusedCurve();
    const theme = chartTheme(this.node);
    const window = this.#window;
    const isWhole = store.state.window === null;
    const table = { curves, hidden: this.#hidden, window, isWhole, theme, formats, trans };
    this.#numbers.replaceChildren(figuresTable(table));
    this.#canvas.setAttribute('aria-label', chartSummary(curves, window, { formats, trans }));
    for (const toggle of this.#numbers.querySelectorAll<HTMLElement>('[data-curve]')) {
      if (toggle.dataset.curve === focused) toggle.focus();
    }
  }

  #focusedCurve(): string | undefined {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement) || !this.#numbers.contains(focused)) return undefined;
    return focused.dataset.curve;
  }

  async #drawChart({ curves }: CurveSet, collections: Collections): Promise<void> {
    const { formats, store, isVisible } = this.#options;
    try {
      const chart = await (this.#chart ??= this.#createChart());
      if (this.#isDisposed || !this.#profile || !isVisible()) return;
      const figure = figureOf({
        curves: curves.filter(({ id }) => !this.#hidden.has(id)),
        unit: this.#unit,
        window: this.#window,
        collections,
        highlight: selectedSpan(this.#profile, store.state.selection),
        momentNs: this.#options.momentNs?.() ?? null,
        isFitted: this.#isFitted,
        widthPx: this.#canvas.clientWidth,
        theme: chartTheme(this.node),
        formats,
        trans: this.#options.trans
      });
      await chart.draw(figure);
    } catch (error) {
      this.#fail(error);
    }
  }

  async #createChart(): Promise<Chart> {
    const plotly = await (this.#options.load ?? loadPlotly)();
    return new Chart(this.#canvas, plotly, {
      onZoom: window => this.#zoom(window),
      onPick: timeNs => this.#options.onPick?.(timeNs)
    });
  }

  /** The table is there all the same; showing the tab again tries again. */
  #fail(error: unknown): void {
    if (this.#isDisposed) return;
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
    const act = this.#actionOf(event);
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey;
    if (event.target !== this.#canvas || act === null || !isPlain) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  #actionOf({ key, shiftKey }: KeyboardEvent): (() => void) | null {
    const { onPick, momentNs } = this.#options;
    if (key === 'f' || key === 'F') return () => this.#fit();
    const picked = momentOfKey(key, shiftKey, momentNs?.() ?? null, this.#window);
    if (onPick && picked !== null) return () => onPick(picked);
    const step = stepOfKey(key);
    return step && (() => this.#step(step));
  }

  #fit(): void {
    this.#isFitted = !this.#isFitted;
    this.#showFit();
    this.#options.onChange();
  }

  #showFit(): void {
    const button = this.#controls.querySelector('[data-fit]');
    button?.setAttribute('aria-pressed', String(this.#isFitted));
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
    this.#options.onChange();
  }

  #onClick(target: EventTarget | null): void {
    const button = target instanceof Element ? target.closest('button') : null;
    const { step, curve, fit } = button?.dataset ?? {};
    if (fit !== undefined) this.#fit();
    if (step !== undefined) this.#step(step as WindowStep);
    if (curve === undefined) return;
    if (!this.#hidden.delete(curve)) this.#hidden.add(curve);
    this.#options.onChange();
  }

  #step(step: WindowStep, anchor?: number): void {
    this.#options.store.zoom(steppedWindow(this.#window, step, this.#extent, anchor));
  }

  #zoom(window: TimeWindow | null): void {
    this.#options.store.zoom(window && partOf(window, this.#extent));
    this.#options.onChange();
  }

  get #extent(): TimeWindow {
    return { fromNs: 0, toNs: this.#profile?.meta.durationNs ?? 0 };
  }

  get #window(): TimeWindow {
    return this.#options.store.state.window ?? this.#extent;
  }
}

/** The chart in one paragraph, for those who do not see it; the table has the rest. */
function chartSummary(
  curves: readonly Curve[],
  { fromNs, toNs }: TimeWindow,
  { formats, trans }: { readonly formats: NumberFormats; readonly trans: TranslationBundle }
): string {
  const peaks = curves.flatMap(({ series, label }) => {
    const figures = counterFigures(series, { fromNs, toNs });
    if (!figures) return [];
    const peak = formats.value(series.unit, figures.peak);
    return [trans.__('%1: at most %2.', clipText(label), peak)];
  });
  return [
    trans.__('Curves from %1 to %2.', formats.duration(fromNs), formats.duration(toNs)),
    ...peaks,
    trans.__(
      'Plus and minus zoom, the left and right arrow keys move, 0 shows the whole run, F fits the values.'
    )
  ].join(' ');
}

/** When the selected slice ran, or null when no one slice of the profile is selected. */
function selectedSpan({ slices }: Profile, selection: Selection): TimeWindow | null {
  if (selection.type !== 'slice' || selection.slice >= slices.length) return null;
  const fromNs = slices.start[selection.slice];
  return { fromNs, toNs: fromNs + slices.duration[selection.slice] };
}
