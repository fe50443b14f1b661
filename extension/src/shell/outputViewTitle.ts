import type { Widget } from '@lumino/widgets';
import { clipText } from '../shared/elements/dom';

/** The class of what JupyterLab shows for _Create New View for Cell Output_, around the output. */
const OUTPUT_VIEW = 'jp-LinkedOutputView';

/** Sets the title of the separate view that an output is in; does nothing for one in a notebook. */
export function titleOutputView(output: Widget, title: string): void {
  let around = output.parent;
  while (around !== null && !around.hasClass(OUTPUT_VIEW)) around = around.parent;
  if (around !== null) around.title.label = clipText(title);
}
