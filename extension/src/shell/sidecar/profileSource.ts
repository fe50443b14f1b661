import type { TranslationBundle } from '../../shared/content/application';
import { decodeBundle } from 'kernelscope/formats';
import type { BundleComparison, Profile, ProfileBundle } from 'kernelscope/model';
import type { IDisposable } from '@lumino/disposable';
import { type ISignal, Signal } from '@lumino/signaling';
import type { NumberFormats } from '../../shared/content/format';
import { inflateRaw } from '../../shared/content/inflateRaw';
import type { ContentSource, ProfileContent } from '../../shared/content/profileTab';
import { type SidecarPlace, type SidecarStep, loadSidecar } from './loadSidecar';
import { isFinal, SidecarError, sidecarSentence } from './sidecarError';

/** The content for views at present. */
export type ContentState =
  /** The columns of the overview are being unpacked; its totals are there. */
  | { readonly type: 'reading'; readonly bundle: ProfileBundle }
  | { readonly type: 'ready'; readonly content: ProfileContent }
  /** The columns of the overview make no profile; its totals are there. */
  | { readonly type: 'damaged'; readonly bundle: ProfileBundle; readonly error: unknown };

/** How the whole profile is coming along. */
export type LoadState =
  | { readonly type: 'idle' }
  | SidecarStep
  | { readonly type: 'loaded' }
  | { readonly type: 'cancelled' }
  /** `message` is a translated sentence; `mayRecover` when trying again can make sense. */
  | { readonly type: 'failed'; readonly message: string; readonly mayRecover: boolean };

/** The dependencies of {@link ProfileSource}. */
export interface ProfileSourceOptions extends SidecarPlace {
  readonly bundle: ProfileBundle;
  readonly trans: TranslationBundle;
  readonly formats: NumberFormats;
  /** The whole profile, where it is at hand and not in the overview. */
  readonly whole?: Profile;
}

/** The content of one profile: first its overview, then, when asked for, the whole. */
export class ProfileSource implements ContentSource, IDisposable {
  readonly #options: ProfileSourceOptions;
  readonly #abort = new AbortController();
  readonly #contentChanged = new Signal<this, ContentState>(this);
  readonly #loadChanged = new Signal<this, LoadState>(this);
  #state: ContentState;
  #load: LoadState = { type: 'idle' };
  #cancel: AbortController | null = null;
  #loading: Promise<ProfileContent> | null = null;
  /** In place of that of the output, once a person compared the profile here. */
  #comparison: BundleComparison | null = null;

  constructor(options: ProfileSourceOptions) {
    this.#options = options;
    this.#state = { type: 'reading', bundle: options.bundle };
  }

  /** Emitted when views have other content to show. */
  get contentChanged(): ISignal<this, ContentState> {
    return this.#contentChanged;
  }

  /** Emitted as the whole profile is loaded. */
  get loadChanged(): ISignal<this, LoadState> {
    return this.#loadChanged;
  }

  get state(): ContentState {
    return this.#state;
  }

  get load(): LoadState {
    return this.#load;
  }

  get isDisposed(): boolean {
    return this.#abort.signal.aborted;
  }

  /** @throws Error, translated, as long as there is none. */
  get current(): ProfileContent {
    const { trans } = this.#options;
    switch (this.#state.type) {
      case 'ready':
        return this.#state.content;
      case 'reading':
        throw new Error(trans.__('The profile is still being read. Try again in a moment.'));
      case 'damaged':
        throw new Error(trans.__('The profile in this output is damaged. Run the cell again.'));
    }
  }

  get canLoadWhole(): boolean {
    return this.#options.bundle.sidecar !== null && !this.#isWhole;
  }

  /** Unpacks what came with the output; {@link state} tells how that went. */
  async readOverview(): Promise<void> {
    const { bundle, whole } = this.#options;
    if (whole !== undefined) {
      const content = { bundle, profile: whole, isWhole: true, density: null };
      this.#setState({ type: 'ready', content });
      return;
    }
    try {
      const decoded = await decodeBundle(bundle, { inflate: inflateRaw });
      const isWhole = !bundle.overview.partial;
      this.#setState({ type: 'ready', content: { ...decoded, isWhole } });
    } catch (error) {
      this.#setState({ type: 'damaged', bundle, error });
    }
  }

  /** Has the views show another comparison than that of the output. */
  setComparison(comparison: BundleComparison): void {
    this.#comparison = comparison;
    this.#setState(this.#state);
  }

  loadWhole(): Promise<ProfileContent> {
    if (this.#isWhole) return Promise.resolve(this.current);
    this.#loading ??= this.#loadNow().finally(() => (this.#loading = null));
    return this.#loading;
  }

  /** Stops a load that is under way. */
  cancel(): void {
    this.#cancel?.abort();
  }

  /** Stops everything and says no more. */
  dispose(): void {
    if (this.isDisposed) return;
    this.#abort.abort();
    this.cancel();
    Signal.clearData(this);
  }

  get #isWhole(): boolean {
    return this.#state.type === 'ready' && this.#state.content.isWhole;
  }

  async #loadNow(): Promise<ProfileContent> {
    const { bundle, trans } = this.#options;
    if (!bundle.sidecar) {
      throw new Error(trans.__('The whole profile was not stored. Run the cell again.'));
    }
    this.#cancel = new AbortController();
    const { signal } = this.#cancel;
    try {
      const onStep = (step: SidecarStep): void => this.#setLoad(step);
      const profile = await loadSidecar(bundle.sidecar, this.#options, { signal, onStep });
      const content = { bundle, profile, isWhole: true, density: null };
      this.#setState({ type: 'ready', content });
      this.#setLoad({ type: 'loaded' });
      return content;
    } catch (error) {
      throw this.#fail(error, signal);
    }
  }

  /** Reports why a load ended early, and returns the error that callers get. */
  #fail(error: unknown, signal: AbortSignal): unknown {
    if (signal.aborted) {
      this.#setLoad({ type: 'cancelled' });
      return error;
    }
    const message = this.#sentenceOf(error);
    const mayRecover = !(error instanceof SidecarError && isFinal(error.problem));
    this.#setLoad({ type: 'failed', message, mayRecover });
    return new Error(message, { cause: error });
  }

  #sentenceOf(error: unknown): string {
    const { bundle, formats, trans } = this.#options;
    const path = bundle.sidecar?.path ?? '';
    const detail = error instanceof Error ? error.message : String(error);
    const problem =
      error instanceof SidecarError ? error.problem : ({ type: 'unreadable', detail } as const);
    return sidecarSentence(problem, { path, formats, trans });
  }

  /** The whole profile stays, whatever the overview turns out to be. */
  #setState(state: ContentState): void {
    const isLess = this.#isWhole && !(state.type === 'ready' && state.content.isWhole);
    if (this.isDisposed || isLess) return;
    this.#state = this.#compared(state);
    this.#contentChanged.emit(this.#state);
  }

  #compared(state: ContentState): ContentState {
    const comparison = this.#comparison;
    if (comparison === null || state.type !== 'ready') return state;
    const { content } = state;
    return { ...state, content: { ...content, bundle: { ...content.bundle, comparison } } };
  }

  #setLoad(load: LoadState): void {
    if (this.isDisposed) return;
    this.#load = load;
    this.#loadChanged.emit(load);
  }
}
