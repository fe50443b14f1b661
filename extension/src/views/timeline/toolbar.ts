import type { TranslationBundle } from '../../shared/host/translation';
import { element } from '../../shared/elements/dom';
import type { SearchIntents } from '../../shared/elements/searchBox';
import { SearchBox } from '../../shared/elements/searchBox';

/** The events of the controls above a timeline. */
export interface ToolbarIntents extends SearchIntents {
  zoom(factor: number): void;
  fit(): void;
}

/** Search box and zoom buttons. */
export class TimelineToolbar {
  readonly node: HTMLElement;
  readonly search: SearchBox;

  constructor(trans: TranslationBundle, intents: ToolbarIntents) {
    this.search = new SearchBox(trans.__('Find slices by name'), trans, intents);
    const button = (text: string, label: string, onClick: () => void): HTMLButtonElement => {
      const attributes = { type: 'button', 'aria-label': label, title: label };
      const node = element('button', { part: 'button', text, attributes });
      node.addEventListener('click', onClick);
      return node;
    };
    this.node = element('div', { part: 'timelineToolbar' }, [
      this.search.node,
      element('div', { part: 'timelineZoom' }, [
        button('−', trans.__('Zoom out'), () => intents.zoom(2)),
        button('+', trans.__('Zoom in'), () => intents.zoom(0.5)),
        button(trans.__('Fit'), trans.__('Show all of the time'), () => intents.fit())
      ])
    ]);
  }

  dispose(): void {
    this.search.dispose();
  }
}
