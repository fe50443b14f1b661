import { deflateRawSync } from 'node:zlib';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { encodeBundle } from '../../../src/formats';
import { PROFILE_MIME_TYPE } from '../../../src/model';
import { sourceProfile, trainingProfile } from '../../support/sourceProfile';
import { ProfileOutput } from '../profileOutput';
import { useHostWindows } from './openHost';
import { screenshot } from '../screenshot';

const deflate = (raw: Uint8Array): Uint8Array => deflateRawSync(raw);
const training = encodeBundle(trainingProfile(), { deflate });

/** A cell with so many parentheses in each other that its parts cannot be walked through. */
const nested = encodeBundle(
  sourceProfile({
    cell: { file: 'Cell [1]', executionCount: 1, source: `f${'('.repeat(60_000)}` },
    durationNs: 1e9,
    lines: [{ file: 'Cell [1]', line: 1, ticks: 3 }]
  }),
  { deflate }
);

const rgb = {
  light: { keyword: 'rgb(155, 70, 176)', string: 'rgb(163, 21, 21)' },
  dark: { keyword: 'rgb(197, 134, 192)', string: 'rgb(206, 145, 120)' },
  highContrast: { keyword: 'rgb(255, 255, 255)', string: 'rgb(255, 255, 255)' }
} as const;

/** The tests of code in a profile, in a theme. */
export function testSourceCode(theme: keyof typeof rgb): void {
  describe(`a profile with code in VS Code in the theme ${theme}`, () => {
    const open = useHostWindows();

    const show = async (bundle: object) => {
      const { page, render } = await open({ theme });
      const item = { id: 'code', mime: PROFILE_MIME_TYPE, text: JSON.stringify(bundle) };
      expect(await render(item)).toBeNull();
      const output = new ProfileOutput(page.locator('#code'));
      await output.tab('Source').click();
      const files = output.root.locator('[data-choice=file]');
      if (bundle === training) await files.selectOption('Cell [5]');
      return { page, output };
    };
    const lines = (page: Page): Locator => page.getByRole('grid', { name: 'Cost by line' });
    const colour = (node: Locator): Promise<string> =>
      node.first().evaluate(each => getComputedStyle(each).color);

    it('has it in the colours of the theme', async () => {
      const { page } = await show(training);
      const [keywords, strings] = ['keyword', 'string'].map(each =>
        lines(page).locator(`.tok-${each}`)
      );
      await keywords.first().waitFor();
      expect(await keywords.first().textContent()).toBe('import');
      expect(await colour(keywords)).toBe(rgb[theme].keyword);
      expect(await colour(strings)).toBe(rgb[theme].string);
      await screenshot(page, `vscode-${theme}-code`);
    });

    it('has each line of it as it was written, and markup as text', async () => {
      const { page } = await show(training);
      await lines(page).locator('.tok-keyword').first().waitFor();
      const cells = await lines(page)
        .getByRole('row')
        .nth(6)
        .getByRole('gridcell')
        .allTextContents();
      expect(cells.at(-1)).toBe('    const logits = model.predict(batch) as tf.Tensor;');
      expect(await lines(page).innerText()).toContain(`'<img src=x onerror="document.title=1">'`);
      expect(await page.locator('#code img').count()).toBe(0);
      expect(await page.title()).toBe('Notebook');
    });

    it('shows code plainly that is too much for the parser', async () => {
      const { page } = await show(nested);
      await lines(page).getByText('f((((').first().waitFor();
    });
  });
}
