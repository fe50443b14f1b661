import { CrossRankView } from '../../../src/browser';
import { UNTRANSLATED } from '../../../src/base/translator';
import { plantedRanks } from '../../support/crossRankGrids';
import { runWithFrames } from './runWithFrames';

/** Measures the heat map of ranks. The page is good for one. */
export interface RankBench {
  /** Makes the data and the empty view. */
  prepare(ranks: number, steps: number): void;
  /** Milliseconds from handing over the data to the first picture, read back from memory. */
  paint(): number;
  /** Waits until the screen has had another picture. */
  settle(): Promise<unknown>;
  /** The number of steps of the way in, aside and out again. */
  readonly steps: number;
  /** Goes one step by a key: window and drawing, all done when it returns. */
  step(index: number): void;
  /** The number of colours on the canvas. */
  colors(): number;
}

declare global {
  interface Window {
    rankBench: RankBench;
  }
}

/** Keys in and out again, each so many times, and aside in between. */
const PRESSES = 12;
const KEYS = ['w', 'd', 'PageDown', 'a', 's'] as const;

let view: CrossRankView;
let give: () => void;

const canvas = (): HTMLCanvasElement => view.node.querySelector('canvas')!;

function readBack(): void {
  canvas().getContext('2d')!.getImageData(0, 0, 1, 1);
}

window.rankBench = {
  prepare(ranks, steps) {
    const content = { ...plantedRanks(ranks, steps), isWhole: true };
    const host = document.createElement('div');
    host.className = 'jp-Kernelscope';
    host.style.width = '1180px';
    document.body.append(host);
    view = new CrossRankView({
      trans: UNTRANSLATED,
      duration: ns => `${ns} ns`,
      profileNode: () => document.createTextNode(''),
      loadWhole: null
    });
    host.append(view.node);
    give = () => view.setContent(content);
  },
  paint() {
    const start = performance.now();
    runWithFrames(give);
    readBack();
    return performance.now() - start;
  },
  settle: () => new Promise(resolve => requestAnimationFrame(resolve)),
  steps: PRESSES * KEYS.length,
  step(index) {
    const key = KEYS[Math.floor(index / PRESSES)];
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    runWithFrames(() => canvas().dispatchEvent(event));
    readBack();
  },
  colors() {
    const { width, height } = canvas();
    const { data } = canvas().getContext('2d')!.getImageData(0, 0, width, height);
    return new Set(new Uint32Array(data.buffer)).size;
  }
};
