import type { ButtonIcons, TranslationBundle } from './application';
import type { SampleLabel } from 'kernelscope/analysis';
import type { OverviewDensity } from 'kernelscope/formats';
import type { Profile, ProfileBundle } from 'kernelscope/model';
import type { Widget } from '@lumino/widgets';
import type { NumberFormats } from './format';
import type { CellLink } from './cellLink';
import type { SelectionStore } from './selection';

/** The profile that views show: from the output, or the whole one from beside the notebook. */
export interface ProfileContent {
  /** Summary and exact totals of everything that was recorded. */
  readonly bundle: ProfileBundle;
  /** All slices, or the longest ones when `isWhole` is false. */
  readonly profile: Profile;
  readonly isWhole: boolean;
  /** How busy tracks are with all their slices; null when `isWhole`. */
  readonly density: OverviewDensity | null;
  /** The label to which it is narrowed; absent for all that ran. */
  readonly label?: SampleLabel;
}

/** A profile without the output that it came from. */
export interface WholeProfile {
  readonly profile: Profile;
  readonly isWhole: true;
  readonly density: null;
}

/** Turns code into coloured text. JupyterLab's registry of editor languages is such. */
export interface CodeHighlighter {
  /** The language of a name; null if it is not known. */
  findByName(name: string): object | null;
  /** Appends `code` to `holder` as text nodes and spans with classes; plain if `language` is null. */
  highlight(code: string, language: object | null, holder: HTMLElement): Promise<void>;
}

/** The dependencies of every view of a profile. */
export interface TabOptions {
  readonly trans: TranslationBundle;
  readonly formats: NumberFormats;
  readonly store: SelectionStore;
  /** Colours code where the application can; else it stays plain. */
  readonly highlighter?: CodeHighlighter | null;
  /** Leads to the cells of the notebook; null or absent where there is no notebook. */
  readonly cells?: CellLink | null;
}

/** The dependencies of every tab: those of views, and the pictures that some have on their buttons. */
export interface IconTabOptions extends TabOptions {
  readonly icons: ButtonIcons;
}

/**
 * One view of a profile, made when its tab is first opened. While its tab is closed it is hidden,
 * and does no work until it is shown again.
 */
export interface ProfileTab extends Widget {
  /** Shows other content; what a person set in the view stays where it still makes sense. */
  setContent(content: ProfileContent): void;
}

/** Where a view's content comes from, and where more of it can be had. */
export interface ContentSource {
  /** The content that the views show now. */
  readonly current: ProfileContent;
  /** True when {@link current} is a part only and the whole lies beside the notebook. */
  readonly canLoadWhole: boolean;
  /**
   * The whole profile: at once when it is on show, else fetched, checked and shown in all views.
   * Calls while one is under way share its result.
   *
   * @throws Error whose message is a translated sentence that says what went wrong and what to do;
   *   DOMException `AbortError` when the person cancelled.
   */
  loadWhole(): Promise<ProfileContent>;
}
