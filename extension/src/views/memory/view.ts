import type { Message } from '@lumino/messaging';
import { Widget } from '@lumino/widgets';
import type { AllocationSteps, TimeWindow } from 'kernelscope/analysis';
import { allocationsByScope, allocationSteps } from 'kernelscope/analysis';
import { CurvePanel } from '../../shared/curves/panel';
import type { PlotlyLoader } from '../../shared/curves/plotly';
import { element } from '../../shared/elements/dom';
import type { ProfileContent, ProfileTab, TabOptions } from '../../shared/content/profileTab';
import { allocationsTable } from './allocationsTable';
import { memoryCurves } from './curveChoice';

/** The dependencies of {@link MemoryView}. */
export interface MemoryViewOptions extends TabOptions {
  /** Loads the chart's code; tests put their own here. */
  readonly load?: PlotlyLoader;
}

/**
 * Curves of the counters of a profile on the time axis that all views share, the same in numbers,
 * and who allocated device memory, when that was recorded. Drawn only while shown.
 */
export class MemoryView extends Widget implements ProfileTab {
  readonly #options: MemoryViewOptions;
  readonly #curves: CurvePanel;
  readonly #allocations = element('div', { part: 'allocations' });
  #content: ProfileContent | null = null;
  #steps: AllocationSteps | null = null;

  constructor(options: MemoryViewOptions) {
    super();
    this.#options = options;
    this.#curves = new CurvePanel({
      ...options,
      choice: memoryCurves(options.trans),
      isVisible: () => this.isVisible,
      onChange: () => this.update()
    });
    this.addClass('jp-Kernelscope-memory');
    this.node.append(this.#curves.node, this.#allocations);
    this.node.dataset.lmSuppressShortcuts = 'true';
    options.store.changed.connect(this.#onState, this);
  }

  setContent(content: ProfileContent): void {
    this.#content = content;
    this.#steps = null;
    this.#curves.setContent(content);
    this.update();
  }

  override dispose(): void {
    if (this.isDisposed) return;
    this.#options.store.changed.disconnect(this.#onState, this);
    this.#curves.dispose();
    super.dispose();
  }

  protected override onBeforeAttach(message: Message): void {
    super.onBeforeAttach(message);
    this.#curves.attach();
  }

  protected override onAfterDetach(message: Message): void {
    this.#curves.detach();
    super.onAfterDetach(message);
  }

  protected override onAfterShow(message: Message): void {
    super.onAfterShow(message);
    this.update();
  }

  protected override onUpdateRequest(message: Message): void {
    super.onUpdateRequest(message);
    if (!this.#content || !this.isVisible) return;
    this.#curves.draw();
    this.#showAllocations(this.#content);
  }

  #onState(): void {
    this.update();
  }

  #showAllocations({ profile, isWhole: hasAll }: ProfileContent): void {
    this.#allocations.hidden = profile.allocations.length === 0;
    if (this.#allocations.hidden) return;
    const { trans, formats, store } = this.#options;
    const { window: zoomed } = store.state;
    const window: TimeWindow = zoomed ?? { fromNs: 0, toNs: profile.meta.durationNs };
    this.#steps ??= allocationSteps(profile.allocations);
    const allocations = allocationsByScope(profile, zoomed ?? undefined, this.#steps);
    const table = { allocations, window, isWhole: zoomed === null, hasAll };
    this.#allocations.replaceChildren(...allocationsTable({ ...table, formats, trans }));
  }
}
