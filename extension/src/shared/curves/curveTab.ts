import type { Message } from '@lumino/messaging';
import type { TabOptions } from '../content/profileTab';
import { type CurveChoice, CurvePanel, type CurvePanelOptions } from './panel';
import type { PlotlyLoader } from './plotly';
import { ContentTab } from '../content/contentTab';

/** The dependencies of a {@link CurveTab}. */
export interface CurveTabOptions extends TabOptions {
  /** Loads the chart's code; tests put their own here. */
  readonly load?: PlotlyLoader;
}

/** A view in nodes of the page, curves of counters among them. */
export abstract class CurveTab extends ContentTab<CurveTabOptions> {
  protected readonly curves: CurvePanel;

  protected constructor(
    name: string,
    options: CurveTabOptions,
    choice: CurveChoice,
    moments: Pick<CurvePanelOptions, 'onPick' | 'momentNs'> = {}
  ) {
    super(name, options);
    this.curves = new CurvePanel({
      ...options,
      ...moments,
      choice,
      isVisible: () => this.areCurvesVisible,
      onChange: () => this.update()
    });
  }

  override dispose(): void {
    this.curves.dispose();
    super.dispose();
  }

  /** True while a person can see the curves. */
  protected get areCurvesVisible(): boolean {
    return this.isVisible;
  }

  protected override onBeforeAttach(message: Message): void {
    super.onBeforeAttach(message);
    this.curves.attach();
  }

  protected override onAfterDetach(message: Message): void {
    this.curves.detach();
    super.onAfterDetach(message);
  }
}
