import type { AllocationSteps, TimeWindow } from 'kernelscope/analysis';
import { allocationsByScope, allocationSteps, memoryPeakNs } from 'kernelscope/analysis';
import type { Profile } from 'kernelscope/model';
import { factTables } from 'kernelscope/report';
import { element } from '../../shared/elements/dom';
import type { ProfileContent } from '../../shared/content/profileTab';
import { reportFigures } from '../../shared/tables/reportFigures';
import type { CurveTabOptions } from '../../shared/tabs/curveTab';
import { CurveTab } from '../../shared/tabs/curveTab';
import { allocationsTable } from './allocationsTable';
import { compositionTable } from './compositionTable';
import { heapTable } from './heapTable';
import { memoryCurves } from './curveChoice';

/**
 * Curves of the counters of a profile on the time axis that all views share, the same in numbers,
 * and who allocated memory of the heap and of devices, when that was recorded. Drawn only while shown.
 */
export class MemoryView extends CurveTab {
  readonly #composition = element('div', {
    part: 'composition',
    attributes: { 'aria-live': 'polite' }
  });
  readonly #heap = element('div', { part: 'heapFunctions' });
  readonly #allocations = element('div', { part: 'allocations' });
  #pickedNs: number | null = null;
  #steps: AllocationSteps | null = null;
  /** The profile whose functions and constructors are on show: they know no window. */
  #heapOf: Profile | null = null;

  constructor(options: CurveTabOptions) {
    super('memory', options, memoryCurves(options.trans), {
      onPick: timeNs => this.#pick(timeNs),
      momentNs: () => this.#pickedNs
    });
    this.node.append(this.curves.node, this.#composition, this.#heap, this.#allocations);
  }

  override setContent(content: ProfileContent): void {
    this.#steps = null;
    this.#pickedNs = null;
    this.curves.setContent(content);
    super.setContent(content);
  }

  protected override draw(content: ProfileContent): void {
    this.curves.draw();
    this.#showComposition(content);
    this.#showHeap(content);
    this.#showAllocations(content);
  }

  #pick(timeNs: number): void {
    this.#pickedNs = timeNs;
    this.update();
  }

  /** Of the moment that was picked while it is on show, else of the peak. */
  #showComposition({ profile }: ProfileContent): void {
    const { trans, formats, store } = this.options;
    const window = store.state.window ?? { fromNs: 0, toNs: profile.meta.durationNs };
    const picked = this.#pickedNs;
    const isPeak = picked === null || picked < window.fromNs || picked > window.toNs;
    const timeNs = isPeak ? memoryPeakNs(profile, window) : picked;
    const of = { profile, isPeak, formats, trans };
    const nodes = timeNs === null ? [] : compositionTable({ ...of, timeNs });
    this.#composition.hidden = nodes.length === 0;
    const text = nodes.map(({ textContent }) => textContent).join('');
    // the same once more would be read aloud once more
    if (text !== this.#composition.textContent) this.#composition.replaceChildren(...nodes);
  }

  #showHeap({ profile, isWhole: hasAll }: ProfileContent): void {
    if (this.#heapOf === profile) return;
    this.#heapOf = profile;
    const { trans, formats } = this.options;
    const tables = factTables(profile, 'memory', { medium: 'view', top: 0, formats, trans });
    this.#heap.replaceChildren(
      ...tables.flatMap(table => reportFigures(table, formats)),
      ...heapTable({ profile, hasAll, formats, trans })
    );
    this.#heap.hidden = this.#heap.childElementCount === 0;
  }

  #showAllocations({ profile, isWhole: hasAll }: ProfileContent): void {
    this.#allocations.hidden = profile.allocations.length === 0;
    if (this.#allocations.hidden) return;
    const { trans, formats, store } = this.options;
    const { window: zoomed } = store.state;
    const window: TimeWindow = zoomed ?? { fromNs: 0, toNs: profile.meta.durationNs };
    this.#steps ??= allocationSteps(profile.allocations);
    const allocations = allocationsByScope(profile, zoomed ?? undefined, this.#steps);
    const table = { allocations, window, isWhole: zoomed === null, hasAll };
    this.#allocations.replaceChildren(...allocationsTable({ ...table, formats, trans }));
  }
}
