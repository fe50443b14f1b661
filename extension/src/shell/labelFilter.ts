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
import { element } from 'kernelscope/web';
import type { Message } from '@lumino/messaging';
import type { IconTabOptions, ProfileContent } from '../shared/content/profileTab';
import type { SelectionState, SelectionStore } from '../shared/content/selection';
import { PopupButton } from '../shared/elements/menuButton';
import type { ContentState } from './sidecar/profileSource';
import type { NumberFormats } from '../shared/content/format';
import { AnchoredPopup, type PopupPlace } from '../shared/elements/anchoredPopup';
import type { TranslationBundle } from '../shared/content/application';

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

interface LabelPopupOptions extends PopupPlace {
  /** In the order in which they are offered. */
  readonly labels: readonly SampleLabelTime[];
  /** False where the profile at hand is a part, which may lack labels. */
  readonly isWhole: boolean;
  /** The label that is on show; null for none. */
  readonly current: SampleLabel | null;
  readonly onPick: (label: SampleLabel) => void;
  readonly formats: NumberFormats;
  readonly trans: TranslationBundle;
}

/** Labels that are drawn at most; a search finds the others. */
const MAX_DRAWN = 100;

/** More labels than these have a field to search them. */
const MAX_UNSEARCHED = 8;

/** Popups made so far: each has ids of its own. */
let made = 0;

/**
 * The labels of a profile with their times, to pick one: a list box by the pattern of the ARIA authoring practices,
 * with a field to search it where there are many.
 */
class LabelPopup extends AnchoredPopup {
  readonly #options: LabelPopupOptions;
  readonly #texts: readonly string[];
  readonly #list: HTMLElement;
  readonly #search: HTMLInputElement | null;
  readonly #rest = element('p', { part: 'labelRest', attributes: { role: 'status' } });
  #shown: readonly SampleLabelTime[] = [];
  #active = 0;

  constructor(options: LabelPopupOptions) {
    const attributes = { role: 'dialog', 'aria-label': options.label };
    const events = ['keydown', 'click', 'input', 'pointermove'];
    super(element('div', { part: 'menu', attributes }), options, events);
    this.#options = options;
    const { trans, labels } = options;
    this.#texts = labels.map(({ label }) => labelsText([label]).toLowerCase());
    const id = `jp-Kernelscope-labels-${++made}`;
    const label = trans.__('Labels');
    this.#list = element('div', {
      part: 'labelList',
      attributes: { role: 'listbox', id, 'aria-label': label }
    });
    this.#search = labels.length > MAX_UNSEARCHED ? searchField(id, trans) : null;
    if (this.#search === null) this.#list.tabIndex = 0;
    this.node.append(...(this.#search ? [this.#search] : []), this.#list, this.#rest);
    this.#find('');
    const current = options.current && labelsText([options.current]);
    const at = this.#shown.findIndex(each => labelsText([each.label]) === current);
    this.#point(at < 0 && options.focus === 'last' ? this.#shown.length - 1 : Math.max(0, at));
  }

  protected override act(event: Event): void {
    if (event.type === 'keydown') this.#onKey(event as KeyboardEvent);
    else if (event.type === 'input') this.#find(this.#search?.value ?? '');
    else if (event.type === 'click') this.#pick(this.#indexOf(event.target));
    else if (this.#indexOf(event.target) >= 0) this.#point(this.#indexOf(event.target));
  }

  protected override onAfterAttach(message: Message): void {
    super.onAfterAttach(message);
    this.#holder.focus({ preventScroll: true });
    this.#optionNode?.scrollIntoView({ block: 'nearest' });
  }

  /** The element that keeps the focus while arrow keys move through the list. */
  get #holder(): HTMLElement {
    return this.#search ?? this.#list;
  }

  get #optionNode(): Element | undefined {
    return this.#list.children[this.#active];
  }

  #onKey(event: KeyboardEvent): void {
    const isHandled = this.#acts(event.key);
    event.stopPropagation();
    if (isHandled) event.preventDefault();
  }

  /** Does what `key` stands for; false when the browser is to go on with it. */
  #acts(key: string): boolean {
    const last = this.#shown.length - 1;
    const isWalked = this.#search === null;
    if (key === 'ArrowDown') this.#point(this.#active < last ? this.#active + 1 : 0);
    else if (key === 'ArrowUp') this.#point(this.#active > 0 ? this.#active - 1 : last);
    else if (key === 'Home' && isWalked) this.#point(0);
    else if (key === 'End' && isWalked) this.#point(last);
    else if (key === 'Enter' || (key === ' ' && isWalked)) this.#pick(this.#active);
    else if (key === 'Escape' || key === 'Tab') this.closeToAnchor();
    else return false;
    return key !== 'Tab';
  }

  #find(text: string): void {
    const { labels, trans, formats, isWhole } = this.#options;
    const wanted = text.trim().toLowerCase();
    const found = labels.filter((_, at) => this.#texts[at].includes(wanted));
    this.#shown = found.slice(0, MAX_DRAWN);
    this.#list.replaceChildren(...this.#shown.map((each, at) => this.#option(each, at)));
    const hidden = found.length - this.#shown.length;
    const sentences = [
      found.length === 0 ? trans.__('No label has this text.') : '',
      hidden > 0 ? trans.__('%1 more: type to find them.', formats.count(hidden)) : '',
      isWhole ? '' : trans.__('The whole profile may have others.')
    ];
    this.#rest.textContent = sentences.filter(each => each !== '').join(' ');
    this.#rest.hidden = this.#rest.textContent === '';
    this.#point(0);
  }

  #option({ label, totalNs }: SampleLabelTime, at: number): HTMLElement {
    const text = labelsText([label]);
    const isCurrent =
      this.#options.current !== null && labelsText([this.#options.current]) === text;
    const attributes = {
      role: 'option',
      id: `${this.#list.id}-${at}`,
      'aria-selected': String(isCurrent),
      title: text
    };
    return element('div', { part: 'menuItem', attributes }, [
      element('span', { part: 'menuHead' }, [
        element('span', { part: 'menuLabel', text, attributes: { dir: 'auto' } }),
        element('span', { part: 'menuMark', text: this.#options.formats.duration(totalNs) })
      ])
    ]);
  }

  /** Makes an option the one that Enter picks. */
  #point(index: number): void {
    this.#optionNode?.classList.remove('jp-mod-active');
    this.#active = index;
    const node = this.#optionNode;
    this.#holder.setAttribute('aria-activedescendant', node?.id ?? '');
    node?.classList.add('jp-mod-active');
    if (this.isAttached) node?.scrollIntoView({ block: 'nearest' });
  }

  #pick(index: number): void {
    const picked = this.#shown.at(index);
    if (index < 0 || picked === undefined) return;
    this.closeToAnchor();
    this.#options.onPick(picked.label);
  }

  #indexOf(target: EventTarget | null): number {
    return [...this.#list.children].findIndex(
      each => target instanceof Node && each.contains(target)
    );
  }
}

function searchField(list: string, trans: TranslationBundle): HTMLInputElement {
  const label = trans.__('Find a label');
  return element('input', {
    part: 'labelSearch',
    attributes: {
      type: 'search',
      role: 'combobox',
      placeholder: label,
      'aria-label': label,
      'aria-controls': list,
      'aria-expanded': 'true',
      'aria-autocomplete': 'list',
      spellcheck: 'false'
    }
  });
}
