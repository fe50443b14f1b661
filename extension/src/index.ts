import type { JupyterFrontEnd, JupyterFrontEndPlugin } from '@jupyterlab/application';
import { ICommandPalette, IToolbarWidgetRegistry, Notification } from '@jupyterlab/apputils';
import { IEditorLanguageRegistry } from '@jupyterlab/codemirror';
import { INotebookTracker, type NotebookPanel } from '@jupyterlab/notebook';
import { IRenderMimeRegistry } from '@jupyterlab/rendermime';
import { ISettingRegistry } from '@jupyterlab/settingregistry';
import { ITableOfContentsTracker } from '@jupyterlab/toc';
import { ITranslator, nullTranslator } from '@jupyterlab/translation';
import { addCommands } from './shell/commands';
import { addFigureRenderer } from './shell/outputs/figureRenderer';
import { heatPlugins } from './shell/heat/heatPlugins';
import {
  RENDERER_RANK,
  createQueryFactory,
  createRanksFactory,
  createRendererFactory
} from './shell/mime';
import { IProfilesOfNotebooks, ProfilesOfNotebooks } from './shell/notebook/profilesOfNotebooks';
import { IRunsOfNotebooks, RunsOfNotebooks } from './shell/notebook/runsOfNotebooks';
import { createProfileAction } from './shell/profileAction';
import { createToolbarButton } from './shell/toolbarButton';
import { followSettings } from './shell/application/followSettings';
import { ISettingsSource, SettingsSource } from './shell/application/settings';
import { ICellLinks } from './shared/content/cellLink';
import { ON_THE_PAGE, TRANSLATION_DOMAIN } from './shared/content/application';
import { createFileRequest } from './shell/sidecar/fileRequest';

const SETTINGS_ID = '@kernelscope/labextension:plugin';

const settingsPlugin: JupyterFrontEndPlugin<ISettingsSource> = {
  id: SETTINGS_ID,
  description: 'The settings of Kernelscope.',
  autoStart: true,
  provides: ISettingsSource,
  optional: [ISettingRegistry, ITranslator],
  activate: (
    _: JupyterFrontEnd,
    registry: ISettingRegistry | null,
    translator: ITranslator | null
  ) => {
    if (!registry) return new SettingsSource();
    const trans = (translator ?? nullTranslator).load(TRANSLATION_DOMAIN);
    return followSettings(registry, SETTINGS_ID, {
      onLoadError: () =>
        Notification.error(
          trans.__('The settings of Kernelscope could not be loaded.'),
          ON_THE_PAGE
        ),
      onRefusedPerfettoUrl: text =>
        Notification.warning(
          trans.__(
            'Kernelscope cannot open Perfetto at "%1": the address has to begin with https, or with http on this machine.',
            text
          ),
          ON_THE_PAGE
        )
    });
  }
};

const mimePlugin: JupyterFrontEndPlugin<void> = {
  id: '@kernelscope/labextension:mime',
  description:
    'Shows profiles, comparisons of ranks, results of queries and figures of Plotly in cell outputs.',
  autoStart: true,
  requires: [IRenderMimeRegistry, ISettingsSource],
  optional: [IEditorLanguageRegistry, IRunsOfNotebooks, ICellLinks],
  activate: (
    app: JupyterFrontEnd,
    registry: IRenderMimeRegistry,
    settings: ISettingsSource,
    highlighter: IEditorLanguageRegistry | null,
    history: IRunsOfNotebooks | null,
    links: ICellLinks | null
  ) => {
    const request = createFileRequest(app.serviceManager.serverSettings);
    const context = { settings, request, highlighter, history, links };
    registry.addFactory(createRendererFactory(context), RENDERER_RANK);
    registry.addFactory(createRanksFactory({ request }), RENDERER_RANK);
    registry.addFactory(createQueryFactory(), RENDERER_RANK);
    addFigureRenderer(registry);
  }
};

const profilesPlugin: JupyterFrontEndPlugin<IProfilesOfNotebooks> = {
  id: '@kernelscope/labextension:profiles',
  description: 'Finds the profiles in the outputs of notebooks.',
  autoStart: true,
  provides: IProfilesOfNotebooks,
  requires: [ISettingsSource],
  activate: (_: JupyterFrontEnd, settings: ISettingsSource) => new ProfilesOfNotebooks(settings)
};

const historyPlugin: JupyterFrontEndPlugin<IRunsOfNotebooks> = {
  id: '@kernelscope/labextension:history',
  description: 'Remembers the runs of cells and their profiles.',
  autoStart: true,
  provides: IRunsOfNotebooks,
  requires: [INotebookTracker, IProfilesOfNotebooks],
  activate: (_: JupyterFrontEnd, tracker: INotebookTracker, profiles: IProfilesOfNotebooks) =>
    new RunsOfNotebooks(tracker, profiles)
};

const commandsPlugin: JupyterFrontEndPlugin<void> = {
  id: '@kernelscope/labextension:commands',
  description: 'Profile Cell on the toolbar, in the palette and in menus.',
  autoStart: true,
  requires: [INotebookTracker, ISettingsSource],
  optional: [ICommandPalette, ITranslator],
  activate: (
    app: JupyterFrontEnd,
    tracker: INotebookTracker,
    settings: ISettingsSource,
    palette: ICommandPalette | null,
    translator: ITranslator | null
  ) => {
    const trans = (translator ?? nullTranslator).load(TRANSLATION_DOMAIN);
    addCommands({ app, tracker, settings, palette, trans });
  }
};

const progressPlugin: JupyterFrontEndPlugin<void> = {
  id: '@kernelscope/labextension:progress',
  description: 'Shows below a cell how far its recording has come.',
  autoStart: true,
  requires: [INotebookTracker],
  optional: [ITranslator],
  activate: (_: JupyterFrontEnd, tracker: INotebookTracker, translator: ITranslator | null) => {
    const { languageCode } = translator ?? nullTranslator;
    const trans = (translator ?? nullTranslator).load(TRANSLATION_DOMAIN);
    const follow = async (panel: NotebookPanel): Promise<void> => {
      const { followProgress } = await import('./shell/notebook/notebookProgress');
      followProgress(panel, trans, languageCode);
    };
    tracker.forEach(panel => void follow(panel));
    tracker.widgetAdded.connect((_, panel) => void follow(panel));
  }
};

const toolbarPlugin: JupyterFrontEndPlugin<void> = {
  id: '@kernelscope/labextension:toolbar',
  description: 'Makes the Profile Cell button of each notebook follow that notebook.',
  autoStart: true,
  requires: [IToolbarWidgetRegistry, ISettingsSource],
  optional: [ITranslator],
  activate: (
    _: JupyterFrontEnd,
    toolbars: IToolbarWidgetRegistry,
    settings: ISettingsSource,
    translator: ITranslator | null
  ) => {
    const trans = (translator ?? nullTranslator).load(TRANSLATION_DOMAIN);
    const action = createProfileAction(settings, trans);
    toolbars.addFactory<NotebookPanel>('Notebook', 'profileCell', panel =>
      createToolbarButton(panel, action, trans)
    );
  }
};

const notebookPlugin: JupyterFrontEndPlugin<void> = {
  id: '@kernelscope/labextension:notebook',
  description: 'The profiled cells of a notebook: sidebar, table of contents, Profile Every Cell.',
  autoStart: true,
  requires: [INotebookTracker, IProfilesOfNotebooks, IRunsOfNotebooks],
  optional: [ITableOfContentsTracker, ITranslator],
  activate: (
    app: JupyterFrontEnd,
    tracker: INotebookTracker,
    profiles: IProfilesOfNotebooks,
    runs: IRunsOfNotebooks,
    toc: ITableOfContentsTracker | null,
    translator: ITranslator | null
  ) => {
    void app.restored.then(async () => {
      const { addNotebookParts } = await import('./shell/notebook/addNotebookParts');
      addNotebookParts({ app, tracker, profiles, runs, toc, translator });
    });
  }
};

export default [
  settingsPlugin,
  mimePlugin,
  profilesPlugin,
  historyPlugin,
  progressPlugin,
  ...heatPlugins,
  commandsPlugin,
  toolbarPlugin,
  notebookPlugin
];
