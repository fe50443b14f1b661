import type { ActivationFunction } from 'vscode-notebook-renderer';
import { HostChannel } from './hostChannel';
import type { NotebookOutput } from './notebookOutput';
import { loadPart } from '../../../extension/src/shared/content/application';

/** An output on the page. */
interface Shown {
  readonly place: HTMLElement;
  readonly output: NotebookOutput;
}

/**
 * VS Code's entry: shows profiles, comparisons of ranks and results of queries. Everything that draws is loaded when the first
 * output is on the page. Nothing that an output holds makes `renderOutputItem` reject.
 */
export const activate: ActivationFunction = context => {
  const channel = new HostChannel(context);
  const outputs = new Map<string, Shown>();
  const dispose = (id: string): void => {
    outputs.get(id)?.output.dispose();
    outputs.delete(id);
  };
  return {
    async renderOutputItem(item, place, signal) {
      try {
        const { NotebookOutput } = await loadPart(() => import('./notebookOutput'));
        if (signal?.aborted) return;
        const known = outputs.get(item.id);
        if (known !== undefined && known.place !== place) dispose(item.id);
        const shown = outputs.get(item.id) ?? { place, output: new NotebookOutput(channel, place) };
        outputs.set(item.id, shown);
        await shown.output.show(item);
      } catch {
        dispose(item.id);
        place.textContent = 'Kernelscope cannot show this output. Reload the window to try again.';
      }
    },
    disposeOutputItem(id) {
      for (const each of id === undefined ? [...outputs.keys()] : [id]) dispose(each);
    }
  };
};
