import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { displayBundle, encodeBundle } from 'kernelscope/formats';
import { PROFILE_MIME_TYPE, type Profile } from 'kernelscope/model';
import { gpuTraining } from '../support/gpuTraining';
import { HOSTILE } from './hostileBundle';
import type { LabPage } from './labPage';
import { writeNotebook } from './notebook';
import { ProfileOutput } from './profileOutput';
import { useLab } from './useLab';
import { sampleOf } from '../support/tiers';

const deflate = (raw: Uint8Array): Uint8Array => deflateRawSync(raw);
const OUTPUTS = {
  whole: displayBundle(gpuTraining(), { deflate }),
  part: { [PROFILE_MIME_TYPE]: encodeBundle(gpuTraining({ otherKernels: 100_000 }), { deflate }) },
  hostile: { [PROFILE_MIME_TYPE]: encodeBundle(hostileTraining(), { deflate }) },
  html: { 'text/html': displayBundle(gpuTraining({ gpus: 2 }), { deflate })['text/html'] }
};
type Saved = keyof typeof OUTPUTS;
const NAMES = Object.keys(OUTPUTS) as Saved[];

/** Every name that a program can choose is markup, in a profile that does not fit its output. */
function hostileTraining(): Profile {
  const profile = gpuTraining({
    otherKernels: 60_000,
    report: { status: 'partial', message: HOSTILE }
  });
  const gpus = profile.meta.gpus.map(gpu => ({
    ...gpu,
    name: HOSTILE,
    computeCapability: HOSTILE
  }));
  const isChosen = (text: string): boolean =>
    /kernel|matMul|stream|JSON|utilization|Cell/.test(text);
  return {
    ...profile,
    meta: { ...profile.meta, gpus },
    strings: profile.strings.map(text =>
      isChosen(text) && text !== 'kernel' ? HOSTILE + text : text
    ),
    tracks: profile.tracks.map(track => ({ ...track, name: HOSTILE + track.name })),
    counters: profile.counters.map(series => ({ ...series, name: HOSTILE + series.name }))
  };
}

describe('saved profiles of GPUs in a notebook', () => {
  const used = useLab();
  let lab: LabPage;

  beforeAll(async () => {
    const cells = NAMES.map(name => ({
      source: `// ${name}`,
      outputs: [OUTPUTS[name] as Readonly<Record<string, unknown>>]
    }));
    writeNotebook(join(used.server.folder, 'gpu.ipynb'), cells);
    lab = await used.visit('gpu.ipynb');
  });

  const output = async (name: Saved): Promise<ProfileOutput> => {
    await lab.select(NAMES.indexOf(name));
    return new ProfileOutput(lab.profile(NAMES.indexOf(name)));
  };
  const openGpu = async (name: Saved): Promise<Locator> => {
    const { root } = await output(name);
    await root.getByRole('tab', { name: 'GPU', exact: true }).click();
    const panel = root.locator('.jp-Kernelscope-gpu');
    await panel.getByRole('tab', { name: /^Kernels/ }).waitFor();
    return panel;
  };

  it('say how busy GPUs were, and open a tab of their own', async () => {
    for (const theme of sampleOf(['JupyterLab Light', 'JupyterLab Dark'] as const, 2)) {
      await lab.useTheme(theme);
      const panel = await openGpu('whole');
      await (await output('whole')).waitForText('GPU busy');
      await panel.getByText('compute capability 9.0').waitFor();
      await lab.picture(`gpu-notebook-${theme === 'JupyterLab Light' ? 'light' : 'dark'}`);
    }
    await lab.useTheme('JupyterLab Light');
  });

  it('lead from a gap to its time in the table and the timeline', async () => {
    const panel = await openGpu('whole');
    await panel.getByRole('tab', { name: /^Idle gaps/ }).click();
    await panel.getByRole('grid').getByText('JSON.parse').first().click();
    const { root, chip, times } = await output('whole');
    await expect.poll(() => chip.textContent()).toMatch(/843 µs|at \d/);
    await root.getByRole('tab', { name: 'Table' }).click();
    await times.getByText('JSON.parse').waitFor();
    await times.getByRole('columnheader', { name: 'Total Count' }).waitFor();
    await chip.click();
    await times.getByRole('columnheader', { name: 'GPU (ms)' }).waitFor();
    await lab.picture('gpu-notebook-table');
  });

  it('show a picked kernel in the timeline with what is known of it', async () => {
    const panel = await openGpu('whole');
    await panel.getByRole('tab', { name: /^Kernels/ }).click();
    await panel.getByRole('grid').getByText('relu_forward').click();
    const { root, canvas } = await output('whole');
    await root.getByRole('tab', { name: 'Timeline' }).click();
    await canvas.waitFor();
    const search = root.getByRole('searchbox', { name: 'Find slices by name' });
    await search.fill('relu_forward');
    await search.press('Enter');
    const details = root.getByRole('region', { name: 'Selection in the timeline' });
    for (const text of [
      'GPU 0 · stream 7',
      '[1024, 1, 1]',
      'Launched by',
      'Theoretical occupancy'
    ]) {
      await details.getByText(text).first().waitFor();
    }
    await lab.picture('gpu-notebook-timeline');
  });

  it('have the numbers of all kernels where the output holds a part', async () => {
    const panel = await openGpu('part');
    await panel.getByText(/The output leaves out [\d,]+ rows/).waitFor();
    await panel.getByText('100,200').waitFor();
    await lab.picture('gpu-notebook-part');
  });

  it('show hostile names as text, in every section', { tags: 'night' }, async () => {
    const panel = await openGpu('hostile');
    for (const tab of await panel.getByRole('tab').all()) {
      await tab.click();
      await panel.getByRole('tabpanel').waitFor();
    }
    await lab.picture('gpu-notebook-hostile');
    expect(await panel.locator('img, script').count()).toBe(0);
    expect(await lab.page.title()).not.toMatch(/hacked|^1/);
    expect(lab.scriptErrors).toEqual([]);
  });

  it('read well without the extension, as JupyterLab lets them through', async () => {
    await lab.select(NAMES.indexOf('html'));
    const html = lab.cell(NAMES.indexOf('html')).locator('.jp-OutputArea-output');
    await html.getByText('GPU busy').first().waitFor();
    await lab.picture('gpu-notebook-html');
  });
});
