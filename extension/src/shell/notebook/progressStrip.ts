import { stopIcon } from '@jupyterlab/ui-components';
import { Widget } from '@lumino/widgets';
import type { RecordingProgress } from 'kernelscope/model';
import { clipText, element } from 'kernelscope/web';
import type { TranslationBundle } from '../../shared/content/application';
import type { NumberFormats } from '../../shared/content/format';
import { iconButton } from '../../shared/elements/menuButton';

/** The dependencies of {@link ProgressStrip}. */
interface ProgressStripOptions {
  readonly trans: TranslationBundle;
  readonly formats: NumberFormats;
  /** Interrupts the cell. */
  readonly onStop: () => void;
}

/**
 * The line below a cell that is being recorded. The stage is a live region; the figures, which change
 * twice a second, are not.
 */
export class ProgressStrip extends Widget {
  readonly #options: ProgressStripOptions;
  readonly #stage = element('span', { part: 'progressStage', attributes: { role: 'status' } });
  readonly #figures = element('span', { part: 'progressFigures' });
  readonly #curve = new MemoryCurve();
  readonly #memory = element('span', { part: 'progressMemory' });
  readonly #stop: HTMLButtonElement;
  #isStopping = false;

  constructor(options: ProgressStripOptions) {
    super();
    const { trans } = options;
    this.#options = options;
    this.#stop = iconButton('progressStop', trans.__('Stop'), [stopIcon]);
    this.#stop.title = trans.__('Interrupt the cell and show the profile so far');
    this.addClass('jp-Kernelscope-progress');
    this.node.setAttribute('role', 'group');
    this.node.setAttribute('aria-label', trans.__('Profiling'));
    const dot = element('span', { part: 'progressDot', attributes: { 'aria-hidden': 'true' } });
    this.#memory.append(this.#curve.node);
    this.node.append(dot, this.#stage, this.#figures, this.#memory, this.#stop);
    this.#stop.addEventListener('click', this);
  }

  override dispose(): void {
    this.#stop.removeEventListener('click', this);
    super.dispose();
  }

  /** Called by the browser; public only because `addEventListener` wants an object. */
  handleEvent(): void {
    if (this.#isStopping) return;
    this.#isStopping = true;
    this.#stop.setAttribute('aria-disabled', 'true');
    this.#say(this.#options.trans.__('Stopping…'));
    this.#options.onStop();
  }

  /** Brings it up to date. */
  setProgress(progress: RecordingProgress): void {
    const isSnapshot = progress.phase === 'snapshot';
    const isPreparing = isSnapshot || progress.phase === 'preparing';
    this.toggleClass('jp-mod-preparing', isPreparing);
    this.#stop.hidden = isPreparing;
    this.#figures.textContent = isPreparing ? '' : this.#figuresOf(progress);
    this.#memory.hidden = isPreparing;
    if (!isPreparing) this.#draw(progress);
    if (isSnapshot) this.#say(this.#options.trans.__('Taking a heap snapshot…'));
    else if (isPreparing) this.#say(this.#options.trans.__('Preparing the profile…'));
    else if (progress.phase === 'waiting' && !this.#isStopping) {
      this.#say(this.#options.trans.__('Waiting for the GPU…'));
    } else if (!this.#isStopping) this.#say(this.#recordingText(progress));
  }

  /** The curve, and for the pointer what its height stands for. */
  #draw({ elapsedMs, rssBytes }: RecordingProgress): void {
    const { trans, formats } = this.#options;
    this.#curve.add(elapsedMs, rssBytes);
    const [least, most] = this.#curve.range ?? [rssBytes, rssBytes];
    const title = trans.__('Resident set: %1 to %2', formats.bytes(least), formats.bytes(most));
    if (this.#memory.title !== title) this.#memory.title = title;
  }

  #recordingText({ name }: RecordingProgress): string {
    const { trans } = this.#options;
    return name === null ? trans.__('Profiling') : trans.__('Profiling “%1”', clipText(name));
  }

  #figuresOf({ elapsedMs, rssBytes, slices }: RecordingProgress): string {
    const { trans, formats } = this.#options;
    const count = trans._n('%2 slice', '%2 slices', slices, formats.count(slices));
    return [this.#timeOf(elapsedMs), formats.bytes(rssBytes), count].join(' · ');
  }

  #timeOf(elapsedMs: number): string {
    const { trans, formats } = this.#options;
    const seconds = Math.floor(elapsedMs / 1000);
    if (seconds < 60) return trans.__('%1 s', seconds);
    return trans.__('%1 min %2 s', formats.count(Math.floor(seconds / 60)), seconds % 60);
  }

  /** The same words again would be read out again. */
  #say(text: string): void {
    if (this.#stage.textContent !== text) this.#stage.textContent = text;
  }
}

const SVG = 'http://www.w3.org/2000/svg';
const WIDTH_PX = 64;
const HEIGHT_PX = 16;

/** Room for half of the line's width at each edge. */
const EDGE_PX = 1;

/** Points at most; once there are so many, every other one is dropped. */
const MAX_POINTS = 128;

/** Smaller changes do not fill the height, bytes: memory always flickers a little. */
const LEAST_SPAN = 8e6;

interface Point {
  readonly elapsedMs: number;
  readonly bytes: number;
}

/**
 * The memory of a process so far as a small curve, from as many values as there have been. Assistive
 * software does not see it: the newest value is a figure beside it.
 */
export class MemoryCurve {
  readonly node = document.createElementNS(SVG, 'svg');
  readonly #line = document.createElementNS(SVG, 'polyline');
  #points: Point[] = [];

  constructor() {
    this.node.setAttribute('class', 'jp-Kernelscope-progressCurve');
    this.node.setAttribute('aria-hidden', 'true');
    this.node.setAttribute('width', String(WIDTH_PX));
    this.node.setAttribute('height', String(HEIGHT_PX));
    this.node.append(this.#line);
  }

  /** The least and the largest value so far, bytes; null without one. */
  get range(): readonly [least: number, most: number] | null {
    if (this.#points.length === 0) return null;
    const all = this.#points.map(({ bytes }) => bytes);
    return [Math.min(...all), Math.max(...all)];
  }

  /** Adds a value; one that is not later than the last one is left out. */
  add(elapsedMs: number, bytes: number): void {
    const last = this.#points.at(-1);
    if (last && elapsedMs <= last.elapsedMs) return;
    if (this.#points.length === MAX_POINTS) {
      this.#points = this.#points.filter((_, at) => at % 2 === 0);
    }
    this.#points.push({ elapsedMs, bytes });
    this.#line.setAttribute('points', this.#coordinates());
  }

  #coordinates(): string {
    const [least, most] = this.range ?? [0, 0];
    const span = Math.max(LEAST_SPAN, most - least);
    const from = this.#points[0].elapsedMs;
    const length = Math.max(1, (this.#points.at(-1)?.elapsedMs ?? from) - from);
    const bottom = HEIGHT_PX - EDGE_PX;
    return this.#points
      .map(({ elapsedMs, bytes }) => {
        const x = EDGE_PX + ((elapsedMs - from) / length) * (WIDTH_PX - 2 * EDGE_PX);
        const y = bottom - ((bytes - least) / span) * (bottom - EDGE_PX);
        return `${x.toFixed(1)},${y.toFixed(1)}`;
      })
      .join(' ');
  }
}
