import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { CROSS_RANK_MIME_TYPE, encodeBundle, fitCrossRank } from '../../../src/formats';
import { MAX_BUNDLE_BYTES, PROFILE_MIME_TYPE } from '../../../src/model';
import { comparisonOf, REPEATED } from '../../support/comparedProfiles';
import { hostileJson } from '../../fuzz/hostileJson';
import { plantedRanks } from '../../support/crossRankGrids';
import { gpuTraining } from '../../support/gpuTraining';
import { seededRandom } from '../../support/random';
import { richProfile } from '../../support/richProfile';
import { EXAMPLE_FINDING } from '../../unit/extension/exampleBundle';
import { writeNotebook } from '../notebook';
import { ProfileOutput, TABS } from '../profileOutput';
import { screenshot } from '../screenshot';
import type { SavedItem } from './hostPage';
import type { HostWindow, ThemeName, WindowOptions } from './openHost';

const deflate = (raw: Uint8Array): Uint8Array => deflateRawSync(raw);
/** A profile with something for each view but that of GPUs. */
export const rich = {
  ...encodeBundle(richProfile(2000), { deflate }),
  findings: [EXAMPLE_FINDING]
};
/** A profile of two GPUs. */
const gpu = encodeBundle(gpuTraining({ gpus: 2 }), { deflate });
/** A profile that was compared with another. */
const compared = encodeBundle(richProfile(200), {
  deflate,
  comparison: comparisonOf(...REPEATED)
});
/** Ranks that were compared. */
const ranks = fitCrossRank({ ...plantedRanks(64, 100), folder: null }, deflate, MAX_BUNDLE_BYTES);

/** The outputs of a notebook, each in a cell of its own. */
const OUTPUTS = {
  rich: [PROFILE_MIME_TYPE, rich],
  gpu: [PROFILE_MIME_TYPE, gpu],
  compared: [PROFILE_MIME_TYPE, compared],
  ranks: [CROSS_RANK_MIME_TYPE, ranks]
} as const;

/** The name of an output of the saved notebook. */
export type Name = keyof typeof OUTPUTS;

interface Notebook {
  readonly cells: readonly { readonly outputs: readonly { readonly data: object }[] }[];
}

/** An item of an output; that of a profile unless another type is named. */
export const item = (
  text: string,
  id = 'hostile',
  mime: string = PROFILE_MIME_TYPE
): SavedItem => ({
  id,
  mime,
  text
});

/** Writes a notebook with the outputs, reads it, and gives each by its name. */
export function useSavedOutputs(): (name: Name) => SavedItem {
  let saved: Map<Name, SavedItem>;

  beforeAll(() => {
    const folder = mkdtempSync(join(tmpdir(), 'vscode-'));
    const path = join(folder, 'saved.ipynb');
    const entries = Object.entries(OUTPUTS);
    writeNotebook(
      path,
      entries.map(([name, [mime, data]]) => ({ source: name, outputs: [{ [mime]: data }] }))
    );
    const { cells } = JSON.parse(readFileSync(path, 'utf8')) as Notebook;
    rmSync(folder, { recursive: true });
    saved = new Map(
      entries.map(([name, [mime]], index) => {
        const data = cells[index].outputs[0].data as Readonly<Record<string, unknown>>;
        return [name as Name, item(JSON.stringify(data[mime]), name, mime)];
      })
    );
  });
  return name => saved.get(name)!;
}

/** The test of what the renderer does with outputs that were changed at random, from each of some seeds. */
export function testHostileOutputs(
  open: (options?: WindowOptions) => Promise<HostWindow>,
  { firstSeed, seeds }: { readonly firstSeed: number; readonly seeds: number }
): void {
  it('never throws, whatever an output holds', async () => {
    const { page, render } = await open();
    const types = [PROFILE_MIME_TYPE, PROFILE_MIME_TYPE, PROFILE_MIME_TYPE, CROSS_RANK_MIME_TYPE];
    const texts = [rich, gpu, compared, ranks].map(bundle => JSON.stringify(bundle));
    for (let seed = firstSeed; seed < firstSeed + seeds; seed++) {
      const kind = seed % texts.length;
      const text = hostileJson(texts[kind], seededRandom(seed));
      const id = `hostile-${kind}`;
      expect(await render(item(text, id, types[kind])), `seed ${seed}`).toBeNull();
      expect((await page.locator(`#${id}`).textContent())!.trim(), `seed ${seed}`).not.toBe('');
    }
  });
}

/** The tests of what the renderer draws, in a theme. */
export function testRendererLooks(
  open: (options?: WindowOptions) => Promise<HostWindow>,
  saved: (name: Name) => SavedItem,
  theme: ThemeName
): void {
  const root = (page: Page, id: string): Locator => page.locator(`#${id}`);
  const shoot = (page: Page, name: string): Promise<void> =>
    screenshot(page, `vscode-${theme}-${name}`, { fullPage: true });

  it(`opens and draws every tab of a saved notebook in the theme ${theme}`, async () => {
    const { page, render } = await open({ theme });
    expect(await render(saved('rich'))).toBeNull();
    const output = new ProfileOutput(root(page, 'rich'));
    for (const name of TABS) {
      await output.open(name);
      if (name === 'Timeline') {
        await expect.poll(() => output.colourCount()).toBeGreaterThan(5);
      }
      if (name === 'Memory') {
        await root(page, 'rich').locator('.jp-Kernelscope-chart .trace').first().waitFor();
      }
      await shoot(page, name);
    }
  });

  it(`shows GPUs, comparisons and ranks in the theme ${theme}`, async () => {
    const { page, render } = await open({ theme });
    expect(await render(saved('gpu'))).toBeNull();
    await new ProfileOutput(root(page, 'gpu')).tab('GPU').click();
    await root(page, 'gpu').getByRole('group', { name: 'GPU 1 · NVIDIA H200' }).waitFor();
    await shoot(page, 'GPU');
    await page.evaluate(() => window.hostPage.dispose());

    expect(await render(saved('compared'))).toBeNull();
    await root(page, 'compared').locator('.jp-Kernelscope-repetitionDot').first().waitFor();
    await shoot(page, 'Compare');
    await page.evaluate(() => window.hostPage.dispose());

    expect(await render(saved('ranks'))).toBeNull();
    await root(page, 'ranks').getByRole('application').waitFor();
    await shoot(page, 'ranks');
  });
}
