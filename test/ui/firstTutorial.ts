import { copyFileSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LabPage } from './labPage';
import { PerfettoPage } from './perfettoPage';
import { PerfettoServer } from './perfettoServer';
import { isTakingPictures, README_PICTURE, tabsInReadme, tabsOf, withTabs } from './readmePicture';
import { useLab } from './useLab';

const at = (...parts: string[]): string =>
  join(fileURLToPath(new URL('../..', import.meta.url)), ...parts);

const NOTEBOOK = '01-first-profile.ipynb';

/** The cell that begins with `%%profile before`. */
const CELL = 10;
const TUTORIAL_LIMIT_MS = 120_000;

/** After which Kernelscope says that Perfetto does not answer; on a busy machine that loads for longer. */
const SILENCE_LIMIT_MS = 15_000;
const CURVE = '.js-plotly-plot .scatterlayer path';
const PLUGIN = '@kernelscope/labextension/plugin';

/** Makes timers of a length wait for ten times as long; runs in the page. */
function waitTenTimesLonger(lengthMs: number): void {
  const wait = globalThis.setTimeout.bind(globalThis);
  const longer = (act: () => void, ms?: number, ...args: unknown[]): unknown =>
    wait(act, ms === lengthMs ? 10 * lengthMs : ms, ...args);
  Object.assign(globalThis, { setTimeout: longer });
}

/** Scrolls so that a part of the page stands in the middle. */
const centre = (part: Locator): Promise<void> =>
  part.evaluate(node => node.scrollIntoView({ block: 'center' }));

/** Where the first tutorial is opened: in JupyterLab, or in the application named Jupyter Notebook. */
export type TutorialPlace = 'JupyterLab' | 'Jupyter Notebook';

/** The tests of the first tutorial in an application, on a server below a base URL, and of its saved notebook. */
export function testFirstTutorial(place: TutorialPlace): void {
  const isLab = place === 'JupyterLab';
  const page = `${isLab ? 'lab/tree' : 'notebooks'}/${NOTEBOOK}`;
  const picture = isLab ? 'tutorial' : 'tutorial-notebook';

  describe(`the first tutorial in ${place}`, () => {
    const used = useLab({ baseUrl: '/user/x/' });
    let perfetto: PerfettoServer;
    let lab: LabPage;
    let zoomed: Buffer;

    beforeAll(async () => {
      perfetto = await PerfettoServer.start();
      used.server.set({ [PLUGIN]: { perfettoUrl: perfetto.address } });
      copyFileSync(at('binder', 'tutorials', NOTEBOOK), join(used.server.folder, NOTEBOOK));
      symlinkSync(at('node_modules'), join(used.server.folder, 'node_modules'));
      lab = await LabPage.open(used.browser, used.server.address(page));
      await lab.waitForIdleKernel();
      if (isLab) await lab.execute('application:toggle-left-area');
    });

    afterAll(async () => {
      await perfetto?.dispose();
    });

    const profile = (): Locator => lab.profile(CELL);
    const tab = (name: string): Locator => profile().getByRole('tab', { name });
    const times = (): Locator => profile().getByRole('grid', { name: 'Times by name' });
    const rows = (): Locator => times().getByRole('rowheader');
    const chip = (): Locator =>
      profile().locator('.jp-Kernelscope-chip:not(.jp-Kernelscope-labelFilter > *)');
    const canvas = (): Locator => profile().locator('.jp-Kernelscope-timelineCanvas');

    it('shows its table below the cell', async () => {
      for (const index of [1, 3, 5, 7, 8, CELL]) await lab.run(index);
      await tab('Table').click({ timeout: TUTORIAL_LIMIT_MS });
      await times().waitFor();
      await centre(times());
      await lab.picture(`${picture}-table`);
      await profile().getByRole('searchbox').first().fill('centre');
      await expect.poll(() => rows().allInnerTexts()).toContain('centre');
      await profile().getByRole('searchbox').first().fill('');
    });

    it('sorts and filters it', async () => {
      await times().getByRole('columnheader', { name: 'Total Count' }).click();
      const filter = profile().getByRole('searchbox').first();
      await filter.fill('category=range centre');
      await expect.poll(() => rows().allInnerTexts()).toEqual(['centre']);
      await filter.fill('');
    });

    it('zooms its timeline by key, by wheel and by button', async () => {
      await tab('Timeline').click();
      await canvas().waitFor();
      await centre(canvas());
      await lab.picture(`${picture}-timeline`);
      await canvas().focus();
      for (let press = 0; press < 9; press++) await lab.page.keyboard.press('w');
      await chip().waitFor();
      const atFirst = await chip().innerText();
      await lab.picture(`${picture}-timeline-zoomed`);
      if (isTakingPictures) zoomed = await lab.page.screenshot();
      await canvas().hover();
      await lab.page.mouse.wheel(0, -300);
      await expect.poll(() => chip().innerText()).not.toBe(atFirst);
    });

    it.runIf(isLab)('looks as the picture in the README says', async () => {
      const tabs = await profile().getByRole('tab').allInnerTexts();
      if (isTakingPictures) writeFileSync(README_PICTURE, withTabs(zoomed, tabs));
      expect(tabsOf(readFileSync(README_PICTURE))).toEqual(tabs);
      expect(tabsInReadme()).toEqual(tabs);
    });

    it.runIf(isLab)('keeps Shift + drag from the notebook', async () => {
      await lab.select(CELL);
      await centre(canvas());
      const cells = await lab.page.locator('.jp-Notebook .jp-Cell').count();
      const box = await canvas().boundingBox();
      if (box === null) throw new Error('The timeline is not on the page');
      const y = box.y + box.height / 2;
      const before = await chip().innerText();
      await lab.page.keyboard.down('Shift');
      await lab.page.mouse.move(box.x + 0.4 * box.width, y);
      await lab.page.mouse.down();
      await lab.page.mouse.move(box.x + 0.6 * box.width, y, { steps: 4 });
      await lab.page.mouse.up();
      await lab.page.keyboard.up('Shift');
      await lab.page.keyboard.press('a');
      await lab.page.keyboard.press('Enter');
      await expect.poll(() => chip().innerText()).not.toBe(before);
      expect(await lab.page.locator('.jp-Notebook .jp-Cell').count()).toBe(cells);
    });

    it('shows the same stretch of time in table and memory curve', async () => {
      await tab('Table').click();
      await profile()
        .getByRole('status')
        .getByText(/^(Between|Only) /)
        .waitFor();
      await tab('Memory').click();
      // A curve that is level over the stretch has no height, and so counts as hidden.
      await profile().locator(CURVE).first().waitFor({ state: 'attached' });
      await profile().getByText('Resident set (RSS)').first().waitFor();
      await centre(profile().locator('.js-plotly-plot'));
      await lab.picture(`${picture}-memory`);
      await chip().click();
      await chip().waitFor({ state: 'hidden' });
    });

    it('shows which line of the notebook took the time', async () => {
      await tab('Source').click();
      const lines = profile().getByRole('grid', { name: 'Cost by line' });
      await lines.getByText('for (const value of picture) sum += value;').waitFor();
      const file = profile().getByRole('combobox', { name: 'File' });
      const picked = await file.evaluate((node: HTMLSelectElement) => node.selectedOptions[0].text);
      expect(picked).toMatch(/^Cell \[4\] — self \d/);
      await profile().getByText('Hottest functions').waitFor();
      await centre(profile().getByText('Hottest functions'));
      await lab.picture(`${picture}-source`);
    });

    it('hands its trace to Perfetto, which finds our tracks', async () => {
      await lab.page.evaluate(waitTenTimesLonger, SILENCE_LIMIT_MS);
      await profile().getByRole('button', { name: 'Open in Perfetto' }).click();
      const opening = lab.page.waitForEvent('popup');
      await profile().getByRole('button', { name: 'Open', exact: true }).click();
      const opened = new PerfettoPage(await opening);
      await profile().getByText('has the trace').waitFor();
      await opened.waitForTrace('before');
      const counted = "select count(*) as count from slice where name = 'train step'";
      expect(await opened.query(counted, ['count'])).toEqual([['60']]);
      await opened.page.close();
    });

    it('is all there when the saved notebook is opened again, without running anything', async () => {
      const saved = lab.page.waitForResponse(
        response => response.request().method() === 'PUT' && response.url().includes(NOTEBOOK)
      );
      await lab.page.keyboard.press('Control+s');
      await saved;
      await lab.page.close();
      lab = await LabPage.open(used.browser, used.server.address(page));
      await profile().scrollIntoViewIfNeeded();
      await tab('Table').click();
      await times().waitFor();
      await tab('Timeline').click();
      await canvas().waitFor();
      expect(await canvas().getAttribute('aria-label')).toContain('slices');
      expect(lab.scriptErrors).toEqual([]);
    });

    it('looks right where JupyterLab is dark', async () => {
      await lab.useTheme('JupyterLab Dark');
      for (const name of ['Table', 'Timeline', 'Memory', 'Source']) {
        await tab(name).click();
        const panel = profile().getByRole('tabpanel').filter({ visible: true });
        await panel.waitFor();
        await centre(panel);
        await lab.picture(`${picture}-${name.toLowerCase()}-dark`);
      }
      expect(lab.scriptErrors).toEqual([]);
    });
  });
}
