import type { JupyterFrontEnd, JupyterFrontEndPlugin } from '@jupyterlab/application';
import { ICommandPalette } from '@jupyterlab/apputils';
import { EditorExtensionRegistry, IEditorExtensionRegistry } from '@jupyterlab/codemirror';
import { INotebookTracker, NotebookPanel } from '@jupyterlab/notebook';
import { ITranslator, nullTranslator } from '@jupyterlab/translation';
import { type CellLink, ICellLinks } from '../../shared/content/cellLink';
import { TRANSLATION_DOMAIN, type TranslationBundle } from '../../shared/content/application';
import { IProfilesOfNotebooks } from '../notebook/profilesOfNotebooks';
import { ISettingsSource } from '../application/settings';
import { addHeatCommands } from './heatCommands';
import { ILazyHeat, LazyHeat } from './lazyHeat';
import { CodeCell } from '@jupyterlab/cells';
import type { Widget } from '@lumino/widgets';
import { executionCountOf } from './matchCell';

/** Links that find the notebook when they are followed: outputs are made before they have a place. */
class CellLinks implements ICellLinks {
  constructor(
    private readonly heat: ILazyHeat,
    private readonly trans: TranslationBundle
  ) {}

  of(widget: Widget): CellLink {
    return {
      has: file => executionCountOf(file) !== null,
      show: (file, line) => void this.#show(widget, file, line),
      insertBelow: (_, code) => void this.#insertBelow(widget, code)
    };
  }

  #show(widget: Widget, file: string, line: number): Promise<void> {
    const refusal = this.trans.__(
      'Cells can only be shown from the outputs of their open notebook.'
    );
    return this.#at(widget, refusal, async ({ panel, cell }) => {
      const heat = await this.heat.load();
      await heat.reveal(panel, { origin: cell.model, file, line });
    });
  }

  #insertBelow(widget: Widget, code: string): Promise<void> {
    const refusal = this.trans.__(
      'Cells can only be added from the outputs of their open notebook.'
    );
    return this.#at(widget, refusal, place => insertBelow(place, code));
  }

  /** Calls `act` with the place of an output, or shows why that cannot be. */
  async #at(
    widget: Widget,
    refusal: string,
    act: (place: OutputPlace) => Promise<void>
  ): Promise<void> {
    const place = placeOf(widget);
    if (place) return act(place);
    const { refuse } = await import('../profileCell');
    refuse(refusal);
  }
}

/** Where an output is in an open notebook. */
interface OutputPlace {
  readonly cell: CodeCell;
  readonly panel: NotebookPanel;
}

/** Puts a new cell below the one that has an output, brings it into sight, and has the keys in its editor. It is not run. */
async function insertBelow({ panel: { content }, cell }: OutputPlace, code: string): Promise<void> {
  const index = content.widgets.indexOf(cell) + 1;
  content.model?.sharedModel.insertCell(index, { cell_type: 'code', source: code });
  content.deselectAll();
  content.activeCellIndex = index;
  await content.scrollToItem(index, 'center').catch(() => undefined);
  await content.widgets[index]?.ready;
  content.mode = 'edit';
}

/** The cell that has an output, and its notebook; null for an output elsewhere, as in a view of its own. */
function placeOf(widget: Widget): OutputPlace | null {
  const around = parentsOf(widget);
  const cell = around.find(each => each instanceof CodeCell);
  const panel = around.find(each => each instanceof NotebookPanel);
  return cell && panel ? { cell, panel } : null;
}

function parentsOf({ parent }: Widget): Widget[] {
  return parent ? [parent, ...parentsOf(parent)] : [];
}

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
