import type { Message } from '@lumino/messaging';
import { Signal } from '@lumino/signaling';
import { Widget } from '@lumino/widgets';
import { clipText, element } from 'kernelscope/web';
import { type BundleComparison, type ProfileBundle, MAX_BUNDLE_BYTES } from 'kernelscope/model';
import { compareProfiles } from 'kernelscope/analysis';
import { boundComparison, bundleSections } from 'kernelscope/formats';
import type { ButtonIcons, TranslationBundle, ButtonIcon } from '../shared/content/application';
import type { ISettingsSource } from './application/settings';
import type { ContentSource, ProfileContent } from '../shared/content/profileTab';
import type { NumberFormats } from '../shared/content/format';
import type {
  ActionFeedback,
  ActionMessage,
  ExportContext,
  TraceSaver
} from './export/exportContext';
import { MenuButton, iconButton } from '../shared/elements/menuButton';
import type { MenuItem } from '../shared/elements/menuPopup';
import { datedTitle } from '../shared/content/recordedAt';
import { PerfettoAction } from './export/perfettoAction';
import { PerfettoConsent } from './export/perfettoConsent';
import type { HandoffOptions } from './export/perfettoHandoff';
import { downloadProfile, downloadTrace, formatsOrMessage } from './export/profileDownload';
import { contentAtHand } from './export/wholeContent';
import type { CellProfile, RunHistory } from './notebook/cellProfile';

/** The dependencies of {@link ActionBar}. */
export interface ActionBarOptions {
  readonly trans: TranslationBundle;
  readonly formats: NumberFormats;
  readonly icons: ButtonIcons;
  readonly settings: ISettingsSource;
  /** Asked at each click, so that what is exported is what is on show. */
  readonly source: ContentSource;
  /** File name of the notebook, for the title of the trace; left out when it is not known. */
  readonly notebook?: string;
  /** The earlier runs to compare the profile with; without them there is no such menu. */
  readonly comparing?: Pick<ComparingOptions, 'history' | 'bundle' | 'onCompared'> | null;
  readonly consent?: PerfettoConsent;
  readonly handoff?: HandoffOptions;
  /** A sentence for those who have saved a trace of Perfetto, where it cannot be handed over. */
  readonly traceNote?: string;
  /** Saves traces of Perfetto in place of the page; null or absent where nothing does. */
  readonly traceSaver?: TraceSaver | null;
  readonly loadFormats?: ExportContext['loadFormats'];
}

/**
 * The actions on a profile: open it in Perfetto, if the settings name one, or save it for Perfetto if the
 * application does that; save it as a file; and compare it with earlier runs. Beside the buttons it says what came of
 * that, below them it asks what there is to ask.
 */
export class ActionBar extends Widget implements ActionFeedback {
  readonly #options: ActionBarOptions;
  readonly #perfetto: PerfettoAction;
  readonly #perfettoButton: HTMLButtonElement;
  readonly #downloads: MenuButton;
  readonly #comparisons: MenuButton | null;
  readonly #said = element('span', { part: 'message', attributes: { role: 'status' } });
  readonly #question = element('div', { part: 'questions' });

  constructor(options: ActionBarOptions) {
    super();
    const { trans, icons, settings, notebook = '', consent = new PerfettoConsent() } = options;
    this.#options = options;
    this.#perfetto = new PerfettoAction({ ...options, notebook, consent, feedback: this });
    const label = options.traceSaver ? trans.__('Save for Perfetto') : trans.__('Open in Perfetto');
    this.#perfettoButton = iconButton('button', label, [icons.launch]);
    this.#perfettoButton.addEventListener('click', this);
    this.#downloads = new MenuButton({
      label: trans.__('Download'),
      ...{ icon: icons.download, caret: icons.caretDown },
      getItems: () => this.#menuItems()
    });
    this.#comparisons = this.#comparisonMenu();
    this.addClass('jp-Kernelscope-exports');
    const menus = [this.#downloads.node, ...(this.#comparisons ? [this.#comparisons.node] : [])];
    const buttons = [this.#perfettoButton, ...menus, this.#said];
    this.node.append(element('div', { part: 'actions' }, buttons), this.#question);
    settings.changed.connect(this.#followSettings, this);
    this.#followSettings();
  }

  override dispose(): void {
    if (this.isDisposed) return;
    this.#perfettoButton.removeEventListener('click', this);
    this.#perfetto.dispose();
    this.#downloads.dispose();
    this.#comparisons?.dispose();
    Signal.clearData(this);
    super.dispose();
  }

  say(text: string): void {
    this.#question.replaceChildren();
    this.#said.textContent = clipText(text);
  }

  /** The first choice gets the focus from the buttons of this bar, but from nothing else. */
  ask(message: ActionMessage): void {
    const hasFocus = this.node.contains(document.activeElement);
    this.say('');
    const strip = questionStrip(message, this.#options, () => this.#putAway());
    this.#question.replaceChildren(strip);
    if (hasFocus) strip.querySelector('button')?.focus();
  }

  /** Called by the browser; public only because `addEventListener` wants an object. */
  handleEvent(): void {
    if (this.#options.traceSaver) void downloadTrace(this.#context);
    else this.#perfetto.run();
  }

  protected override onBeforeDetach(message: Message): void {
    this.#downloads.close();
    this.#comparisons?.close();
    super.onBeforeDetach(message);
  }

  #putAway(): void {
    const hadFocus = this.#question.contains(document.activeElement);
    const [button] = [this.#perfettoButton, this.#downloads.node].filter(node => !node.hidden);
    this.say('');
    if (hadFocus) button.focus();
  }

  #followSettings(): void {
    const { traceSaver } = this.#options;
    this.#perfettoButton.hidden = !traceSaver && this.#perfetto.address === null;
  }

  #comparisonMenu(): MenuButton | null {
    const { comparing, source, trans, icons } = this.#options;
    if (!comparing) return null;
    const say = (text: string): void => this.say(text);
    return new MenuButton({
      label: trans.__('Compare runs'),
      ...{ icon: icons.compare, caret: icons.caretDown },
      getItems: () => compareItems({ ...comparing, source, trans, say })
    });
  }

  async #menuItems(): Promise<readonly MenuItem[]> {
    const { source, trans } = this.#options;
    const formats = await formatsOrMessage(this.#context);
    const current = contentAtHand(source);
    return (formats?.exportFormats(trans, current) ?? []).map(format => ({
      label: format.label,
      mark: format.extension,
      description: format.describe(current),
      onPick: () => void downloadProfile(format, this.#context)
    }));
  }

  get #context(): ExportContext {
    return { ...this.#options, feedback: this };
  }
}

/** The dependencies of {@link compareItems}. */
interface ComparingOptions {
  readonly trans: TranslationBundle;
  readonly history: RunHistory;
  readonly source: ContentSource;
  readonly bundle: ProfileBundle;
  /** Called with what changed: shows it. */
  readonly onCompared: (comparison: BundleComparison) => void;
  /** Tells a person what came of an action. */
  readonly say: (text: string) => void;
}

/** The runs that the profile on show can be compared with, and the way to pin it for later ones. */
function compareItems(options: ComparingOptions): readonly MenuItem[] {
  const { trans, history, bundle, say } = options;
  const { id } = bundle.summary;
  const [previous, baseline] = [history.previousOf(id), history.baselineOf(id)];
  const compare = (label: string, run: CellProfile): MenuItem => ({
    label,
    mark: '',
    description: datedTitle(run.bundle.summary, trans),
    onPick: () => void compareWith(run, options)
  });
  const pin = (): void => {
    history.pin(id);
    say(trans.__('Later runs of this cell can be compared with this one.'));
  };
  return [
    ...(previous === null ? [] : [compare(trans.__('Compare with previous run'), previous)]),
    ...(baseline === null || baseline.bundle.summary.id === id
      ? []
      : [compare(trans.__('Compare with baseline'), baseline)]),
    {
      label: trans.__('Pin as baseline'),
      mark: '',
      description: trans.__(
        'Keeps this run for later ones of this cell, until the notebook closes'
      ),
      onPick: pin
    }
  ];
}

async function compareWith(run: CellProfile, options: ComparingOptions): Promise<void> {
  const { source, onCompared, say, trans } = options;
  try {
    onCompared(compareRuns(await run.content(), source.current));
    say('');
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    say(trans.__('The two runs cannot be compared: %1', detail));
  }
}

/** The comparison of two profiles of outputs: totals are exact, lines and calls as far as both have them. */
function compareRuns(before: ProfileContent, after: ProfileContent): BundleComparison {
  const [from, to] = [before, after].map(({ profile, bundle }) => {
    return { profile, sections: bundleSections(bundle) };
  });
  return boundComparison(compareProfiles(from, to), MAX_BUNDLE_BYTES);
}

/** The words and pictures of a {@link questionStrip}. */
interface QuestionLook {
  readonly trans: TranslationBundle;
  readonly icons: ButtonIcons;
}

/** A message with its choices, and a button that puts it away; every button calls `onDone` first. */
function questionStrip(
  { level, text, choices }: ActionMessage,
  { trans, icons }: QuestionLook,
  onDone: () => void
): HTMLElement {
  const mark = element('span', {
    part: 'noticeMark',
    text: level === 'warning' ? '⚠' : 'ℹ',
    attributes: { 'aria-hidden': 'true' }
  });
  const buttons = choices.map(({ label, run }, index) => {
    const part = index === 0 ? 'button jp-mod-primary' : 'button';
    const button = element('button', { part, text: label, attributes: { type: 'button' } });
    button.addEventListener('click', () => {
      onDone();
      run();
    });
    return button;
  });
  const sentence = element('span', { part: 'questionText', text, attributes: { dir: 'auto' } });
  const role = level === 'warning' ? 'alert' : 'status';
  const content = element('div', { part: 'questionContent' }, [
    element('div', { part: 'questionBody', attributes: { role } }, [sentence]),
    element('div', { part: 'questionChoices' }, buttons)
  ]);
  const parts = [mark, content, dismissButton(trans, icons.close, onDone)];
  return element('div', { part: `question jp-mod-${level}` }, parts);
}

function dismissButton(
  trans: TranslationBundle,
  icon: ButtonIcon,
  onDone: () => void
): HTMLElement {
  const label = trans.__('Dismiss');
  const button = element('button', {
    part: 'dismiss',
    attributes: { type: 'button', title: label, 'aria-label': label }
  });
  button.append(icon.element({ tag: 'span' }));
  button.addEventListener('click', onDone);
  return button;
}
