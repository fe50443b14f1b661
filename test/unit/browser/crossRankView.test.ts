// @vitest-environment jsdom
import '../extension/setupDom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CrossRankView } from '../../../src/browser';
import { UNTRANSLATED } from '../../../src/base/translator';
import type { CrossRankContent } from '../../../src/formats';
import { PLANTED_RANKS, plantedRanks } from '../../support/crossRankGrids';
import { eventually } from '../../support/eventually';

const HOSTILE = '<img src=x onerror="document.title=1">';
const views: CrossRankView[] = [];

function contentOf(ranks: number, steps: number, isWhole = true): CrossRankContent {
  return { ...plantedRanks(ranks, steps), isWhole };
}

function show(
  content: CrossRankContent,
  loadWhole: (() => Promise<CrossRankContent>) | null = null
): CrossRankView {
  const view = new CrossRankView({
    trans: UNTRANSLATED,
    duration: ns => `${(ns / 1e6).toFixed(1)} ms`,
    profileNode: ([, rank]) => document.createTextNode(`profile ${rank}`),
    loadWhole
  });
  views.push(view);
  document.body.append(view.node, view.tables);
  view.setContent(content);
  return view;
}

beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});

afterEach(() => {
  vi.restoreAllMocks();
  for (const view of views.splice(0)) view.dispose();
  document.body.replaceChildren();
});

const text = ({ node }: CrossRankView): string => node.textContent;
const part = (view: CrossRankView, name: string): HTMLElement =>
  view.node.querySelector(`.jp-Kernelscope-${name}`)!;
const canvas = (view: CrossRankView): HTMLElement => view.node.querySelector('canvas')!;
const spoken = (view: CrossRankView): string => part(view, 'canvasLive').textContent;

/** Presses keys on the map; returns whether the page was left those that are not for it. */
function press(view: CrossRankView, ...keys: readonly string[]): boolean[] {
  return keys.map(key => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    canvas(view).dispatchEvent(event);
    return !event.defaultPrevented;
  });
}

describe('the view of ranks', () => {
  it('has the findings, the tables and a legend with numbers beside the map', () => {
    const view = show(contentOf(8, 40));
    expect(text(view)).toContain('Slowest rank: 3 (node0, process 1003).');
    expect(part(view, 'ranksTicks').textContent).toBe('≤ 0.811.25≥ 1.5');
    expect(view.tables.querySelectorAll('table').length).toBeGreaterThan(1);
    expect(canvas(view).getAttribute('aria-label')).toBe('Heat map of 8 ranks and 40 steps');
  });

  it('walks from cell to cell by keys, tells each, and stops at the edges', () => {
    const view = show(contentOf(8, 40));
    press(view, 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'ArrowRight');
    expect(spoken(view)).toMatch(/^Rank 0, Step 1, Host node0, Pace 1\.00 × the median, Time /);
    press(view, ...Array.from({ length: 12 }, () => 'ArrowDown'));
    expect(spoken(view)).toMatch(/^Rank 7, Step 1,/);
  });

  it('says why the picked rank is slow, in what, and leads to its profile', () => {
    const view = show(contentOf(8, 40));
    press(view, 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter');
    const details = part(view, 'ranksDetails').textContent;
    expect(details).toContain(`Rank ${PLANTED_RANKS.slow} · node0 · process 1003`);
    expect(details).toContain('profile 3');
    expect(details).toContain('1 of 8, slowest first');
    expect(details).toContain('Mostly computing: 32.0 ms a step, 12.0 ms more');
    expect(details).toContain('MatMul');
  });

  it('clears by and by with Escape, and then leaves the keyboard to the page', () => {
    const view = show(contentOf(8, 40));
    canvas(view).focus();
    press(view, 'ArrowDown', 'Enter', 'w', 'Escape');
    expect(part(view, 'ranksDetails').hidden).toBe(false);
    press(view, 'Escape');
    expect(part(view, 'ranksDetails').hidden).toBe(true);
    press(view, 'Escape');
    expect(document.activeElement).toBe(canvas(view));
    press(view, 'Escape');
    expect(document.activeElement).not.toBe(canvas(view));
  });

  it('leaves other keys, and those with Ctrl, to the page', () => {
    const view = show(contentOf(8, 40));
    expect(press(view, 'Tab', 'x', 'w', '+', 'PageDown', 'Home')).toEqual([
      ...[true, true, false, false, false, false]
    ]);
    const event = new KeyboardEvent('keydown', { key: 's', ctrlKey: true, cancelable: true });
    canvas(view).dispatchEvent(event);
    expect(event.defaultPrevented).toBe(false);
  });

  it('goes to the late step of a straggler', () => {
    const view = show(contentOf(8, 40));
    const find = view.node.querySelector('input')!;
    find.value = String(PLANTED_RANKS.late);
    find.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', cancelable: true }));
    part(view, 'ranksStragglers').querySelector('button')!.click();
    expect(spoken(view)).toMatch(/^Rank 1, Step 17, .* × median (2\.9|3\.0)\d$/);
    expect(part(view, 'ranksStragglers').textContent).toBe(
      'Step 17: 90.0 ms where 30.0 ms is usual (3.00 times)'
    );
  });

  it('refuses a rank that is not there', () => {
    const view = show(contentOf(8, 40));
    const find = view.node.querySelector('input')!;
    find.value = '99';
    find.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', cancelable: true }));
    expect(find.validationMessage).toBe('There is no such rank.');
    expect(part(view, 'ranksDetails').hidden).toBe(true);
  });

  it('puts the slowest on top where it is asked to, and keeps the cursor on its rank', () => {
    const view = show(contentOf(8, 40));
    press(view, 'ArrowDown', 'ArrowDown');
    const order = view.node.querySelector('select')!;
    order.value = 'pace';
    order.dispatchEvent(new Event('change'));
    press(view, 'ArrowRight');
    expect(spoken(view)).toMatch(/^Rank 1, Step 1,/);
    press(view, ...Array.from({ length: 8 }, () => 'ArrowUp'));
    expect(spoken(view)).toMatch(/^Rank 3, Step 1,/);
  });

  it('tells all cells from joined ones, and gets them when it is asked to', async () => {
    const load = vi.fn(() => Promise.resolve(contentOf(8, 40)));
    const view = show(contentOf(8, 20, false), load);
    const more = part(view, 'ranksNote').querySelector('button')!;
    expect(part(view, 'ranksNote').textContent).toContain('share a cell');
    more.click();
    await eventually(() => expect(part(view, 'ranksNote')).toBeNull());
    expect(canvas(view).getAttribute('aria-label')).toContain('40 steps');
  });

  it('says why all cells cannot be had, and lets a person try again', async () => {
    const view = show(contentOf(8, 20, false), () => Promise.reject(new Error('No such file.')));
    part(view, 'ranksNote').querySelector('button')!.click();
    await eventually(() => expect(part(view, 'ranksNote').textContent).toContain('No such file.'));
    expect(part(view, 'ranksNote').querySelector('button')!.disabled).toBe(false);
  });

  it('shows names as text, whatever they consist of', () => {
    const content = contentOf(8, 20);
    const [run] = content.report.runs;
    const ranks = run.ranks.map(rank => ({ ...rank, host: HOSTILE }));
    const rankOperators = run.rankOperators.map(row => ({ ...row, name: HOSTILE }));
    const report = { ...content.report, runs: [{ ...run, ranks, rankOperators }] };
    const view = show({ ...content, report });
    press(view, 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter');
    expect(part(view, 'ranksDetails').textContent).toContain(HOSTILE);
    expect(document.querySelector('img')).toBeNull();
  });

  it('shows findings and tables alone for one rank', () => {
    const view = show(contentOf(1, 20));
    expect(text(view)).toContain('There is one rank: nothing to compare it with.');
    expect(part(view, 'ranksMap').hidden).toBe(true);
  });

  it('changes between runs', () => {
    const content = contentOf(8, 20);
    const [run] = content.report.runs;
    const second = { ...run, run: 1, comparedBy: 'cycle' } as const;
    const grids = [...content.grids, { ...content.grids[0], run: 1 }];
    const view = show({ ...content, grids, report: { ...content.report, runs: [run, second] } });
    const runs = view.node.querySelector('select')!;
    runs.selectedIndex = 1;
    runs.dispatchEvent(new Event('change'));
    expect(canvas(view).getAttribute('aria-label')).toBe('Heat map of 8 ranks and 20 cycles');
  });
});
