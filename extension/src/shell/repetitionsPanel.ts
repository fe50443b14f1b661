import type { TranslationBundle } from '../shared/content/application';
import { repetitionTimes } from 'kernelscope/analysis';
import { Widget } from '@lumino/widgets';
import type { NumberFormats } from '../shared/content/format';
import { element } from 'kernelscope/web';
import { repetitionDots } from '../shared/elements/repetitionDots';
import type { ContentState, ProfileSource } from './sidecar/profileSource';

/** The dependencies of {@link RepetitionsPanel}. */
export interface RepetitionsPanelOptions {
  readonly source: ProfileSource;
  readonly trans: TranslationBundle;
  readonly formats: NumberFormats;
}

/**
 * The time of each repetition of a repeated cell as a dot; hidden for any other, and where a comparison
 * shows the repetitions of two.
 */
export class RepetitionsPanel extends Widget {
  readonly #options: RepetitionsPanelOptions;

  constructor(options: RepetitionsPanelOptions) {
    super();
    const { source, trans } = options;
    this.#options = options;
    this.addClass('jp-Kernelscope-repetitions');
    this.node.setAttribute('role', 'group');
    this.node.setAttribute('aria-label', trans.__('Time of each repetition'));
    source.contentChanged.connect(this.#show, this);
    this.#show(source, source.state);
  }

  #show(_: ProfileSource, state: ContentState): void {
    const { trans, formats } = this.#options;
    const isAlone = state.type === 'ready' && state.content.bundle.comparison === null;
    const timesNs = isAlone ? repetitionTimes(state.content.profile) : [];
    this.setHidden(timesNs.length === 0);
    if (timesNs.length === 0) {
      this.node.replaceChildren();
      return;
    }
    const count = formats.count(timesNs.length);
    const label = trans.__('%1 runs', count);
    const title = element('p', { part: 'partTitle', text: trans.__('Time of each repetition') });
    this.node.replaceChildren(title, ...repetitionDots([{ label, timesNs }], this.#options));
  }
}
