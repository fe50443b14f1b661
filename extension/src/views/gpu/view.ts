import { element } from 'kernelscope/web';
import { isGpuCounter } from '../../shared/content/gpuCounters';
import type { ProfileContent } from '../../shared/content/profileTab';
import { type CurveTabOptions, CurveTab } from '../../shared/curves/curveTab';
import { deviceNodes, figureList, headNode, idleDeviceNode } from './deviceNodes';
import { type GpuState, cudaReportOf, gpuStateOf } from './model';
import { GpuSections } from './sections';
import { SectionTabs } from './sectionTabs';
import type { CounterSeries, Profile } from 'kernelscope/model';
import type { LaunchLatency } from 'kernelscope/analysis';
import type { CurveChoice } from '../../shared/curves/panel';
import type { GpuWords } from './words';

/** The section that has the curves. */
const COUNTERS = 'counters';

/**
 * The work of GPUs: how busy each device and stream was, why it was idle, kernels, copies, operators and
 * lines by their time on the GPU, and the counters that were sampled. Numbers are of the whole run.
 */
export class GpuView extends CurveTab {
  readonly #head = element('div', { part: 'gpuHead' });
  readonly #note = element('p', { part: 'chartNote', attributes: { role: 'status' } });
  readonly #tabs: SectionTabs;
  readonly #sections: GpuSections;
  /** Of the content on show; null until a person can see it. */
  #state: GpuState | null = null;

  constructor(options: CurveTabOptions) {
    super('gpu', options, GPU_CURVES);
    this.#tabs = new SectionTabs(options.trans.__('What GPUs did'), () => this.update());
    this.#sections = new GpuSections(options);
    this.node.append(this.#head, this.#note, this.#tabs.node, this.#tabs.panel);
  }

  override setContent(content: ProfileContent): void {
    this.#state = null;
    super.setContent(content);
  }

  protected override get areCurvesVisible(): boolean {
    return this.isVisible && this.#tabs.open === COUNTERS;
  }

  protected override draw(content: ProfileContent): void {
    this.#state ??= this.#take(content);
    this.#showNote(content, this.#state);
    this.#showSection();
  }

  /** Shows what does not depend on what is selected, and offers the sections that there are. */
  #take(content: ProfileContent): GpuState {
    const { trans, formats } = this.options;
    const { profile } = content;
    const state = gpuStateOf(content);
    const isWork = state.type === 'work';
    if (isWork) this.#sections.setReport(state.report, profile);
    this.curves.setContent(content);
    const counters = profile.counters.filter(isGpuCounter).length;
    const curves = { id: COUNTERS, label: trans.__('Counters'), count: formats.count(counters) };
    this.#tabs.setSections([
      ...(isWork ? this.#sections.list : []),
      ...(counters > 0 ? [curves] : [])
    ]);
    this.#head.replaceChildren(...this.#banners(content, state), ...this.#summary(content, state));
    return state;
  }

  #banners({ profile }: ProfileContent, state: GpuState): HTMLElement[] {
    const empty = emptyMessage(state, this.options);
    const losses = cudaReportOf(profile);
    const level = state.type === 'unrecorded' ? 'warning' : 'info';
    return [
      ...(empty === null ? [] : [bannerNode(level, empty)]),
      ...(losses?.message && state.type !== 'unrecorded'
        ? [bannerNode('warning', losses.message)]
        : [])
    ];
  }

  #summary({ profile }: ProfileContent, state: GpuState): HTMLElement[] {
    if (state.type === 'idle') return state.gpus.map(gpu => idleDeviceNode(gpu, this.options));
    if (state.type !== 'work') return [];
    const { devices, launches } = state.report;
    const context = { ...this.options, wallNs: profile.meta.durationNs };
    return [
      ...deviceNodes(devices, context),
      ...(launches === null ? [] : [latencyNode(launches, this.options)])
    ];
  }

  #showNote({ profile }: ProfileContent, state: GpuState): void {
    const isZoomed = this.options.store.state.window !== null;
    const slices = profile.slices.length;
    this.#note.textContent =
      state.type === 'work' ? numberNotes(state, { isZoomed, slices }, this.options) : '';
  }

  #showSection(): void {
    const { open, panel } = this.#tabs;
    const hasSections = open !== '';
    this.#tabs.node.hidden = !hasSections;
    panel.hidden = !hasSections;
    if (!hasSections) return;
    const table = this.#sections.draw(open, this.options.store.state);
    const shown = table ?? this.curves.node;
    if (panel.firstElementChild !== shown) panel.replaceChildren(shown);
    if (table === null) this.curves.draw();
  }
}

/** The sampled counters of GPUs; those of several GPUs are told apart by their device. */
const GPU_CURVES: CurveChoice = {
  isShown: isGpuCounter,
  units: ['percent', 'bytesPerSecond', 'watts', 'hertz', 'celsius', 'bytes', 'count'],
  namesOf: profile => ({ known: new Map(), ...prefixOf(profile) }),
  messageOf: () => ''
};

function prefixOf({ tracks, counters }: Profile): {
  readonly prefixOf?: (series: CounterSeries) => string;
} {
  const sampled = new Set(counters.filter(isGpuCounter).map(({ track }) => track));
  if (sampled.size < 2) return {};
  return { prefixOf: ({ track }) => `${tracks[track].name.replace(/ \(.*$/, '')}: ` };
}

/** The replacement for numbers where there are none; null where there are some. */
function emptyMessage(state: GpuState, { trans }: GpuWords): string | null {
  switch (state.type) {
    case 'work':
      return null;
    case 'idle':
      return trans.__('Nothing ran on a GPU in this run: no kernel, no copy, no fill.');
    case 'unrecorded':
      return state.reason === ''
        ? trans.__('GPUs could not be recorded; the reason is unknown.')
        : state.reason;
    case 'unasked':
      return trans.__('GPUs were not recorded. Run the cell with %1.', '%%profile --gpu');
  }
}

/** The notes for people about the numbers on show, in sentences. */
function numberNotes(
  { isOfPart, hiddenRows }: { readonly isOfPart: boolean; readonly hiddenRows: number },
  { isZoomed, slices }: { readonly isZoomed: boolean; readonly slices: number },
  { trans, formats }: GpuWords
): string {
  const part = trans.__(
    'Covers only the %1 longest slices, which this output holds.',
    formats.count(slices)
  );
  const zoomed = trans.__('Numbers cover the whole run, not only the visible time range.');
  const hidden = trans._n(
    'The output leaves out %2 row, which took the least time.',
    'The output leaves out %2 rows, which took the least time.',
    hiddenRows,
    formats.count(hiddenRows)
  );
  return [isOfPart ? part : '', hiddenRows > 0 ? hidden : '', isZoomed ? zoomed : '']
    .filter(text => text !== '')
    .join(' ');
}

/** How long launches took to get to a GPU. */
function latencyNode(
  { count, meanNs, p50Ns, p95Ns, maxNs, callNs }: LaunchLatency,
  { trans, formats }: GpuWords
): HTMLElement {
  const title = trans.__('From launch to start');
  const times = [
    [trans.__('Launches'), formats.count(count), trans.__('Work whose call is known')],
    [trans.__('Mean'), formats.duration(meanNs), trans.__('From the start of the call')],
    [trans.__('p50'), formats.duration(p50Ns), trans.__('Half of the launches took less')],
    [trans.__('p95'), formats.duration(p95Ns), trans.__('95 % of the launches took less')],
    [trans.__('Max'), formats.duration(maxNs), trans.__('The longest of them')],
    [trans.__('In calls'), formats.duration(callNs), trans.__('Time of the host in these calls')]
  ] as const;
  return element('div', { part: 'gpuDevice', attributes: { role: 'group', 'aria-label': title } }, [
    headNode(title, trans.__('from the start of the call on the host to the start on the GPU')),
    figureList(times, title)
  ]);
}

/** A banner; a warning says so by more than its colour. */
function bannerNode(level: 'info' | 'warning', text: string): HTMLElement {
  const mark = level === 'warning' ? '⚠' : 'ℹ';
  return element('p', { part: `notice jp-mod-${level}` }, [
    element('span', { part: 'noticeMark', text: mark, attributes: { 'aria-hidden': 'true' } }),
    element('span', { part: 'noticeText', text, attributes: { dir: 'auto' } })
  ]);
}
