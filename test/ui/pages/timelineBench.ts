import { nullTranslator } from '@jupyterlab/translation';
import { Widget } from '@lumino/widgets';
import type { TimeWindow } from 'kernelscope/analysis';
import type { Profile } from 'kernelscope/model';
import { createNumberFormats } from '../../../extension/src/shared/content/format';
import { SelectionStore } from '../../../extension/src/shared/content/selection';
import { TimelineView } from '../../../extension/src/views/timeline/view';
import { crowdedProfile } from '../../support/crowdedProfile';
import { withCrowdedSamples } from '../../support/crowdedSamples';
import { wholeContent } from '../../unit/extension/exampleBundle';
import { createFlameChart } from './flameChart';
import { runWithFrames } from './runWithFrames';

/** A chart on the page, empty at first. */
export interface BenchedChart {
  readonly canvas: HTMLCanvasElement;
  /** Gives it the data, which it has had no part in making. */
  show(): void;
  /** Shows another stretch of time, with the next picture of the screen. */
  moveTo(window: TimeWindow): void;
}

/** What is measured: the timeline view, also with CPU samples, and flame-chart-js. */
export type BenchedName = 'view' | 'sampledView' | 'flameChart';

/** Measures one chart. The page is good for one. */
export interface TimelineBench {
  /**
   * Makes the data in the form that the chart takes, and the empty chart. The samples of `sampledView` are
   * a tenth as many as the slices.
   */
  prepare(name: BenchedName, slices: number): void;
  /**
   * Milliseconds from handing over the data to the first picture of it: until the frame that the
   * chart asked for has been drawn into memory (a pixel is read back, which a browser cannot answer
   * before all drawing is done) and the page has handed it on, when a message of its own arrives.
   */
  paint(): Promise<number>;
  /** Waits until the screen has had another picture. */
  settle(): Promise<unknown>;
  /** Number of steps of the way in, aside and out again. */
  readonly steps: number;
  /** Goes one step: window, layout and drawing, all done when it returns, as `paint` has it. */
  step(index: number): void;
  /** Share of the canvas that has another colour than most of it, 0 to 1. */
  inkShare(): number;
}

declare global {
  interface Window {
    timelineBench: TimelineBench;
  }
}

const SIZE = { width: 1180, height: 560 };
const PARTS = 4;
const STEPS = 24;
const DEEPEST_ZOOM = 1 / 20_000;
const FOCUS = 0.37;

let chart: BenchedChart;
let extent: TimeWindow;

function createView(profile: Profile): BenchedChart {
  const trans = nullTranslator.load('kernelscope');
  const view = new TimelineView({
    trans,
    formats: createNumberFormats('en'),
    store: new SelectionStore()
  });
  const host = new Widget();
  host.addClass('jp-Kernelscope');
  host.node.style.width = `${SIZE.width}px`;
  Widget.attach(host, document.body);
  Widget.attach(view, host.node);
  const content = wholeContent(profile);
  return {
    canvas: view.node.querySelector('.jp-Kernelscope-timelineCanvas') as HTMLCanvasElement,
    show: () => view.setContent(content),
    moveTo: window => view.zoomTo(window)
  };
}

function readBack({ canvas }: BenchedChart): void {
  canvas.getContext('2d')?.getImageData(0, canvas.height - 1, 1, 1);
}

function nextFrame(): Promise<unknown> {
  return new Promise(resolve => requestAnimationFrame(resolve));
}

function messageToSelf(): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  const arrival = new Promise(resolve => {
    port1.onmessage = resolve;
  });
  port2.postMessage(null);
  return arrival;
}

/** In from everything to a twenty-thousandth of it, aside there and on half the way, and out again. */
function windowAt(index: number): TimeWindow {
  const [part, step] = [Math.floor(index / STEPS), (index % STEPS) / STEPS];
  switch (part) {
    case 0:
      return windowOf(step, 0);
    case 1:
      return windowOf(1, 2 * step);
    case 2:
      return windowOf(0.5, 2 * step);
    default:
      return windowOf(1 - step, 0);
  }
}

function windowOf(depth: number, pan: number): TimeWindow {
  const whole = extent.toNs - extent.fromNs;
  const span = whole * DEEPEST_ZOOM ** depth;
  const fromNs = extent.fromNs + (whole - span) * FOCUS + pan * span;
  return { fromNs, toNs: fromNs + span };
}

window.timelineBench = {
  prepare(name, slices) {
    const crowded = crowdedProfile(slices);
    const profile = name === 'sampledView' ? withCrowdedSamples(crowded, slices / 10) : crowded;
    extent = { fromNs: 0, toNs: profile.meta.durationNs };
    chart = name === 'flameChart' ? createFlameChart(profile, SIZE) : createView(profile);
  },
  async paint() {
    const start = performance.now();
    chart.show();
    await nextFrame();
    readBack(chart);
    await messageToSelf();
    return performance.now() - start;
  },
  settle: nextFrame,
  steps: PARTS * STEPS,
  step(index) {
    runWithFrames(() => chart.moveTo(windowAt(index)));
    readBack(chart);
  },
  inkShare() {
    const { width, height } = chart.canvas;
    const { data } = chart.canvas.getContext('2d')!.getImageData(0, 0, width, height);
    const colors = new Uint32Array(data.buffer);
    const counts = new Map<number, number>();
    for (const color of colors) counts.set(color, (counts.get(color) ?? 0) + 1);
    return 1 - Math.max(...counts.values()) / colors.length;
  }
};
