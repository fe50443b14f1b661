import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { LabPage } from './labPage';
import { writeNotebook } from './notebook';
import { ProfileOutput, TABS } from './profileOutput';
import { useLab } from './useLab';
import { isNight } from '../support/tiers';

const PAGE = 'lab/tree/my%20book.ipynb';
const LOAD_LIMIT_MS = 120_000;

/** The tests of a profile of many slices, whose output has a part of them; below a base URL. */
export function testWholeProfile(slices: number): void {
  const shown = slices.toLocaleString('en').replace(/,\d+$/, ',\\d+');
  const eachName = Math.ceil(slices / 7).toLocaleString('en');
  const many = `import { range } from "kernelscope";
for (let i = 0; i < ${slices}; i++) range("tiny " + (i % 7), () => i);`;
  const onShow = new RegExp(`The whole profile is shown: all ${shown} slices`);

  describe(`a profile of ${slices} slices, which does not fit its output`, () => {
    // of a Lab that is below a base URL, as on a hub
    const used = useLab({ hasOwnKernel: true, hasOwnPage: true });
    let lab: LabPage;

    beforeAll(async () => {
      const cells = [
        `%%profile many --memory\n${many}`,
        `%%profile few --max-events 1000\n${many}`
      ];
      writeNotebook(
        join(used.server.folder, 'my book.ipynb'),
        cells.map(source => ({ source }))
      );
      lab = await LabPage.open(used.browser, used.server.address(PAGE));
      await lab.waitForIdleKernel();
    });

    const output = (): ProfileOutput => new ProfileOutput(lab.profile(0));
    const folder = (): string => join(used.server.folder, 'my book.kscope');

    /** The file that has the whole profile: the largest one. */
    function sidecarPath(): string {
      const paths = readdirSync(folder()).map(name => join(folder(), name));
      return paths.sort((a, b) => readFileSync(b).length - readFileSync(a).length)[0];
    }

    /** Opens the saved notebook again, which forgets what was loaded. */
    async function reopen(page = PAGE): Promise<void> {
      await lab.page.close();
      lab = await LabPage.open(used.browser, used.server.address(page));
      await lab.select(0);
      await output().open('Table');
    }

    /** Asks for the whole profile, and expects `sentence` and the overview. */
    async function expectRefusal(sentence: RegExp): Promise<void> {
      await output().loadButton.click();
      await output().waitForText(sentence, LOAD_LIMIT_MS);
      for (const tab of isNight ? TABS : (['Timeline'] as const)) await output().open(tab);
      await output().waitForText(sentence);
      expect(lab.scriptErrors).toEqual([]);
    }

    it('counts every slice in its table and names the file that has them all', async () => {
      await lab.run(0);
      await output().waitForText(
        new RegExp(`longest of ${shown} slices; the table counts all of them`),
        LOAD_LIMIT_MS
      );
      await output().open('Table');
      const row = output().root.getByRole('row').filter({ hasText: 'tiny 0' });
      expect(await row.getByRole('gridcell').first().innerText()).toBe(eachName);
      await lab.picture('partial-light');
    });

    it('says that slices were dropped, and that the totals are exact', async () => {
      await lab.run(1);
      const few = new ProfileOutput(lab.profile(1));
      await few.waitForText(/slices were not kept\. The totals below include them/, LOAD_LIMIT_MS);
      await few.open('Table');
      const row = few.root.getByRole('row').filter({ hasText: 'tiny 0' });
      expect(await row.getByRole('gridcell').first().innerText()).toBe(eachName);
      await lab.page.keyboard.press('Control+s');
      await lab.page.locator('.jp-mod-dirty').first().waitFor({ state: 'detached' });
    });

    it('leaves the file beside the notebook', () => {
      expect(existsSync(folder())).toBe(true);
    });

    it('loads the whole profile on request, and tells how far that has come', async () => {
      await lab.select(0);
      await output().loadButton.click();
      // what is loaded at once has no bar that could be seen
      if (slices > 1e6) await output().root.getByRole('progressbar').waitFor();
      await lab.picture('loading-whole-light');
      await output().waitForText(onShow, LOAD_LIMIT_MS);
      expect(await output().loadButton.count()).toBe(0);
      await lab.picture('whole-light');
    });

    it.each(TABS)('shows all of it in every tab: %s', async tab => {
      await output().open(tab);
      if (tab === 'Timeline') await output().zoomAndReset();
      await output().waitForText(onShow);
      await lab.picture(`whole-${tab.toLowerCase()}-light`);
      expect(lab.scriptErrors).toEqual([]);
    });

    it('saves it all as files', async () => {
      const csv = await output().saveAs('Table');
      expect(csv.name).toBe('many.csv');
      expect(csv.content.toString('utf8')).toMatch(
        new RegExp(`^\\w+,tiny 0,nanoseconds,${Math.ceil(slices / 7)},`, 'm')
      );
      const profile = await output().saveAs('Kernelscope profile');
      expect(profile.name).toBe('many.kscope');
      expect(profile.content.subarray(0, 8).toString('latin1')).toBe('KSCOPE\r\n');
      const trace = await output().saveAs('Perfetto trace');
      expect(trace.name).toBe('many.perfetto-trace');
      // Each slice takes more than ten bytes of a trace.
      expect(trace.content.length).toBeGreaterThan(10 * slices);
    });

    it('says that the file was changed, and keeps the overview', async () => {
      const path = sidecarPath();
      const bytes = readFileSync(path);
      bytes[bytes.length >> 1] ^= 1;
      writeFileSync(path, bytes);
      await reopen();
      await expectRefusal(/\.kscope was changed after this output was made\. Run the cell again\./);
      await lab.picture('whole-changed-light');
      bytes[bytes.length >> 1] ^= 1;
      writeFileSync(path, bytes);
      await output().root.getByRole('button', { name: 'Try again' }).click();
      await output().waitForText(onShow, LOAD_LIMIT_MS);
    });

    it('finds the file though its notebook has another name', { tags: 'night' }, async () => {
      copyFileSync(
        join(used.server.folder, 'my book.ipynb'),
        join(used.server.folder, 'renamed.ipynb')
      );
      await reopen('lab/tree/renamed.ipynb');
      await output().loadButton.click();
      await output().waitForText(onShow, LOAD_LIMIT_MS);
    });

    it(
      'says that the file is not there where the notebook moved alone',
      { tags: 'night' },
      async () => {
        mkdirSync(join(used.server.folder, 'moved'));
        copyFileSync(
          join(used.server.folder, 'my book.ipynb'),
          join(used.server.folder, 'moved/my book.ipynb')
        );
        await reopen('lab/tree/moved/my%20book.ipynb');
        await expectRefusal(/\.kscope is no longer beside the notebook\. Run the cell again\./);
      }
    );

    it('says that the file is gone, and keeps the overview', { tags: 'night' }, async () => {
      rmSync(sidecarPath());
      await reopen();
      await expectRefusal(/\.kscope is no longer beside the notebook\. Run the cell again\./);
      await lab.picture('whole-missing-light');
    });
  });
}
