import type { Browser, CDPSession, Page } from 'playwright-core';
import { startBrowser } from '../../ui/labPage';
import type { BenchedName } from '../../ui/pages/timelineBench';
import { openViewPage } from '../../ui/viewPage';
import { type Figure, type MeasuredFigure, millisecondFigure } from '../figure';
import { floorCase, interleave, LEAST_ROUNDS, median } from '../harness';
import { frameTimes, percentile, threadMs } from '../pageFrames';
import type { FigureName } from '../targets';

const SLICES = 1_000_000;
const WARMUP = 1;
const NS_IN_MS = 1e6;
const BYTES_IN_MB = 1e6;

/** One chart on a page of its own. */
interface Round {
  readonly paintMs: number;
  /** Time that the page's thread ran for it. */
  readonly paintCpuMs: number;
  /** Time that the page's thread ran for each step. */
  readonly framesMs: readonly number[];
  readonly heapBytes: number;
}

/** What the rounds of one chart come to; times in ms. */
interface Outcome {
  readonly paint: number;
  readonly paintCpu: number;
  readonly frameP50: number;
  readonly frameP95: number;
  readonly heap: number;
}

/** JavaScript objects and the memory of typed arrays that are reachable, bytes. */
async function heapBytes(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const usage = await session.send('Runtime.getHeapUsage');
  return usage.usedSize + usage.backingStorageSize;
}

const frames = (page: Page, session: CDPSession): Promise<readonly number[]> =>
  frameTimes(session, {
    steps: () => page.evaluate(() => window.timelineBench.steps),
    settle: () => page.evaluate(() => window.timelineBench.settle()),
    step: at => page.evaluate(one => window.timelineBench.step(one), at)
  });

/**
 * One round, in a page that has never run the code: a person opens a timeline once. The heap is that
 * after the last frame, less that of the page with the data and the empty chart.
 */
async function measureRound(browser: Browser, name: BenchedName): Promise<Round> {
  const page = await openViewPage(browser, { page: 'timelineBench', width: 1280, height: 800 });
  try {
    const session = await page.context().newCDPSession(page);
    const asked = { name, slices: SLICES };
    await page.evaluate(one => window.timelineBench.prepare(one.name, one.slices), asked);
    const before = await heapBytes(session);
    await session.send('Performance.enable');
    const beforeMs = await threadMs(session);
    const paintMs = await page.evaluate(() => window.timelineBench.paint());
    const paintCpuMs = (await threadMs(session)) - beforeMs;
    const framesMs = await frames(page, session);
    return { paintMs, paintCpuMs, framesMs, heapBytes: (await heapBytes(session)) - before };
  } finally {
    await page.close();
  }
}

/** Medians of the rounds; of frames the median of each step, then the percentile of the steps. */
function outcomeOf(rounds: readonly Round[]): Outcome {
  const steps = rounds[0].framesMs.map((_, step) => median(rounds.map(one => one.framesMs[step])));
  return {
    paint: median(rounds.map(({ paintMs }) => paintMs)),
    paintCpu: median(rounds.map(({ paintCpuMs }) => paintCpuMs)),
    frameP50: percentile(steps, 0.5),
    frameP95: percentile(steps, 0.95),
    heap: median(rounds.map(one => one.heapBytes)) / BYTES_IN_MB
  };
}

/** What the charts come to. */
type Outcomes = Readonly<Record<BenchedName, Outcome>>;

function figuresOf(
  { view, sampledView: sampled, flameChart: peer }: Outcomes,
  floorNs: number
): readonly MeasuredFigure[] {
  const time = (name: FigureName, ms: number): MeasuredFigure =>
    millisecondFigure(name, ms * NS_IN_MS, floorNs);
  const ratio = (name: FigureName, part: keyof Outcome): MeasuredFigure => ({
    name,
    value: view[part] / peer[part],
    floorNs
  });
  return [
    time('timeline.paint', view.paint),
    time('timeline.paintCpu', view.paintCpu),
    time('timeline.frameP50', view.frameP50),
    time('timeline.frameP95', view.frameP95),
    { name: 'timeline.heap', value: view.heap, floorNs },
    time('timeline.sampledPaint', sampled.paint),
    time('timeline.sampledPaintCpu', sampled.paintCpu),
    time('timeline.sampledFrameP50', sampled.frameP50),
    time('timeline.sampledFrameP95', sampled.frameP95),
    { name: 'timeline.sampledHeap', value: sampled.heap, floorNs },
    ratio('timeline.peerPaint', 'paint'),
    ratio('timeline.peerFrameP50', 'frameP50'),
    ratio('timeline.peerFrameP95', 'frameP95'),
    ratio('timeline.peerHeap', 'heap')
  ];
}

/**
 * The timeline view and flame-chart-js with the same slices, and the view with CPU samples besides, in
 * Chromium without a GPU.
 */
async function measureIn(browser: Browser): Promise<readonly MeasuredFigure[]> {
  const { floor } = await interleave({ floor: floorCase() });
  const rounds: Record<BenchedName, Round[]> = { view: [], sampledView: [], flameChart: [] };
  const chart = (name: BenchedName) => ({
    times: 1,
    run: async () => rounds[name].push(await measureRound(browser, name))
  });
  const cases = {
    view: chart('view'),
    sampledView: chart('sampledView'),
    flameChart: chart('flameChart')
  };
  await interleave(cases, { rounds: LEAST_ROUNDS, warmup: WARMUP });
  const of = (name: BenchedName): Outcome => outcomeOf(rounds[name].slice(WARMUP));
  const outcomes = { view: of('view'), sampledView: of('sampledView') };
  return figuresOf({ ...outcomes, flameChart: of('flameChart') }, median(floor));
}

const NAMES: readonly FigureName[] = [
  ...(['timeline.paint', 'timeline.frameP50', 'timeline.frameP95', 'timeline.heap'] as const),
  ...(['timeline.paintCpu', 'timeline.sampledPaintCpu'] as const),
  ...(['timeline.sampledPaint', 'timeline.sampledFrameP50'] as const),
  ...(['timeline.sampledFrameP95', 'timeline.sampledHeap'] as const),
  ...(['timeline.peerPaint', 'timeline.peerFrameP50'] as const),
  ...(['timeline.peerFrameP95', 'timeline.peerHeap'] as const)
];

/** Drawing a million slices. Needs Chromium, and the themes of an installed JupyterLab. */
export async function measure(): Promise<readonly Figure[]> {
  const missing = process.env.KERNELSCOPE_NO_BROWSER;
  if (missing !== undefined) return NAMES.map(name => ({ name, skipped: missing }));
  const browser = await startBrowser();
  try {
    return await measureIn(browser);
  } finally {
    await browser.close();
  }
}
