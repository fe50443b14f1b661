import type { JupyterFrontEnd, JupyterFrontEndPlugin } from '@jupyterlab/application';
import { ICommandPalette } from '@jupyterlab/apputils';
import { EditorExtensionRegistry, IEditorExtensionRegistry } from '@jupyterlab/codemirror';
import { INotebookTracker } from '@jupyterlab/notebook';
import { ITranslator, nullTranslator } from '@jupyterlab/translation';
import { ICellLinks } from '../../shared/content/cellLink';
import { TRANSLATION_DOMAIN } from '../../shared/host/translation';
import { IProfilesOfNotebooks } from '../notebook/profilesOfNotebooks';
import { ISettingsSource } from '../settings/settings';
import { CellLinks } from './cellLinks';
import { addHeatCommands } from './heatCommands';
import { ILazyHeat, LazyHeat } from './lazyHeat';

const heatPlugin: JupyterFrontEndPlugin<ILazyHeat> = {
  id: '@kernelscope/labextension:line-heat',
  description: 'Knows the costs of lines of cells.',
  autoStart: true,
  provides: ILazyHeat,
  requires: [IProfilesOfNotebooks, ISettingsSource],
  optional: [ITranslator],
  activate: (
    _: JupyterFrontEnd,
    profiles: IProfilesOfNotebooks,
    settings: ISettingsSource,
    translator: ITranslator | null
  ) => {
    const known = translator ?? nullTranslator;
    const trans = known.load(TRANSLATION_DOMAIN);
    return new LazyHeat({ profiles, settings, trans, language: known.languageCode });
  }
};

const linksPlugin: JupyterFrontEndPlugin<ICellLinks> = {
  id: '@kernelscope/labextension:cell-links',
  description: 'Leads from lines of profiles to the cells that they are in.',
  autoStart: true,
  provides: ICellLinks,
  requires: [ILazyHeat],
  optional: [ITranslator],
  activate: (_: JupyterFrontEnd, heat: ILazyHeat, translator: ITranslator | null) =>
    new CellLinks(heat, (translator ?? nullTranslator).load(TRANSLATION_DOMAIN))
};

const editorsPlugin: JupyterFrontEndPlugin<void> = {
  id: '@kernelscope/labextension:line-heat-editors',
  description: 'Shows the costs of lines in the editors of cells.',
  autoStart: true,
  requires: [ILazyHeat, INotebookTracker, IEditorExtensionRegistry],
  activate: (
    _: JupyterFrontEnd,
    heat: ILazyHeat,
    tracker: INotebookTracker,
    extensions: IEditorExtensionRegistry
  ) => {
    extensions.addExtension({
      name: 'kernelscope:line-heat',
      factory: ({ model }) =>
        isCellModel(model)
          ? EditorExtensionRegistry.createImmutableExtension(heat.editors.slot(model))
          : null
    });
    tracker.forEach(panel => void heat.follow(panel));
    tracker.widgetAdded.connect((_, panel) => void heat.follow(panel));
  }
};

const commandsPlugin: JupyterFrontEndPlugin<void> = {
  id: '@kernelscope/labextension:line-heat-commands',
  description: 'Next Hot Line and other commands of line heat.',
  autoStart: true,
  requires: [ILazyHeat, INotebookTracker],
  optional: [ICommandPalette, ITranslator],
  activate: (
    app: JupyterFrontEnd,
    heat: ILazyHeat,
    tracker: INotebookTracker,
    palette: ICommandPalette | null,
    translator: ITranslator | null
  ) => {
    const trans = (translator ?? nullTranslator).load(TRANSLATION_DOMAIN);
    addHeatCommands({ app, heat, tracker, palette, trans });
  }
};

/** The plugins of line heat. */
export const heatPlugins = [heatPlugin, linksPlugin, editorsPlugin, commandsPlugin];

const isCellModel = (model: object): boolean => 'type' in model && model.type === 'code';
