import type { ISettingRegistry } from '@jupyterlab/settingregistry';
import { clipText } from 'kernelscope/web';
import { type ISettingsSource, SettingsSource, readSettings, refusedPerfettoUrl } from './settings';

/** The events of {@link followSettings}. */
export interface SettingsProblems {
  /** The settings cannot be loaded: the defaults stay. */
  onLoadError(): void;
  /** `text`, which is short enough for a sentence, is no address that traces may go to. */
  onRefusedPerfettoUrl(text: string): void;
}

/** Loads the settings of plugin `id` and follows them as long as the application lives. */
export function followSettings(
  registry: ISettingRegistry,
  id: string,
  problems: SettingsProblems
): ISettingsSource {
  const source = new SettingsSource();
  const take = ({ composite }: ISettingRegistry.ISettings): void => {
    const refused = refusedPerfettoUrl(composite);
    if (refused !== null) problems.onRefusedPerfettoUrl(clipText(refused));
    source.set(readSettings(composite));
  };
  const follow = async (): Promise<void> => {
    const settings = await registry.load(id);
    take(settings);
    settings.changed.connect(take);
  };
  follow().catch(() => problems.onLoadError());
  return source;
}
