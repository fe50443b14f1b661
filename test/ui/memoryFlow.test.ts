import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { memoryFlowSvg } from '../../src/formats/memoryFlow/write';
import type { Profile } from '../../src/model/profile/profile';
import { flowSession, sessionsFlow } from '../../src/compat/megengine/outputFilesLayout';
import { allocationProfile } from '../support/allocationProfile';
import { manyAllocations } from '../support/manyAllocations';
import {
  type TfjsBench,
  loadTensorFlow,
  loadWasmBackend,
  useTfjsBench
} from '../support/tfjsBench';
import { SCREENSHOTS, screenshot } from './screenshot';
import { useBrowser } from './useBrowser';
import { openViewPage } from './viewPage';

describe('memory_flow.svg in a browser', () => {
  let bench: TfjsBench;
  const used = useBrowser();
  const folder = mkdtempSync(join(tmpdir(), 'kernelscope-'));
  useTfjsBench(made => (bench = made));
  afterAll(async () => {
    rmSync(folder, { recursive: true });
  });

  const open = async (svg: string, colorScheme: 'light' | 'dark'): Promise<Page> => {
    const file = join(folder, 'memory_flow.svg');
    writeFileSync(file, svg);
    const page = await used.browser.newPage({
      viewport: { width: 1280, height: 900 },
      colorScheme
    });
    await page.goto(pathToFileURL(file).href);
    return page;
  };
  const shootBoth = async (profile: Profile, name: string): Promise<void> =>
    shootSvg(memoryFlowSvg(profile), name);
  const shootSvg = async (svg: string, name: string): Promise<void> => {
    for (const scheme of ['light', 'dark'] as const) {
      const page = await open(svg, scheme);
      await screenshot(page, `memoryFlow-${name}-${scheme}`);
      expect(await page.locator('svg').count()).toBe(1);
      expect(await page.locator('parsererror').count()).toBe(0);
      await page.close();
    }
  };

  it('shows the tensors of a model that is trained, at their addresses', async () => {
    const tf = loadTensorFlow('all');
    loadWasmBackend();
    await tf.setBackend('wasm');
    const model = tf.sequential({
      layers: [
        tf.layers.dense({ units: 64, activation: 'relu', inputShape: [32] }),
        tf.layers.dense({ units: 10, activation: 'softmax' })
      ]
    });
    model.compile({ optimizer: 'sgd', loss: 'categoricalCrossentropy' });
    const x = tf.randomNormal([64, 32]);
    const y = tf.oneHot(tf.randomUniform([64], 0, 10, 'int32'), 10).toFloat();
    const profile = await bench.profileAsync(() => model.fit(x, y, { epochs: 2, batchSize: 16 }), {
      tensorMemory: true
    });
    expect(profile.allocations.length).toBeGreaterThan(100);
    await shootBoth(profile, 'tfjs');
  });

  it('shows 100,000 allocations', { tags: 'night' }, async () => {
    await shootBoth(manyAllocations(100_000), 'many');
  });

  it('shows sessions one after another, and devices above each other', async () => {
    const sessions = [200, 300, 150].map((count, at) => {
      const profile = manyAllocations(count);
      const { allocations, strings } = profile;
      const isFar = (row: number): boolean => row % 3 === 0;
      const device = allocations.device.map((own, row) => (isFar(row) ? strings.length : own));
      const address = allocations.address.map((own, row) =>
        isFar(row) ? 0x7f00_0000_0000 + (row % 40) * 4e5 + (row % 2) * 2 ** 32 : own
      );
      const moved = {
        ...profile,
        strings: [...strings, 'gpu/0'],
        allocations: { ...allocations, device, address }
      };
      return flowSession(moved, `session ${at + 1}`);
    });
    await shootSvg(sessionsFlow(sessions), 'sessions');
  });

  it(
    'is as dark as JupyterLab, whatever the system is, in an output',
    { tags: 'night' },
    async () => {
      const picture = memoryFlowSvg(manyAllocations(100));
      const shots = [];
      for (const theme of ['light', 'dark'] as const) {
        const page = await openViewPage(used.browser, { page: 'tableView', theme });
        await page.emulateMedia({ colorScheme: 'light' });
        await page.evaluate(svg => {
          document.body.innerHTML = '<div class="jp-RenderedSVG"><img width="800"></div>';
          const source = `data:image/svg+xml,${encodeURIComponent(svg)}`;
          const image = document.querySelector('img')!;
          image.src = source;
          return image.decode();
        }, picture);
        const path = join(SCREENSHOTS, `memoryFlow-output-${theme}.png`);
        shots.push(await page.locator('img').screenshot({ path }));
        await page.close();
      }
      expect(shots[0].equals(shots[1])).toBe(false);
    }
  );

  it('says so when there is nothing to show', async () => {
    await shootBoth(allocationProfile([]), 'empty');
  });
});
