import type { ButtonIcons, TranslationBundle } from '../shared/content/application';
import {
  type BundleComparison,
  type FindingTarget,
  type Profile,
  type ProfileBundle,
  firstFinding,
  validateBundle
} from 'kernelscope/model';
import type { Message } from '@lumino/messaging';
import { Panel, Widget } from '@lumino/widgets';
import { type ActionBarOptions, ActionBar } from './actionBar';
import type { RunHistory } from './notebook/cellProfile';
import { FindingsPanel, hasFindings } from './findingsPanel';
import type { FirstUse } from './firstUse';
import { type TraceSaver, notebookName } from './export/exportContext';
import { contentAtHand } from './export/wholeContent';
import { lightLine } from './lightLine';
import { noticesOf } from './application/notices';
import type { ISettingsSource } from './application/settings';
import { type NumberFormats, createNumberFormats } from '../shared/content/format';
import { failureNode } from '../shared/elements/messageNodes';
import { isLargerThan } from '../shared/content/jsonSize';
import type { CodeHighlighter } from '../shared/content/profileTab';
import { recordingTitle } from '../shared/content/recordedAt';
import type { CellLink } from '../shared/content/cellLink';
import { type LineSelection, SelectionStore } from '../shared/content/selection';
import type { SidecarPlace } from './sidecar/loadSidecar';
import { RepetitionsPanel } from './repetitionsPanel';
import { ProfileSource } from './sidecar/profileSource';
import { SidecarNotice } from './sidecar/sidecarNotice';
import { noticeList, oversizeNode, summaryList } from './statusNodes';
import { summaryItems } from './summary';
import { ProfileTabs, ViewFold } from './tabs';
import { type ViewEntry, VIEWS } from './viewTable';
import { element } from 'kernelscope/web';

/** The dependencies of {@link ProfileView}. */
export interface ProfileViewOptions extends SidecarPlace {
  readonly trans: TranslationBundle;
  /** BCP 47 tag of the interface language. */
  readonly language: string;
  readonly settings: ISettingsSource;
  readonly icons: ButtonIcons;
  /** Colours code; null or absent leaves it plain. */
  readonly highlighter?: CodeHighlighter | null;
  /** The earlier profiles of cells; null or absent outside of notebooks. */
  readonly history?: RunHistory | null;
  /** Leads to the cells of the notebook; null or absent where there is none. */
  readonly cells?: CellLink | null;
  /** Who may show the hint of the first use; absent where nobody does. */
  readonly firstUse?: FirstUse;
  /** A sentence for those who have saved a trace of Perfetto, where it cannot be handed over. */
  readonly traceNote?: string;
  /** Saves traces of Perfetto in place of the page; null or absent where nothing does. */
  readonly traceSaver?: TraceSaver | null;
  /** The tabs; {@link VIEWS} unless given. */
  readonly views?: readonly ViewEntry[];
}

/**
 * One profile: findings, figures, notices, actions and views behind tabs; or the sentence that says why
 * there is nothing to show. Data is checked first, and reaches the page as text only. Totals are on
 * show at once, slices as soon as they are read.
 */
export class ProfileView extends Panel {
  readonly #options: ProfileViewOptions;
  readonly #formats: NumberFormats;
  readonly #store = new SelectionStore();
  readonly #status = new Widget();
  readonly #tabs: ProfileTabs;
  /** The widgets of one profile, between its status and its views. */
  readonly #parts: Widget[] = [];
  #source: ProfileSource | null = null;
  /** Hides the views of a cell that failed until they are wanted. */
  #fold: ViewFold | null = null;
  #hasOpened = false;
  #title: string | null = null;
  /** Whether a light profile is shown in full. */
  #isOpened = false;

  constructor(options: ProfileViewOptions) {
    super();
    const { trans, icons, highlighter, cells, views = VIEWS } = options;
    this.#options = options;
    this.#formats = createNumberFormats(options.language);
    const [formats, store] = [this.#formats, this.#store];
    const tabOptions = { trans, icons, highlighter, cells, formats, store };
    this.#tabs = new ProfileTabs(views, tabOptions);
    this.#status.addClass('jp-Kernelscope-status');
    this.node.setAttribute('role', 'group');
    for (const widget of [this.#status, this.#tabs]) this.addWidget(widget);
    this.#store.changed.connect((_, { label }) => {
      if (label !== null) this.#loadForLabel();
    });
  }

  /**
   * Shows `data` as it came from the notebook; beyond `limit` characters only when asked to.
   * Resolves once the open view has something to show, or has said why not.
   */
  async setData(data: unknown, limit: number): Promise<void> {
    if (!isLargerThan(data, limit)) {
      await this.#showNow(data);
      return;
    }
    const onShow = (): void => void this.#showNow(data);
    const { trans } = this.#options;
    this.#showOnly(oversizeNode({ limit, onShow, formats: this.#formats, trans }));
  }

  /**
   * Shows a whole profile that did not come with an output, and the facts beside it, see `bundleBeside`. Resolves once the
   * open view has something to show.
   */
  async showProfile(bundle: ProfileBundle, profile: Profile): Promise<void> {
    this.#title = recordingTitle(bundle.summary, this.#options.trans);
    await this.#showBundle(bundle, profile);
  }

  /** The title of the profile on show; null without one. */
  get profileTitle(): string | null {
    return this.#title;
  }

  /** The profile on show; null while there is none. */
  get profile(): Profile | null {
    return (this.#source && contentAtHand(this.#source))?.profile ?? null;
  }

  /** Shows a line in the source view, and has the keys there; nothing happens without a profile. */
  showLine(line: LineSelection): void {
    if (this.#source === null) return;
    this.#hasOpened = true;
    this.#tabs.open('source');
    this.#store.narrow(null);
    this.#store.select(line);
    this.#tabs.focus();
  }

  override dispose(): void {
    this.#source?.dispose();
    super.dispose();
  }

  /** Called by the browser; public only because `addEventListener` wants an object. */
  handleEvent(event: KeyboardEvent): void {
    const { window, label } = this.#store.state;
    if (event.key !== 'Escape' || event.defaultPrevented || !(window ?? label)) return;
    event.preventDefault();
    event.stopPropagation();
    if (window) this.#store.zoom(null);
    else this.#store.narrow(null);
  }

  protected override onBeforeAttach(message: Message): void {
    super.onBeforeAttach(message);
    this.node.addEventListener('keydown', this);
  }

  protected override onAfterDetach(message: Message): void {
    this.node.removeEventListener('keydown', this);
    super.onAfterDetach(message);
  }

  async #showNow(data: unknown): Promise<void> {
    try {
      const bundle = validateBundle(data);
      this.#title = recordingTitle(bundle.summary, this.#options.trans);
      if (bundle.isLight && !this.#isOpened) this.#showOnly(this.#lineOf(bundle));
      else await this.#showBundle(bundle);
    } catch (error) {
      this.#title = null;
      this.#showOnly(failureNode(error, this.#options.trans));
    }
  }

  /** The figures of a light profile, which open and close it. */
  #lineOf(bundle: ProfileBundle): HTMLElement {
    const { trans } = this.#options;
    const isOpen = this.#isOpened;
    const onToggle = (): void => {
      this.#isOpened = !isOpen;
      const shown = this.#showNow(bundle);
      this.#status.node.querySelector('button')?.focus();
      void shown;
    };
    return lightLine({ bundle, isOpen, onToggle, formats: this.#formats, trans });
  }

  async #showBundle(bundle: ProfileBundle, whole?: Profile): Promise<void> {
    const { trans, resolver } = this.#options;
    const formats = this.#formats;
    const source = this.#follow(new ProfileSource({ ...this.#options, bundle, formats, whole }));
    this.node.setAttribute(
      'aria-label',
      trans.__('Profile %1', recordingTitle(bundle.summary, trans))
    );
    this.#store.reset();
    this.#say(...(bundle.isLight ? [this.#lineOf(bundle)] : []));
    if (hasFindings(bundle)) this.#parts.push(this.#findings(bundle, source), ...this.#hint());
    const figures = new Widget();
    figures.node.append(
      summaryList(summaryItems(bundle, formats, trans), trans),
      noticeList(noticesOf(bundle, formats, trans))
    );
    this.#parts.push(figures, new RepetitionsPanel({ source, trans, formats }));
    if (bundle.overview.partial) {
      this.#parts.push(new SidecarNotice({ bundle, source, trans, formats }));
    }
    const notebook = notebookName(resolver);
    const comparing = this.#comparing(bundle, source);
    this.#parts.push(new ActionBar({ ...this.#options, formats, source, notebook, comparing }));
    this.#tabs.show();
    if (bundle.summary.status === 'error') {
      this.#fold = new ViewFold(this.#tabs, trans);
      this.#parts.push(this.#fold);
    }
    this.#parts.forEach((part, index) => this.insertWidget(index + 1, part));
    void source.readOverview();
    const shown = this.#tabs.setContent(source.state);
    this.#openFirst(bundle);
    await shown;
  }

  #findings(bundle: ProfileBundle, source: ProfileSource): Widget {
    const { trans, cells } = this.#options;
    const onOpen = (target: FindingTarget): void => this.#showEvidence(target);
    const panel = new FindingsPanel({ bundle, trans, formats: this.#formats, cells, onOpen });
    source.contentChanged.connect((_, state) => {
      if (state.type === 'ready') panel.setProfile(state.content.profile);
    });
    return panel;
  }

  /** The hint of the first use, below the sentences that it speaks of. */
  #hint(): Widget[] {
    const { firstUse, trans } = this.#options;
    if (!firstUse?.take()) return [];
    const onDismiss = (): void => {
      firstUse.dismiss();
      this.#tabs.focus();
    };
    return [new HintStrip(trans, onDismiss)];
  }

  #comparing(bundle: ProfileBundle, source: ProfileSource): ActionBarOptions['comparing'] {
    const { history = null } = this.#options;
    const onCompared = (comparison: BundleComparison): void => {
      source.setComparison(comparison);
      this.#tabs.open('compare');
    };
    return history && { history, bundle, onCompared };
  }

  /**
   * Opens the comparison, else the view with the evidence of the first finding, the first time. A line
   * is selected where it is about other costs than those that views begin with.
   */
  #openFirst({ comparison, findings }: ProfileBundle): void {
    const target = firstFinding(findings)?.target;
    const view = comparison === null ? target?.view : 'compare';
    if (view === undefined || this.#hasOpened) return;
    this.#hasOpened = true;
    this.#tabs.open(view);
    const selection = target?.selection;
    if (selection?.type === 'line' && selection.costs !== undefined) this.#store.select(selection);
  }

  #showEvidence({ view, selection, window }: FindingTarget): void {
    this.#fold?.open();
    this.#tabs.open(view);
    this.#store.narrow(null);
    this.#store.zoom(window);
    this.#store.select(selection ?? { type: 'none' });
    const { node } = this.#tabs;
    // a view has no height before it is drawn, so that little of it would be in sight below the middle
    const isLow = node.getBoundingClientRect().top > innerHeight / 2;
    node.scrollIntoView({ block: isLow ? 'start' : 'nearest' });
  }

  /** A part of the slices has few of those of a label. If the others cannot be had, the notice of the whole profile says why. */
  #loadForLabel(): void {
    if (this.#source?.canLoadWhole) this.#source.loadWhole().catch(() => undefined);
  }

  /** Shows what `source` has in place of what another one had. */
  #follow(source: ProfileSource): ProfileSource {
    this.#source?.dispose();
    this.#source = source;
    source.contentChanged.connect((_, state) => {
      this.#store.forgetRows();
      void this.#tabs.setContent(state);
    });
    return source;
  }

  /** Puts one message in place of a profile. */
  #showOnly(message: HTMLElement): void {
    this.#source?.dispose();
    this.#source = null;
    this.node.setAttribute('aria-label', this.#options.trans.__('Profile'));
    this.#say(message);
    this.#tabs.hide();
  }

  /** Shows what is to be said first, and takes away what belonged to the profile before. */
  #say(...nodes: readonly HTMLElement[]): void {
    for (const part of this.#parts.splice(0)) part.dispose();
    this.#fold = null;
    this.#status.node.replaceChildren(...nodes);
  }
}

/** Says once how to read a profile; *Got it* takes it away for good. */
class HintStrip extends Widget {
  constructor(trans: TranslationBundle, onDismiss: () => void) {
    super({ node: element('div', { attributes: { role: 'note' } }) });
    this.node.setAttribute('aria-label', trans.__('How to read a profile'));
    this.addClass('jp-Kernelscope-notice');
    this.addClass('jp-Kernelscope-hint');
    const text = trans.__(
      'Each sentence leads to its evidence. What you select in one view is selected in the others, and a stretch of time that you zoom to in the timeline is on show everywhere.'
    );
    const button = element('button', {
      part: 'button',
      text: trans.__('Got it'),
      attributes: { type: 'button' }
    });
    button.addEventListener('click', () => {
      onDismiss();
      this.dispose();
    });
    this.node.append(element('span', { part: 'noticeText', text }), button);
  }
}
