import { Token } from '@lumino/coreutils';
import { type ISignal, Signal } from '@lumino/signaling';
import { safeAddress } from '../../shared/elements/webAddress';

/** The settings; `schema/plugin.json` describes it to them. */
export interface ExtensionSettings {
  /**
   * Where *Open in Perfetto* leads: `https`, or `http` on this very machine. Empty when traces are
   * to be downloaded only.
   */
  readonly perfettoUrl: string;
  /** Options that *Profile Cell* writes after `%%profile`. */
  readonly profileCellOptions: string;
  /** A profile output larger than this is drawn only when asked for, kilobytes. */
  readonly inlineLimitKilobytes: number;
  /** True when the costs of lines are shown in the editors of cells. */
  readonly lineHeat: boolean;
}

/** The settings until they are loaded, and if there is no settings registry. */
export const DEFAULT_SETTINGS: ExtensionSettings = {
  perfettoUrl: 'https://ui.perfetto.dev',
  profileCellOptions: '',
  inlineLimitKilobytes: 1000,
  lineHeat: true
};

/** The settings of this extension, always current. */
export interface ISettingsSource {
  readonly current: ExtensionSettings;
  /** Emitted with the new settings. */
  readonly changed: ISignal<ISettingsSource, ExtensionSettings>;
}

/** Provides the {@link ISettingsSource}. */
export const ISettingsSource = new Token<ISettingsSource>(
  '@kernelscope/labextension:ISettingsSource',
  'The current settings of Kernelscope.'
);

/** Settings that change when they are told to. */
export class SettingsSource implements ISettingsSource {
  readonly #changed = new Signal<this, ExtensionSettings>(this);
  #current: ExtensionSettings;

  constructor(current = DEFAULT_SETTINGS) {
    this.#current = current;
  }

  get current(): ExtensionSettings {
    return this.#current;
  }

  get changed(): ISignal<this, ExtensionSettings> {
    return this.#changed;
  }

  set(settings: ExtensionSettings): void {
    this.#current = settings;
    this.#changed.emit(settings);
  }
}

/** Stored settings that have not been checked yet. */
type Stored = Readonly<Record<string, unknown>>;

/** Reads stored settings; anything malformed counts as not set. */
export function readSettings(stored: Stored): ExtensionSettings {
  const { perfettoUrl, profileCellOptions, inlineLimitKilobytes, lineHeat } = stored;
  return {
    perfettoUrl:
      typeof perfettoUrl === 'string' ? safeText(perfettoUrl) : DEFAULT_SETTINGS.perfettoUrl,
    profileCellOptions:
      typeof profileCellOptions === 'string'
        ? singleLine(profileCellOptions)
        : DEFAULT_SETTINGS.profileCellOptions,
    inlineLimitKilobytes:
      typeof inlineLimitKilobytes === 'number' && inlineLimitKilobytes >= 0
        ? inlineLimitKilobytes
        : DEFAULT_SETTINGS.inlineLimitKilobytes,
    lineHeat: typeof lineHeat === 'boolean' ? lineHeat : DEFAULT_SETTINGS.lineHeat
  };
}

/** The address of Perfetto that a person stored, when {@link readSettings} has to refuse it. */
export function refusedPerfettoUrl({ perfettoUrl }: Stored): string | null {
  if (typeof perfettoUrl !== 'string' || isNone(perfettoUrl)) return null;
  return safeAddress(perfettoUrl) ? null : perfettoUrl;
}

/** The settings form takes an emptied field for one to be reset, so a word says the same. */
const isNone = (text: string): boolean => ['', 'none'].includes(text.trim().toLowerCase());
const safeText = (address: string): string => (safeAddress(address) ? address.trim() : '');
const singleLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
