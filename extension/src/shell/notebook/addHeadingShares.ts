import type { ICellModel } from '@jupyterlab/cells';
import type { INotebookTracker, NotebookPanel } from '@jupyterlab/notebook';
import {
  type ITableOfContentsTracker,
  type TableOfContents,
  TableOfContentsModel
} from '@jupyterlab/toc';
import type { NumberFormats } from '../../shared/content/format';
import type { CellRuns } from './cellRuns';
import { headingShares, markHeading } from './headingShares';
import type { IRunsOfNotebooks } from './runsOfNotebooks';

/** The dependencies of {@link addHeadingShares}. */
export interface HeadingContext {
  readonly tracker: INotebookTracker;
  readonly toc: ITableOfContentsTracker;
  readonly runs: IRunsOfNotebooks;
  readonly formats: NumberFormats;
}

/**
 * Marks each heading in the table of contents of a notebook with the share of the profiled time that
 * was spent below it.
 */
export function addHeadingShares(context: HeadingContext): void {
  const { tracker } = context;
  const followed = new WeakSet<object>();
  const follow = (panel: NotebookPanel): void => {
    const runs = context.runs.of(panel);
    const model = context.toc.get(panel);
    if (!runs || !isTocModel(model)) return;
    const mark = (): void => markAll(model, { panel, runs, formats: context.formats });
    if (!followed.has(model)) {
      followed.add(model);
      model.headingsChanged.connect(mark);
      runs.changed.connect(mark);
    }
    mark();
  };
  const later = (panel: NotebookPanel | null): void => {
    // JupyterLab makes the table of a notebook while that becomes the current one.
    if (panel) void panel.context.ready.then(() => setTimeout(() => follow(panel)));
  };
  tracker.currentChanged.connect((_, panel) => later(panel));
  tracker.widgetAdded.connect((_, panel) => {
    void panel.context.ready.then(() => {
      context.runs.of(panel)?.changed.connect(() => follow(panel));
    });
  });
  later(tracker.currentWidget);
}

interface MarkedNotebook {
  readonly panel: NotebookPanel;
  readonly runs: CellRuns;
  readonly formats: NumberFormats;
}

type TocModel = TableOfContentsModel<TableOfContents.IHeading>;

function isTocModel(model: unknown): model is TocModel {
  return model instanceof TableOfContentsModel;
}

function markAll(model: TocModel, marked: MarkedNotebook): void {
  const { panel, runs, formats } = marked;
  if (model.isDisposed || panel.isDisposed) return;
  const cells = [...(panel.model?.cells ?? [])];
  const places = new Map<ICellModel, number>(cells.map((cell, index) => [cell, index]));
  const times = runs.list().flatMap(({ cell, runs: [...all] }) => {
    const index = places.get(cell);
    const wallNs = all.at(-1)?.wallNs ?? 0;
    return index === undefined ? [] : [{ index, wallNs }];
  });
  const headings = model.headings.flatMap(heading => {
    const index = places.get(cellOf(heading) as ICellModel);
    return index === undefined ? [] : [{ heading, index, level: heading.level }];
  });
  const shares = headingShares(headings, times);
  const changes = headings.filter(({ heading }, at) => markHeading(heading, shares[at], formats));
  if (changes.length > 0) model.stateChanged.emit();
}

/** The cell of a heading, which those of notebooks have. */
function cellOf(heading: TableOfContents.IHeading): ICellModel | undefined {
  return (heading as { readonly cellRef?: { readonly model: ICellModel } }).cellRef?.model;
}
