import type { Browser } from 'playwright-core';
import { startBrowser } from '../../ui/labPage';
import { openViewPage } from '../../ui/viewPage';
import { type Figure, type MeasuredFigure, millisecondFigure } from '../figure';
import { floorCase, interleave, LEAST_ROUNDS, median } from '../harness';
import { frameTimes, percentile } from '../pageFrames';
import type { FigureName } from '../targets';

const RANKS = 4096;
const STEPS = 1000;
const WARMUP = 1;
const NS_IN_MS = 1e6;

/** The heat map on a page of its own; CPU time of the page's thread. */
interface Round {
  readonly paintMs: number;
  readonly framesMs: readonly number[];
}

async function measureRound(browser: Browser): Promise<Round> {
  const page = await openViewPage(browser, { page: 'rankBench', width: 1280, height: 900 });
  try {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    const size = { ranks: RANKS, steps: STEPS };
    await page.evaluate(({ ranks, steps }) => window.rankBench.prepare(ranks, steps), size);
    const paintMs = await page.evaluate(() => window.rankBench.paint());
    const framesMs = await frameTimes(session, {
      steps: () => page.evaluate(() => window.rankBench.steps),
      settle: () => page.evaluate(() => window.rankBench.settle()),
      step: at => page.evaluate(one => window.rankBench.step(one), at)
    });
    return { paintMs, framesMs };
  } finally {
    await page.close();
  }
}

async function measureIn(browser: Browser): Promise<readonly MeasuredFigure[]> {
  const { floor } = await interleave({ floor: floorCase() });
  const all: Round[] = [];
  const map = { times: 1, run: async () => all.push(await measureRound(browser)) };
  await interleave({ map }, { rounds: LEAST_ROUNDS, warmup: WARMUP });
  const rounds = all.slice(WARMUP);
  const steps = rounds[0].framesMs.map((_, step) => median(rounds.map(one => one.framesMs[step])));
  const time = (name: FigureName, ms: number): MeasuredFigure =>
    millisecondFigure(name, ms * NS_IN_MS, median(floor));
  return [
    time('ranks.paint', median(rounds.map(({ paintMs }) => paintMs))),
    time('ranks.frameP50', percentile(steps, 0.5)),
    time('ranks.frameP95', percentile(steps, 0.95))
  ];
}

const NAMES = ['ranks.paint', 'ranks.frameP50', 'ranks.frameP95'] as const;

/** The heat map of 4,096 ranks with 1,000 steps. Needs Chromium, and the themes of an installed JupyterLab. */
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
