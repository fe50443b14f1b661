import type { ICommandPalette } from '@jupyterlab/apputils';
import type { JupyterFrontEnd } from '@jupyterlab/application';
import type { INotebookTracker, NotebookPanel } from '@jupyterlab/notebook';
import type { TranslationBundle } from '../../shared/content/application';
import { costWords } from '../../views/source/costWords';
import type { WantedCost } from './fileHeat';
import type { ILazyHeat } from './lazyHeat';
import type { LineHeat } from './lineHeat';

/** The commands of line heat; `schema/plugin.json` puts some in menus. */
export const HeatCommandIDs = {
  clear: 'kernelscope:clear-line-heat',
  next: 'kernelscope:next-hot-line',
  previous: 'kernelscope:previous-hot-line',
  open: 'kernelscope:show-line-in-profile',
  kind: 'kernelscope:set-line-heat'
} as const;

const KINDS: readonly WantedCost[] = ['auto', 'cpu', 'waiting', 'allocations', 'operators', 'gpu'];

/** The dependencies of {@link addHeatCommands}. */
export interface HeatCommandContext {
  readonly app: JupyterFrontEnd;
  readonly tracker: INotebookTracker;
  readonly heat: ILazyHeat;
  readonly palette: ICommandPalette | null;
  readonly trans: TranslationBundle;
}

/** Registers the commands of line heat, for notebooks with profiles. */
export function addHeatCommands(context: HeatCommandContext): void {
  const { trans, palette } = context;
  add(context, 'clear', {
    label: trans.__('Clear Line Heat'),
    caption: trans.__('Take the line heat off the cells until they are profiled again'),
    run: (heat, panel) => heat.follow(panel)?.clear()
  });
  add(context, 'next', {
    label: trans.__('Next Hot Line'),
    caption: trans.__('Go to the next line of a cell that costs at least 1 %'),
    run: (heat, panel) => heat.step(panel, 1)
  });
  add(context, 'previous', {
    label: trans.__('Previous Hot Line'),
    caption: trans.__('Go to the previous line of a cell that costs at least 1 %'),
    run: (heat, panel) => heat.step(panel, -1)
  });
  add(context, 'open', {
    label: trans.__('Show Line in Profile'),
    caption: trans.__('Show the line with the cursor in the source view of its profile'),
    run: (heat, panel) => heat.openCurrent(panel)
  });
  addKinds(context);
  const category = trans.__('Kernelscope');
  const { kind: setKind, ...plain } = HeatCommandIDs;
  for (const command of Object.values(plain)) palette?.addItem({ command, category });
  for (const kind of KINDS) palette?.addItem({ command: setKind, args: { kind }, category });
}

interface HeatCommand {
  readonly label: string;
  readonly caption: string;
  readonly run: (heat: LineHeat, panel: NotebookPanel) => unknown;
}

function add(
  { app, tracker, heat }: HeatCommandContext,
  name: keyof typeof HeatCommandIDs,
  { run, ...words }: HeatCommand
): void {
  const profiled = (): NotebookPanel | null => {
    const panel = tracker.currentWidget;
    return panel !== null && heat.isProfiled(panel) ? panel : null;
  };
  app.commands.addCommand(HeatCommandIDs[name], {
    ...words,
    describedBy: { args: { type: 'object', properties: {} } },
    isEnabled: () => profiled() !== null,
    isVisible: () => profiled() !== null,
    execute: async () => {
      const panel = profiled();
      if (panel) await run(await heat.load(), panel);
    }
  });
}

function addKinds({ app, trans, heat }: HeatCommandContext): void {
  let shown: WantedCost = 'auto';
  const kindOf = (args: { readonly kind?: unknown }): WantedCost =>
    KINDS.find(kind => kind === args.kind) ?? 'auto';
  const nameOf = (kind: WantedCost): string =>
    kind === 'auto' ? trans.__('Automatic') : costWords(kind, true, trans).name;
  app.commands.addCommand(HeatCommandIDs.kind, {
    label: args => trans.__('Line Heat: %1', nameOf(kindOf(args))),
    caption: trans.__('Show costs of this kind beside the lines of cells that have them'),
    describedBy: {
      args: { type: 'object', properties: { kind: { type: 'string', enum: [...KINDS] } } }
    },
    isToggled: args => kindOf(args) === shown,
    execute: async args => {
      shown = kindOf(args);
      (await heat.load()).setKind(shown);
      app.commands.notifyCommandChanged(HeatCommandIDs.kind);
    }
  });
}
