import type { NotebookPanel } from '@jupyterlab/notebook';
import type { TranslationBundle } from '../../shared/content/application';
import { Token } from '@lumino/coreutils';
import type { IProfilesOfNotebooks } from '../notebook/profilesOfNotebooks';
import type { ISettingsSource } from '../application/settings';
import { HeatEditors } from './heatEditors';
import type { LineHeat } from './lineHeat';

/** Line heat, which is loaded once a notebook has a profile, or somebody asks for it. */
export interface ILazyHeat {
  /** The places for gutters in the editors of cells. */
  readonly editors: HeatEditors;
  load(): Promise<LineHeat>;
  /** True when a profile is in the outputs of a notebook. */
  isProfiled(panel: NotebookPanel): boolean;
  /** Has the heat of a notebook shown as soon as it has a profile. */
  follow(panel: NotebookPanel): Promise<void>;
}

/** Provides the {@link ILazyHeat}. */
export const ILazyHeat = new Token<ILazyHeat>(
  '@kernelscope/labextension:ILazyHeat',
  'The costs of lines in the editors of cells.'
);

/** The dependencies of {@link LazyHeat}. */
export interface LazyHeatOptions {
  readonly profiles: IProfilesOfNotebooks;
  readonly settings: ISettingsSource;
  readonly trans: TranslationBundle;
  /** BCP 47 tag of the interface language. */
  readonly language: string;
}

/** Line heat that is loaded once. */
export class LazyHeat implements ILazyHeat {
  readonly editors = new HeatEditors();
  readonly #options: LazyHeatOptions;
  #loading: Promise<LineHeat> | null = null;

  constructor(options: LazyHeatOptions) {
    this.#options = options;
  }

  load(): Promise<LineHeat> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  isProfiled(panel: NotebookPanel): boolean {
    return (this.#options.profiles.of(panel)?.list().length ?? 0) > 0;
  }

  async follow(panel: NotebookPanel): Promise<void> {
    await panel.context.ready;
    const found = panel.isDisposed ? null : this.#options.profiles.of(panel);
    if (!found) return;
    const show = (): void => {
      if (!this.isProfiled(panel)) return;
      found.changed.disconnect(show);
      void this.load().then(heat => heat.follow(panel));
    };
    found.changed.connect(show);
    show();
  }

  async #load(): Promise<LineHeat> {
    const { LineHeat } = await import('./lineHeat');
    return new LineHeat({ ...this.#options, editors: this.editors });
  }
}
