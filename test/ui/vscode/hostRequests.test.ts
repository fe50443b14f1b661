import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeBundle, encodePerfetto } from '../../../src/formats';
import { PROFILE_MIME_TYPE } from '../../../src/model';
import { seededRandom } from '../../support/random';
import { trainingProfile } from '../../support/sourceProfile';
import { ProfileOutput } from '../profileOutput';
import { type HostWindow, type WindowOptions, useHostWindows } from './openHost';
import { sampleOf } from '../../support/tiers';

const profile = trainingProfile();
const source = profile.meta.cell!.source;
const bundle = encodeBundle(profile, { deflate: raw => deflateRawSync(raw) });
const item = { id: 'code', mime: PROFILE_MIME_TYPE, text: JSON.stringify(bundle) };

/** The profiled cell among others, after a line was put above its own. */
const CELLS = [
  { text: 'unrelated()', executionOrder: 4 },
  { text: `// new\n${source}`, executionOrder: 5 },
  { text: source.split('\n')[0] }
];

/** Names and messages that do not come from the views. */
const HOSTILE = [
  { type: 'show', executionCount: 5, line: -1, text: null, isClipped: false },
  { type: 'show', executionCount: 5, line: 1e12, text: null, isClipped: false },
  { type: 'show', executionCount: '5', line: 1, text: null, isClipped: false },
  { type: 'show', executionCount: 5, line: 1, text: 'x'.repeat(64_001), isClipped: false },
  { type: 'save', id: 1, name: '../a.perfetto-trace', sizeBytes: 3 },
  { type: 'save', id: 1, name: '.perfetto-trace', sizeBytes: 3 },
  { type: 'save', id: 1, name: 'a.sh', sizeBytes: 3 },
  { type: 'save', id: 1, name: 'a.perfetto-trace', sizeBytes: 1e12 },
  { type: 'save', id: 1, name: 'a.perfetto-trace', sizeBytes: 0.5 },
  { type: 'piece', id: 1, base64: 'AAAA' },
  { type: 'openExternal', url: 'https://example.com' }
];

describe('what a renderer in VS Code asks of the extension host', () => {
  const open = useHostWindows();
  let folder = '';
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'traces-'))));
  afterAll(() => rmSync(folder, { recursive: true }));

  async function show(
    options: WindowOptions
  ): Promise<HostWindow & { readonly output: ProfileOutput }> {
    const window = await open({ notebook: join(folder, 'book.ipynb'), cells: CELLS, ...options });
    expect(await window.render(item)).toBeNull();
    return { ...window, output: new ProfileOutput(window.page.locator('#code')) };
  }

  /** Opens the code, and picks a line of the profiled cell, one-based. */
  async function pickLine(output: ProfileOutput, line: number): Promise<Locator> {
    await output.tab('Source').click();
    await output.root.locator('[data-choice=file]').selectOption('Cell [5]');
    const rows = output.root.getByRole('grid', { name: 'Cost by line' }).getByRole('row');
    await rows.nth(line).click();
    const panel = output.root.getByRole('tabpanel').filter({ visible: true });
    return panel.getByRole('button', { name: 'Show in cell' });
  }

  it.each(sampleOf([true, false], 2))(
    'shows and selects a line of a cell that was edited, in a trusted workspace: %s',
    async isTrusted => {
      const { output, host } = await show({ isTrusted });
      await (await pickLine(output, 6)).click();
      await expect.poll(() => host.shown.length).toBe(1);
      const { length } = CELLS[1].text.split('\n')[6];
      expect(host.shown).toEqual([{ cell: 1, line: 6, until: length }]);
      expect(host.touched).toEqual([]);
      expect(host.said).toEqual([]);
    }
  );

  it('says that a cell is gone, and leads nowhere', async () => {
    const { output, host } = await show({ cells: [CELLS[0]] });
    await (await pickLine(output, 6)).click();
    const sentence = 'Cell [5] is not in this notebook any more, or was rewritten since.';
    await expect.poll(() => host.said).toEqual([sentence]);
    expect(host.shown).toEqual([]);
  });

  it('leads to no cell without an extension host', async () => {
    const { output } = await show({ hasMessaging: false });
    const button = await pickLine(output, 6);
    expect(await button.isVisible()).toBe(false);
  });

  it('saves a trace where the user says, and offers to open Perfetto', async () => {
    const { output, host, listeners } = await show({});
    const proposals: string[] = [];
    const file = join(folder, 'chosen.perfetto-trace');
    host.onChoose = proposal => {
      proposals.push(proposal);
      return file;
    };
    await output.root.getByRole('button', { name: 'Save for Perfetto' }).click();
    await output.waitForText('Saved as chosen.perfetto-trace.');
    await output.waitForText('drag the file into its page');
    expect(proposals).toEqual([join(folder, 'drawn.perfetto-trace')]);
    expect(readFileSync(file).equals(encodePerfetto(profile))).toBe(true);
    expect(await listeners()).toBe(0);
    expect(host.opened).toEqual([]);
    await output.root.getByRole('button', { name: 'Open Perfetto' }).click();
    await expect.poll(() => host.opened).toEqual(['https://ui.perfetto.dev']);
  });

  it('says nothing of a trace that the user does not want, and why one cannot be written', async () => {
    const { output, host, page } = await show({});
    const button = output.root.getByRole('button', { name: 'Save for Perfetto' });
    const said = output.root.getByRole('status').first();
    let choices = 0;
    host.onChoose = () => void choices++;
    await button.click();
    await expect.poll(() => choices).toBe(1);
    await expect.poll(() => said.textContent()).toBe('');
    host.onChoose = () => join(folder, 'no', 'such', 'folder');
    await output.root.getByRole('button', { name: 'Download' }).click();
    await page.getByRole('menuitem', { name: /^Perfetto trace/ }).click();
    await output.waitForText('VS Code cannot write it there.');
    expect(host.opened).toEqual([]);
  });

  const UNABLE = [
    ['in Restricted Mode', { isTrusted: false }],
    ['without an extension host', { hasMessaging: false }]
  ] as const;

  it.each(sampleOf(UNABLE, 2))(
    'lets the page save a trace %s, with a sentence',
    async (_, options) => {
      const { output, sent } = await show(options);
      expect(await output.root.getByRole('button', { name: /Perfetto/ }).count()).toBe(0);
      const { name } = await output.saveAs('Perfetto');
      expect(name).toBe('drawn.perfetto-trace');
      const said = output.root.getByRole('status');
      await said.getByText('Open the file at https://ui.perfetto.dev.').waitFor();
      await output.saveAs('Kernelscope');
      await said.getByText('.kscope').waitFor();
      expect(await said.getByText('perfetto.dev').count()).toBe(0);
      expect(sent).toEqual([]);
    }
  );

  it('does nothing for a message that no view sends', async () => {
    const { host } = await show({});
    let choices = 0;
    host.onChoose = () => void choices++;
    for (const message of HOSTILE) host.receive(message);
    const random = seededRandom(7);
    const values = [null, -1, 3, 'show', 'a.perfetto-trace', {}, [], 1e300, '\0', true];
    const any = (): unknown => values[Math.floor(random() * values.length)];
    for (let turn = 0; turn < 500; turn++) {
      const type = ['show', 'save', 'piece', 'read', 'stop'][turn % 5];
      const [id, name, sizeBytes, path, base64] = [any(), any(), any(), any(), any()];
      const cell = { executionCount: any(), line: any(), text: any(), isClipped: any() };
      host.receive({ type, id, name, sizeBytes, path, base64, ...cell });
    }
    host.receive({ type: 'openPerfetto' });
    await expect.poll(() => host.opened.length).toBe(1);
    expect(host.shown).toEqual([]);
    expect(host.touched).toEqual([]);
    expect(choices).toBe(0);
  });
});
