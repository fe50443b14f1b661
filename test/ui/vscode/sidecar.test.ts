import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeBundle, encodeKscope } from '../../../src/formats';
import { type BundleSidecar, PROFILE_MIME_TYPE } from '../../../src/model';
import { richProfile } from '../../support/richProfile';
import { ProfileOutput } from '../profileOutput';
import type { SavedItem } from './hostPage';
import { type HostWindow, useHostWindows } from './openHost';

const deflate = (raw: Uint8Array): Uint8Array => deflateRawSync(raw);
const rich = richProfile(20_000);
const file = encodeKscope(rich, { deflate });

function sidecarAt(path: string, sizeBytes = file.length): BundleSidecar {
  const sha256 = createHash('sha256').update(file).digest('hex');
  return { path, sha256, sizeBytes, slices: rich.slices.length };
}

/** An output with a part of the profile, whose whole is in the file that `sidecar` names. */
function partOf(sidecar: BundleSidecar): SavedItem {
  const bundle = encodeBundle(rich, { deflate, maxBytes: 80_000, sidecar });
  return { id: 'part', mime: PROFILE_MIME_TYPE, text: JSON.stringify(bundle) };
}

describe('the file of a profile beside its notebook in VS Code', () => {
  const open = useHostWindows();
  let folder = '';
  let notebook = '';

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sidecar-'));
    const books = join(folder, 'books');
    mkdirSync(join(books, 'my book.kscope'), { recursive: true });
    notebook = join(books, 'my book.ipynb');
    writeFileSync(join(books, 'my book.kscope', 'a.kscope'), file);
    writeFileSync(join(books, 'my book.kscope', 'empty.kscope'), '');
    writeFileSync(join(folder, 'secret.kscope'), file);
    symlinkSync(join(folder, 'secret.kscope'), join(books, 'link.kscope'));
    symlinkSync(folder, join(books, 'above'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  async function ask(window: HostWindow, path: string): Promise<ProfileOutput> {
    expect(await window.render(partOf(sidecarAt(path)))).toBeNull();
    const output = new ProfileOutput(window.page.locator('#part'));
    await output.loadButton.click();
    return output;
  }

  it('is shown in a trusted workspace, in parts that add up', async () => {
    const window = await open({ notebook });
    const output = await ask(window, 'my book.kscope/a.kscope');
    await output.waitForText('The whole profile is shown');
    expect(window.sent).toEqual([{ type: 'read', id: 1, path: 'my book.kscope/a.kscope' }]);
    expect(await window.listeners()).toBe(0);
  });

  it(
    'reaches the output that asked for it, of two that ask at once',
    { tags: 'night' },
    async () => {
      const window = await open({ notebook });
      const paths = ['my book.kscope/a.kscope', 'gone.kscope'];
      const outputs = paths.map(
        (_, index) => new ProfileOutput(window.page.locator(`#part${index}`))
      );
      for (const [index, path] of paths.entries()) {
        const item = { ...partOf(sidecarAt(path)), id: `part${index}` };
        expect(await window.render(item)).toBeNull();
      }
      await window.page.evaluate(() => {
        const buttons = [...document.querySelectorAll('button')];
        for (const each of buttons) if (each.textContent.startsWith('Load whole')) each.click();
      });
      await outputs[0].waitForText('The whole profile is shown');
      await outputs[1].waitForText('is no longer beside the notebook');
      expect(window.sent).toEqual(
        paths.map((path, index) => ({ type: 'read', id: index + 1, path }))
      );
      expect(await window.listeners()).toBe(0);
    }
  );

  it('is neither asked for nor read in Restricted Mode', async () => {
    const window = await open({ notebook, isTrusted: false });
    const output = await ask(window, 'my book.kscope/a.kscope');
    await output.waitForText('Trust this workspace to load my book.kscope/a.kscope');
    expect(window.sent).toEqual([]);
    window.host.receive({ type: 'read', id: 7, path: 'my book.kscope/a.kscope' });
    await output.open('Table');
    expect(window.host.touched).toEqual([]);
  });

  it('is not there without an extension host', async () => {
    const window = await open({ notebook, hasMessaging: false });
    const output = await ask(window, 'my book.kscope/a.kscope');
    await output.waitForText('can only be loaded where its notebook is open');
    expect(window.sent).toEqual([]);
  });

  const REFUSED = [
    ['is gone', 'gone.kscope', 'is no longer beside the notebook'],
    ['is a link', 'link.kscope', 'outside the folder of its notebook'],
    ['is in a folder that is a link', 'above/secret.kscope', 'outside the folder of its notebook'],
    ['is above the notebook', '../secret.kscope', 'outside the folder of its notebook'],
    ['is a folder', 'my book.kscope', 'outside the folder of its notebook'],
    ['is empty', 'my book.kscope/empty.kscope', 'is cut off after 0 B']
  ] as const;

  it('says why a file is not shown that is gone, cut off, a link, a folder or elsewhere', async () => {
    const shown = await open({ notebook });
    for (const [what, path, sentence] of REFUSED) {
      const output = await ask(shown, path);
      await output.waitForText(sentence);
      const outside = shown.host.touched.filter(each => !each.startsWith(join(folder, 'books')));
      expect(outside, `a file that ${what}`).toEqual([]);
      await shown.page.evaluate(() => window.hostPage.dispose());
    }
  });
});
