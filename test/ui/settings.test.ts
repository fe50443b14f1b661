import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROFILE_MIME_TYPE } from 'kernelscope/model';
import { exampleBundle } from '../unit/extension/exampleBundle';
import type { LabPage } from './labPage';
import { writeNotebook } from './notebook';
import { PerfettoServer } from './perfettoServer';
import { useLab } from './useLab';

describe('the address of Perfetto in the settings', () => {
  const used = useLab();
  let perfetto: PerfettoServer;
  let lab: LabPage;

  beforeAll(async () => {
    perfetto = await PerfettoServer.start({ page: 'eager' });
    writeNotebook(join(used.server.folder, 'saved.ipynb'), [
      { source: '', outputs: [{ [PROFILE_MIME_TYPE]: exampleBundle() }] }
    ]);
    lab = await used.visit('saved.ipynb');
  });

  afterAll(async () => {
    await perfetto?.dispose();
  });

  const action = () => lab.profile(0).getByRole('button', { name: 'Open in Perfetto' });

  /** Types the address into the settings editor, and goes back to the notebook. */
  async function setAddress(address: string): Promise<void> {
    await lab.execute('settingeditor:open', { query: 'Kernelscope' });
    const field = lab.page.locator('.jp-SettingsPanel input[id$="_perfettoUrl"]');
    const saved = lab.page.waitForResponse(
      response => response.request().method() === 'PUT' && response.url().includes('/api/settings/')
    );
    await field.fill(address);
    await field.press('Tab');
    await saved;
    await lab.execute('docmanager:open', { path: 'saved.ipynb' });
  }

  it('is where the next click leads, without a reload', async () => {
    await setAddress(perfetto.address);
    await action().click();
    await lab.profile(0).getByText(new URL(perfetto.address).host).first().waitFor();
    const opening = lab.page.waitForEvent('popup');
    await lab.profile(0).getByRole('button', { name: 'Open', exact: true }).click();
    const opened = await opening;
    expect(opened.url().startsWith(perfetto.address)).toBe(true);
    await lab.profile(0).getByText('has the trace').waitFor();
    await opened.close();
    expect(lab.scriptErrors).toEqual([]);
  });

  it('is refused, in words on the page, where traces must not go', async () => {
    await setAddress('http://example.org');
    await lab.page.getByText('Kernelscope cannot open Perfetto at "http://example.org"').waitFor();
    await action().waitFor({ state: 'hidden' });
  });

  it('can be none, which leaves downloads only', { tags: 'night' }, async () => {
    await setAddress(perfetto.address);
    await action().waitFor();
    await setAddress('none');
    await action().waitFor({ state: 'hidden' });
    await lab.profile(0).getByRole('button', { name: 'Download' }).waitFor();
  });
});
