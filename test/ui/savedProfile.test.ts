import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { encodeBundle } from 'kernelscope/formats';
import { PROFILE_MIME_TYPE } from 'kernelscope/model';
import { richProfile } from '../support/richProfile';
import { exampleBundle, exampleSummary, row, timeSection } from '../unit/extension/exampleBundle';
import { HOSTILE, hostileBundle } from './hostileBundle';
import type { LabPage } from './labPage';
import { writeNotebook } from './notebook';
import { ProfileOutput, TABS } from './profileOutput';
import { useLab } from './useLab';
import { sampleOf } from '../support/tiers';

const deflate = (raw: Uint8Array): Uint8Array => deflateRawSync(raw);
const hostileName = '<img src=x onerror="document.title=\'hacked\'">';
const manyRows = Array.from({ length: 5_000 }, (_, index) =>
  row(`operator ${index}`, 1, index * 1e4)
);
const longRows = manyRows.map(([name, ...rest]) => [name + 'x'.repeat(250), ...rest] as const);

const rich = encodeBundle(richProfile(200), { deflate });
const cutOverview = { ...rich.overview, kscope: rich.overview.kscope.slice(0, 2000) };

/** Outputs of the notebook, one for each cell. */
const SAVED = {
  plain: exampleBundle(),
  warnings: exampleBundle({
    summary: exampleSummary({ droppedSlices: 120_000, truncated: true }),
    sections: [timeSection('operator', row(hostileName, 1, 5e6), ...manyRows)]
  }),
  nothingTimed: exampleBundle({ sections: [] }),
  newer: { ...exampleBundle(), version: 99 },
  rich,
  hostile: hostileBundle(rich),
  cutOff: { ...rich, overview: cutOverview },
  corrupt: { version: rich.version, summary: rich.summary },
  oversize: { ...rich, sections: [timeSection('operator', ...longRows)] }
};
type Saved = keyof typeof SAVED;
const NAMES = Object.keys(SAVED) as Saved[];

describe('saved profiles in a notebook that is not trusted', () => {
  const used = useLab();
  let lab: LabPage;

  beforeAll(async () => {
    const cells = NAMES.map(name => ({
      source: `// ${name}`,
      outputs: [{ [PROFILE_MIME_TYPE]: SAVED[name], 'text/plain': 'plain text' }]
    }));
    writeNotebook(join(used.server.folder, 'saved.ipynb'), cells);
    lab = await used.visit('saved.ipynb');
  });

  const at = (name: Saved): number => NAMES.indexOf(name);
  const output = (name: Saved): ProfileOutput => new ProfileOutput(lab.profile(at(name)));

  async function expectNothingExecuted(): Promise<void> {
    const planted = lab.page.locator('.jp-Kernelscope img, .jp-Kernelscope script');
    expect(await planted.count()).toBe(0);
    expect(await lab.page.title()).not.toMatch(/hacked|^1/);
    expect(lab.scriptErrors).toEqual([]);
  }

  it('shows the tables instead of the plain text', async () => {
    const { times } = output('plain');
    await times.waitFor();
    expect(await times.getByRole('rowheader').allInnerTexts()).toContain('conv2d');
    expect(await lab.cell(at('plain')).getByText('plain text').count()).toBe(0);
    await lab.picture('saved-light');
  });

  it('shows hostile names as text', async () => {
    const { times } = output('warnings');
    await lab.select(at('warnings'));
    await times.getByRole('columnheader', { name: 'Name' }).click();
    expect(await times.getByRole('rowheader').first().innerText()).toBe(hostileName);
    await expectNothingExecuted();
    await lab.picture('warnings-light');
  });

  it('sorts and scrolls thousands of rows with a bounded number of nodes', async () => {
    const { times } = output('warnings');
    await times.press('Control+End');
    const focused = lab.page.locator(':focus');
    const columns = await times.getByRole('columnheader').count();
    expect(columns).toBeGreaterThan(4);
    expect(await focused.getAttribute('aria-colindex')).toBe(String(columns));
    expect(await focused.isVisible()).toBe(true);
    expect(await times.getByRole('row').count()).toBeLessThan(60);
  });

  it.each(TABS)('works in every tab: %s', async tab => {
    await lab.select(at('rich'));
    await output('rich').open(tab);
    if (tab === 'Timeline') await output('rich').zoomAndReset();
    await lab.picture(`saved-${tab.toLowerCase()}-light`);
    expect(lab.scriptErrors).toEqual([]);
  });

  it.each(sampleOf(TABS, 3))('shows hostile names as text in every tab: %s', async tab => {
    await lab.select(at('hostile'));
    await output('hostile').open(tab);
    await output('hostile').waitForText(`gc could not record: ${HOSTILE}`);
    await lab.picture(`hostile-${tab.toLowerCase()}-light`);
    await expectNothingExecuted();
  });

  it.each([
    ['nothingTimed', 'Nothing was timed in this run.'],
    ['newer', /version 99.* Upgrade Kernelscope/],
    ['corrupt', 'This output is not a valid profile.'],
    ['oversize', 'This profile is larger than 1 MB, so it is not drawn yet.']
  ] as const)('says what to do where there is nothing to show: %s', async (name, sentence) => {
    await lab.select(at(name));
    await output(name).waitForText(sentence);
    await lab.picture(`saved-${name}-light`);
  });

  it('has its totals, and says so, where its slices were cut off', async () => {
    await lab.select(at('cutOff'));
    await output('cutOff').open('Table');
    await output('cutOff').tab('Timeline').click();
    await output('cutOff').waitForText(
      'The slices in this output are damaged. Run the cell again.'
    );
    await lab.picture('saved-cutOff-light');
  });

  it('draws what is large when asked to, in every tab', async () => {
    await lab.select(at('oversize'));
    await output('oversize').root.getByRole('button', { name: 'Show profile' }).click();
    for (const tab of TABS) await output('oversize').open(tab);
    expect(lab.scriptErrors).toEqual([]);
  });

  it('follows the theme', { tags: 'night' }, async () => {
    await lab.useTheme('JupyterLab Dark');
    for (const name of NAMES) {
      await lab.select(at(name));
      await lab.picture(`saved-${name}-dark`);
    }
    for (const tab of TABS) {
      await output('hostile').open(tab);
      await lab.picture(`hostile-${tab.toLowerCase()}-dark`);
    }
    await expectNothingExecuted();
  });
});
