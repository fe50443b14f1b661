import { decodeKscopeAsync } from 'kernelscope/formats';
import { Panel, Widget } from '@lumino/widgets';
import { inflateRaw } from '../../shared/content/inflateRaw';
import { SelectionStore } from '../../shared/content/selection';
import { button, element } from 'kernelscope/web';
import { createPause } from '../../shared/elements/pause';
import { type RankFiles, readRankFile } from './rankFile';
import { loadPart } from '../../shared/host/loadPart';

/** The timeline of one rank's profile below the heat map, read when it is asked for. */
export class RankTimeline extends Panel {
  readonly #files: RankFiles;
  readonly #status = new Widget();
  #reading: AbortController | null = null;
  #timeline: Widget | null = null;

  constructor(files: RankFiles) {
    super();
    this.#files = files;
    this.addClass('jp-Kernelscope-ranksTimeline');
    this.#status.node.setAttribute('role', 'status');
    this.addWidget(this.#status);
    this.hide();
  }

  /** Shows the profile at `path`, seen from the notebook, in place of another; says what goes wrong. */
  async open(path: string, title: string): Promise<void> {
    const { trans } = this.#files;
    this.clear();
    const reading = new AbortController();
    this.#reading = reading;
    this.show();
    this.#say(title, trans.__('Reading %1…', path));
    try {
      const { signal } = reading;
      const bytes = await readRankFile(path, this.#files, signal);
      const pause = createPause(signal);
      const profile = await decodeKscopeAsync(bytes, { inflate: inflateRaw, pause });
      const { TimelineView } = await loadPart(() => import('../../views/timeline/view'));
      if (signal.aborted || this.isDisposed) return;
      const timeline = new TimelineView({ ...this.#files, store: new SelectionStore() });
      this.#timeline = timeline;
      this.#say(title, path);
      this.addWidget(timeline);
      timeline.setContent({ profile, isWhole: true, density: null });
      this.node.scrollIntoView({ block: 'nearest' });
    } catch (error) {
      if (reading.signal.aborted) return;
      this.#say(title, error instanceof Error ? error.message : String(error));
    }
  }

  /** Takes the timeline away, and stops reading. */
  clear(): void {
    this.#reading?.abort();
    this.#reading = null;
    this.#timeline?.dispose();
    this.#timeline = null;
    this.hide();
  }

  override dispose(): void {
    if (this.isDisposed) return;
    this.clear();
    super.dispose();
  }

  #say(title: string, text: string): void {
    const { trans } = this.#files;
    const close = button(trans.__('Close timeline'), () => this.clear());
    this.#status.node.replaceChildren(
      element('div', { part: 'ranksDetailsHead' }, [
        element('h3', { part: 'ranksDetailsTitle', text: title }),
        element('span', { part: 'ranksPath', text, attributes: { dir: 'auto' } }),
        close
      ])
    );
  }
}
