import { Widget } from '@lumino/widgets';
import {
  labelledPart,
  labelsText,
  programPart,
  type SampleLabel,
  sampleLabelTimes,
  type SampleLabelTime
} from 'kernelscope/analysis';
import { bundleBeside } from 'kernelscope/formats';
import type { IconTabOptions, ProfileContent } from '../shared/content/profileTab';
import type { SelectionState, SelectionStore } from '../shared/content/selection';
import { element } from 'kernelscope/web';
import { PopupButton } from '../shared/elements/menuButton';
import type { ContentState } from './sidecar/profileSource';
import { LabelPopup } from './labelPopup';

/** Characters of a label in a sentence. */
const MAX_NOTED = 60;

/**
 * The one place where what views show is narrowed to what ran with a label of `profile.label`: picks the label, names
 * it while it is in force, and leads back to all that ran. It is hidden for profiles without labels.
 */
export class LabelFilter extends Widget {
  /** Says below the tabs what the views show, and what their shares are of. */
  readonly note = new Widget({
    node: element('p', { part: 'labelNote', attributes: { role: 'status', dir: 'auto' } })
  });
  readonly #options: IconTabOptions;
  readonly #button: PopupButton;
  readonly #chip: HTMLButtonElement;
  readonly #chipText = element('span', { part: 'chipText', attributes: { dir: 'auto' } });
  #labels: readonly SampleLabelTime[] = [];
  #isWhole = true;
  #label: SampleLabel | null = null;
  #last: { readonly content: ProfileContent; readonly narrowed: ProfileContent } | null = null;

  constructor(options: IconTabOptions) {
    super();
    this.#options = options;
    const { trans, icons, store, formats } = options;
    this.addClass('jp-Kernelscope-labelFilter');
    this.#button = new PopupButton({
      ...{ label: trans.__('Label'), icon: null, caret: icons.caretDown, kind: 'dialog' },
      open: place =>
        new LabelPopup({
          ...{ ...place, formats, trans, labels: this.#labels, current: this.#label },
          isWhole: this.#isWhole,
          label: trans.__('Show only what ran with a label'),
          onPick: label => store.narrow(label)
        })
    });
    this.#button.node.title = trans.__('Show only what ran with a label of profile.label');
    this.#chip = element('button', { part: 'chip', attributes: { type: 'button' } }, [
      this.#chipText,
      element('span', { text: '×', attributes: { 'aria-hidden': 'true' } })
    ]);
    this.#chip.addEventListener('click', () => {
      store.narrow(null);
      this.#button.node.focus({ preventScroll: true });
    });
    this.node.append(this.#button.node, this.#chip);
    store.changed.connect(this.#onStore, this);
    this.#say(null);
    this.hide();
  }

  /** The label that views were last narrowed to. */
  get label(): SampleLabel | null {
    return this.#label;
  }

  /** `state` for the views: narrowed to the label that is picked, if there is one. */
  narrowed(state: ContentState): ContentState {
    this.#label = this.#options.store.state.label;
    if (state.type !== 'ready') return state;
    const { content } = state;
    this.#labels = sampleLabelTimes(programPart(content.profile));
    this.#isWhole = content.isWhole;
    this.setHidden(this.#labels.length === 0);
    const part = this.#label && this.#partOf(content, this.#label);
    this.#say(part, content);
    return part ? { ...state, content: part } : state;
  }

  override dispose(): void {
    this.#button.dispose();
    super.dispose();
  }

  #onStore(_: SelectionStore, { label }: SelectionState): void {
    if (label === null) this.#last = null;
  }

  #partOf(content: ProfileContent, label: SampleLabel): ProfileContent | null {
    const last = this.#last;
    if (last?.content === content && last.narrowed.label === label) return last.narrowed;
    const part = labelledPart(content.profile, label);
    if (part === null) return null;
    const found = { findings: [], shares: null };
    const bundle = { ...bundleBeside(part, found), sources: content.bundle.sources };
    const { isWhole } = content;
    const narrowed = { bundle, profile: part, isWhole, density: null, label };
    this.#last = { content, narrowed };
    return narrowed;
  }

  #say(part: ProfileContent | null, whole?: ProfileContent): void {
    const { trans, formats } = this.#options;
    this.#chip.hidden = !part;
    this.note.setHidden(!part);
    this.note.node.textContent = '';
    const label = part?.label && labelsText([part.label]);
    if (!part || !whole || label === undefined) return;
    const title = trans.__('Only what ran with %1 is shown. Show all that ran (Esc).', label);
    this.#chipText.textContent = label;
    this.#chip.title = title;
    this.#chip.setAttribute('aria-label', title);
    const short = label.length > MAX_NOTED ? `${label.slice(0, MAX_NOTED)}…` : label;
    const ran = formats.duration(part.profile.meta.durationNs);
    const all = formats.duration(programPart(whole.profile).meta.durationNs);
    const sentences = [
      trans.__('Only what ran with %1 is shown: %2 of %3.', short, ran, all),
      trans.__('Shares are of these %1, and what ran between is cut out of the time.', ran),
      whole.isWhole ? '' : trans.__('The slices are those that this output holds.')
    ];
    this.note.node.textContent = sentences.filter(each => each !== '').join(' ');
  }
}
