import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BarPage, type BarPageOptions } from './barPage';
import { PATIENCE_MS } from './labPage';
import { PerfettoPage } from './perfettoPage';
import { PerfettoServer } from './perfettoServer';
import { useBrowser } from './useBrowser';

const TITLE = 'train mnist - mnist.ipynb';

/** The tests of what the bar asks and says around a hand-off, to the real Perfetto or to a page that takes every trace. */
export function testHandoffs(to: 'perfetto' | 'eager'): void {
  const name = to === 'eager' ? 'a page that takes every trace' : 'the real Perfetto';

  describe(`what the bar says of a hand-off to ${name}`, () => {
    const used = useBrowser();
    let perfetto: PerfettoServer;
    let bar: BarPage;

    beforeAll(async () => {
      perfetto = await PerfettoServer.start({ page: to });
    });
    afterEach(() => bar.leave());
    afterAll(() => perfetto.dispose());

    const usual = (): BarPageOptions => ({
      perfettoUrl: perfetto.address,
      silenceLimitMs: PATIENCE_MS
    });

    async function waitForTrace(opened: Page): Promise<void> {
      if (to === 'perfetto') return new PerfettoPage(opened).waitForForeignTrace(TITLE);
      const hasTrace = (title: string): boolean => {
        const { received } = globalThis as unknown as { received: readonly unknown[] };
        return received.some(each => JSON.stringify(each).includes(title));
      };
      await opened.waitForFunction(hasTrace, TITLE, { timeout: PATIENCE_MS });
    }

    it('asks once for each site, and opens nothing before it is told to', async () => {
      bar = await BarPage.open(used.browser, usual());
      await bar.button('Open in Perfetto').click();
      expect(await bar.text()).toBe(
        `Opens ${perfetto.address.slice(0, -1)} in a new tab. ` +
          'The trace is handed over inside your browser; nothing is uploaded.'
      );
      expect(bar.page.context().pages()).toHaveLength(1);
      await bar.page.keyboard.press('Enter');
      await bar.waitForText('has the trace');
      const again = bar.page.waitForEvent('popup');
      await bar.button('Open in Perfetto').click();
      await again;
    });

    it(
      'waits for a profile that is still loading when Perfetto answers',
      { tags: 'night' },
      async () => {
        bar = await BarPage.open(used.browser, { ...usual(), whole: 'slow' });
        await waitForTrace(await bar.openPerfetto());
        await bar.waitForText('has the trace');
      }
    );

    it('closes the tab again when the whole profile is gone, and opens what there is', async () => {
      bar = await BarPage.open(used.browser, { ...usual(), whole: 'missing' });
      const shut = await bar.openPerfetto();
      await expect.poll(() => shut.isClosed(), { timeout: PATIENCE_MS }).toBe(true);
      expect(await bar.text()).toBe(
        'mnist.kscope/a.kscope is gone. Run the cell again. ' +
          'The output itself holds every slice that was kept, but not all samples and details.'
      );
      const opening = bar.page.waitForEvent('popup');
      await bar.button('Open that').click();
      const opened = await opening;
      await bar.waitForText('has the trace');
      await waitForTrace(opened);
      expect(await bar.text()).toContain('It holds every slice that was kept, but not all samples');
    });
  });
}
