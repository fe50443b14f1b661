import { deflateRawSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { encodeBundle } from 'kernelscope/formats';
import { PROFILE_MIME_TYPE } from 'kernelscope/model';
import { richProfile } from '../support/richProfile';
import { isNight } from '../support/tiers';
import type { LabPage } from './labPage';
import { ProfileOutput, TABS } from './profileOutput';
import { useLab } from './useLab';

const TRACKER = '@jupyterlab/notebook-extension/tracker';
const NOTEBOOK = 'places.ipynb';

/** How JupyterLab keeps cells on the page that are out of sight. */
type WindowingMode = 'defer' | 'full' | 'none' | 'contentVisibility';

/** The tabs that are tried wherever the output is brought, and all of them where it was at first. */
const TRIED = isNight ? TABS : (['Timeline'] as const);

/** The profile is in the cell that says so; the others make the notebook long. */
const FILLERS = 40;

/** The tests of a profile wherever its output is brought, in a notebook with a windowing mode. */
export function testOutputPlaces(windowingMode: WindowingMode): void {
  describe(`a profile in a notebook with the windowing mode ${windowingMode}`, () => {
    const used = useLab({ settings: { [TRACKER]: { windowingMode } } });
    let lab: LabPage;

    beforeAll(async () => {
      const deflate = (raw: Uint8Array): Uint8Array => deflateRawSync(raw);
      const bundle = encodeBundle(richProfile(200), { deflate });
      const filler = { source: '// filler\n\n\n\n\n\n' };
      const cells = [
        { source: '// first' },
        { source: '// profiled', outputs: [{ [PROFILE_MIME_TYPE]: bundle }] },
        ...Array.from({ length: FILLERS }, () => filler)
      ];
      lab = await used.open(NOTEBOOK, cells);
      expect(await lab.windowingMode()).toBe(windowingMode);
    });

    /** The profile wherever its cell is now. */
    const profile = (): ProfileOutput =>
      new ProfileOutput(lab.page.locator('.jp-Notebook .jp-Kernelscope'));

    /** Expects `tabs`, table, timeline, menu and window to answer. */
    async function expectAlive(
      output = profile(),
      tabs: readonly (typeof TABS)[number][] = TRIED
    ): Promise<void> {
      for (const tab of tabs) {
        await output.open(tab);
        if (tab === 'Timeline') await expectDrawn(output);
      }
      await output.open('Table');
      const heading = output.times.getByRole('columnheader', { name: 'Self (ms)' });
      const before = await heading.getAttribute('aria-sort');
      await heading.click();
      await expect.poll(() => heading.getAttribute('aria-sort')).not.toBe(before);
      expect((await output.saveAs('Table')).content.length).toBeGreaterThan(100);
      expect(lab.scriptErrors).toEqual([]);
    }

    /** Expects the timeline to show slices and to answer keys. */
    async function expectDrawn(output: ProfileOutput): Promise<void> {
      await expect.poll(() => output.colourCount()).toBeGreaterThan(8);
      await output.zoomAndReset();
    }

    it('answers', async () => {
      await lab.select(1);
      await expectAlive(profile(), TABS);
    });

    it('answers in an output that scrolls', { tags: 'night' }, async () => {
      await lab.execute('notebook:enable-output-scrolling');
      await lab.page.locator('.jp-mod-outputsScrolled .jp-Kernelscope').waitFor();
      await expectAlive();
      await lab.picture(`scrolled-${windowingMode}`);
      await lab.execute('notebook:disable-output-scrolling');
    });

    it('answers once a collapsed output is shown again', { tags: 'night' }, async () => {
      await profile().open('Timeline');
      await lab.select(1);
      await lab.execute('notebook:hide-cell-outputs');
      await profile().root.waitFor({ state: 'hidden' });
      await lab.execute('notebook:show-cell-outputs');
      await expectDrawn(profile());
      await expectAlive();
    });

    it('answers after its cell moved', async () => {
      await profile().open('Timeline');
      await lab.select(1);
      await lab.execute('notebook:move-cell-up');
      await profile().tab('Timeline').click();
      await expectDrawn(profile());
      await lab.select(0);
      await lab.execute('notebook:move-cell-down');
      await expectAlive();
    });

    it('answers after it was out of sight for long', async () => {
      await profile().open('Timeline');
      await lab.select(FILLERS);
      await lab.page.waitForTimeout(1000);
      await lab.select(1);
      await expectDrawn(profile());
      await expectAlive();
    });

    it('answers in a view of its own, and leaves the one in the notebook alone', async () => {
      await lab.select(1);
      await lab.execute('notebook:create-output-view');
      const mirrored = new ProfileOutput(lab.page.locator('.jp-LinkedOutputView .jp-Kernelscope'));
      await mirrored.open('Table');
      await expectAlive(mirrored);
      await lab.picture(`output-view-${windowingMode}`);
      await expectAlive();
    });

    it('answers after another tab of JupyterLab hid it', { tags: 'night' }, async () => {
      await profile().open('Timeline');
      await lab.execute('launcher:create');
      await lab.page.locator('.jp-Launcher:visible').first().waitFor();
      await lab.execute('docmanager:open', { path: NOTEBOOK });
      await expectDrawn(profile());
      await expectAlive();
    });
  });
}
