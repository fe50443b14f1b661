import type { NotebookPanel } from '@jupyterlab/notebook';
import { CodeCell } from '@jupyterlab/cells';
import type { Widget } from '@lumino/widgets';
import type { LineSelection } from '../../shared/content/selection';
import { ProfileRenderer } from '../renderer';
import type { CellHeat } from './notebookHeat';
import { revealCell } from './revealLine';

/**
 * Opens the source view of the profile that a cell's heat is from, at a line. False if that profile is
 * on show no longer.
 */
export async function showInProfile(
  panel: NotebookPanel,
  { source, heat }: CellHeat,
  { line, costs }: Pick<LineSelection, 'line' | 'costs'>
): Promise<boolean> {
  const widget = await revealCell(panel, source.cell);
  if (!(widget instanceof CodeCell)) return false;
  widget.outputHidden = false;
  const renderer = renderersIn(widget.outputArea).at(-1);
  if (renderer === undefined) return false;
  await renderer.showLine({ type: 'line', file: heat.file, line, costs });
  return true;
}

/** The profiles below a widget, in their order. */
function renderersIn(widget: Widget): ProfileRenderer[] {
  if (widget instanceof ProfileRenderer) return [widget];
  return [...widget.children()].flatMap(renderersIn);
}
