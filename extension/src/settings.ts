import type { ISettingRegistry } from '@jupyterlab/settingregistry';
import { Token } from '@lumino/coreutils';

/** What a person can set; `schema/plugin.json` describes it to them. */
export interface ExtensionSettings {
  /** Options that *Profile Cell* writes after `%%profile`. */
  readonly profileCellOptions: string;
  /** A profile output larger than this is drawn only when asked for, kilobytes. */
  readonly inlineLimitKilobytes: number;
}

/** What holds until the settings are loaded, and where there is no settings registry. */
export const DEFAULT_SETTINGS: ExtensionSettings = {
  profileCellOptions: '',
  inlineLimitKilobytes: 1000
};

/** The settings of this extension, always current. */
export interface ISettingsSource {
  readonly current: ExtensionSettings;
}

/** Provides the {@link ISettingsSource}. */
export const ISettingsSource = new Token<ISettingsSource>(
  '@kernelscope/labextension:ISettingsSource',
  'The current settings of Kernelscope.'
);

/** Settings from what a person stored; anything malformed counts as not set. */
export function readSettings(stored: ISettingRegistry.ISettings['composite']): ExtensionSettings {
  const { profileCellOptions, inlineLimitKilobytes } = stored;
  return {
    profileCellOptions:
      typeof profileCellOptions === 'string'
        ? singleLine(profileCellOptions)
        : DEFAULT_SETTINGS.profileCellOptions,
    inlineLimitKilobytes:
      typeof inlineLimitKilobytes === 'number' && inlineLimitKilobytes >= 0
        ? inlineLimitKilobytes
        : DEFAULT_SETTINGS.inlineLimitKilobytes
  };
}

/**
 * Loads the settings of plugin `id` and follows them as long as the application lives. When they
 * cannot be loaded the defaults stay, and `onError` is called.
 */
export function followSettings(
  registry: ISettingRegistry,
  id: string,
  onError: () => void
): ISettingsSource {
  const source = { current: DEFAULT_SETTINGS };
  const take = (settings: ISettingRegistry.ISettings): void => {
    source.current = readSettings(settings.composite);
  };
  const follow = async (): Promise<void> => {
    const settings = await registry.load(id);
    take(settings);
    settings.changed.connect(take);
  };
  follow().catch(onError);
  return source;
}

const singleLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
