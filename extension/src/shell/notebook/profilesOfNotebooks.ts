import type { NotebookPanel } from '@jupyterlab/notebook';
import { Token } from '@lumino/coreutils';
import type { ISettingsSource } from '../application/settings';
import { NotebookProfiles } from './notebookProfiles';

/** Tells which profiles an open notebook has. */
export interface IProfilesOfNotebooks {
  /** Null as long as the notebook is being loaded. The same object for as long as it is open. */
  of(panel: NotebookPanel): NotebookProfiles | null;
}

/** Provides the {@link IProfilesOfNotebooks}. */
export const IProfilesOfNotebooks = new Token<IProfilesOfNotebooks>(
  '@kernelscope/labextension:IProfilesOfNotebooks',
  'The profiles in the outputs of open notebooks.'
);

/** The profiles of notebooks, read when first asked for. */
export class ProfilesOfNotebooks implements IProfilesOfNotebooks {
  readonly #settings: ISettingsSource;
  readonly #known = new WeakMap<NotebookPanel, NotebookProfiles>();

  constructor(settings: ISettingsSource) {
    this.#settings = settings;
  }

  of(panel: NotebookPanel): NotebookProfiles | null {
    const { model } = panel.content;
    const known = this.#known.get(panel);
    if (known || !model) return known ?? null;
    const limit = (): number => this.#settings.current.inlineLimitKilobytes * 1000;
    const profiles = new NotebookProfiles(model, limit);
    this.#known.set(panel, profiles);
    panel.disposed.connect(() => profiles.dispose());
    return profiles;
  }
}
