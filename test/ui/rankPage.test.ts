import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { readPageFiles } from '../../src/compat/mindspore/offline/showRanks';
import { type CrossRankInput, crossRankDocument, encodeCrossRank } from '../../src/formats';
import { plantedRanks } from '../support/crossRankGrids';
import { sampleOf } from '../support/tiers';
import { screenshot } from './screenshot';
import { useBrowser } from './useBrowser';

const HOSTILE = '</script><img src=x onerror="document.title=\'hacked\'">';

function pageOf(input: CrossRankInput): string {
  const { script, style } = readPageFiles();
  const scriptHash = createHash('sha256').update(script).digest('base64');
  const bundle = encodeCrossRank({ ...input, folder: '' }, bytes => deflateRawSync(bytes));
  return crossRankDocument({ report: input.report, bundle, script, style, scriptHash });
}

function hostileRanks(): CrossRankInput {
  const input = plantedRanks(8, 40);
  const [run] = input.report.runs;
  const ranks = run.ranks.map(rank => ({ ...rank, host: HOSTILE }));
  const rankOperators = run.rankOperators.map(row => ({ ...row, name: HOSTILE }));
  const directories = input.directories.map(
    ([of, rank, cycle]) => [of, rank, cycle, `${HOSTILE}/javascript:alert(1)`] as const
  );
  const report = { ...input.report, runs: [{ ...run, ranks, rankOperators }] };
  return { ...input, report, directories };
}

describe('the page that compares ranks', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kernelscope-page-'));
  const used = useBrowser();
  const told: string[] = [];

  afterAll(async () => {
    rmSync(folder, { recursive: true });
  });

  async function open(
    name: string,
    input: CrossRankInput,
    colorScheme: 'light' | 'dark' = 'light'
  ): Promise<Page> {
    const file = join(folder, `${name}.html`);
    writeFileSync(file, pageOf(input));
    const page = await used.browser.newPage({
      viewport: { width: 1200, height: 900 },
      colorScheme
    });
    page.on('console', message => told.push(message.text()));
    page.on('pageerror', error => told.push(String(error)));
    page.on('request', request => {
      if (request.url() !== pathToFileURL(file).href) told.push(request.url());
    });
    await page.goto(pathToFileURL(file).href);
    await page.getByRole('application').waitFor();
    return page;
  }

  it.each(sampleOf(['light', 'dark'] as const, 2))(
    'shows the map without any other file: %s',
    async scheme => {
      const page = await open('plain', plantedRanks(64, 100), scheme);
      const map = page.getByRole('application');
      await map.focus();
      for (let at = 0; at < 4; at++) await map.press('ArrowDown');
      await map.press('Enter');
      expect(await page.getByText('Mostly computing: 32.0 ms a step').isVisible()).toBe(true);
      const link = page.getByRole('link', { name: 'Files of cycle 0' });
      expect(await link.getAttribute('href')).toBe('./rank3_kscope/');
      await screenshot(page, `rank-page-${scheme}`);
      await page.close();
      expect(told).toEqual([]);
    }
  );

  it('moves by drag, and zooms with Ctrl and the wheel around the pointer', async () => {
    const page = await open('moves', plantedRanks(64, 1000));
    const map = page.getByRole('application');
    const { x, y, width } = (await map.boundingBox())!;
    const titleAt = async (across: number): Promise<string> => {
      await page.mouse.move(x + across, y + 100);
      return page.locator('.jp-Kernelscope-tooltipTitle').innerText();
    };
    const middle = width / 2;
    const before = await titleAt(middle);
    await page.keyboard.down('Control');
    for (let at = 0; at < 6; at++) await page.mouse.wheel(0, -200);
    await page.keyboard.up('Control');
    expect(await titleAt(middle)).toBe(before);
    await page.mouse.down();
    await page.mouse.move(x + middle + 200, y + 100, { steps: 4 });
    await page.mouse.up();
    expect(await titleAt(middle + 200)).toBe(before);
    expect(await page.locator('.jp-Kernelscope-ranksDetails').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Show all' }).click();
    expect(await titleAt(middle)).toBe(before);
    await page.close();
    expect(told).toEqual([]);
  });

  it('takes names for text, and runs no script but its own', async () => {
    const page = await open('hostile', hostileRanks());
    const map = page.getByRole('application');
    for (let at = 0; at < 4; at++) await map.press('ArrowDown');
    await map.press('Enter');
    expect(await page.locator('.jp-Kernelscope-ranksDetails').innerText()).toContain(HOSTILE);
    const href = await page.getByRole('link').first().getAttribute('href');
    expect(href).toMatch(/^\.\/%3C%2Fscript%3E|^\.\/%3C/);
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = "document.title = 'hacked'";
      document.body.append(script);
    });
    expect(await page.title()).toBe('Ranks compared – Kernelscope');
    expect(await page.locator('img').count()).toBe(0);
    await page.close();
    const refused = told.splice(0);
    expect(refused).toHaveLength(1);
    expect(refused[0]).toContain('Content Security Policy');
  });

  it('has findings and tables where scripts are off', async () => {
    writeFileSync(join(folder, 'off.html'), pageOf(plantedRanks(8, 40)));
    const page = await used.browser.newPage({ javaScriptEnabled: false });
    await page.goto(pathToFileURL(join(folder, 'off.html')).href);
    expect(await page.getByText('Slowest rank: 3 (node0').isVisible()).toBe(true);
    expect(await page.getByRole('table').count()).toBeGreaterThan(1);
    await page.close();
  });
});
