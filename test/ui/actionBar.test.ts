import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { testActionBarLooks } from './actionBar';
import { BarPage } from './barPage';
import { useBrowser } from './useBrowser';

const COMMAND = fileURLToPath(new URL('../../src/bin/kernelscope.cjs', import.meta.url));
const PERFETTO = { perfettoUrl: 'https://ui.perfetto.dev' };
const NEEDS_NOTHING = [
  ...['.csv', '.html', '.speedscope.json', '.json', '.cpuprofile', '.pb.gz', '.folded'],
  ...['.kscope', '.perfetto-trace']
];

const ITEMS = [
  ...['Perfetto trace', 'Chrome trace', 'speedscope', 'V8 CPU profile', 'pprof', 'Folded stacks'],
  ...['Table', 'Report']
];

/** The bytes themselves: browsers gzip otherwise than Node. */
const unpacked = (name: string, bytes: Buffer): Buffer =>
  name.endsWith('.gz') ? gunzipSync(bytes) : bytes;

describe('the action bar', () => {
  const used = useBrowser();
  let bar: BarPage;

  afterEach(async () => {
    expect(bar.errors).toEqual([]);
    await bar.page.context().close();
  });
  async function save(item: string): Promise<{ name: string; content: Buffer }> {
    await bar.button('Download').click();
    return bar.saved(() => bar.item(item).click());
  }

  it('saves, with no server at hand, what the command line makes of the saved profile', async () => {
    bar = await BarPage.open(used.browser, PERFETTO);
    await bar.page.context().setOffline(true);
    const folder = mkdtempSync(join(tmpdir(), 'kernelscope-downloads-'));
    const run = (...words: string[]): string =>
      execFileSync(process.execPath, [COMMAND, ...words], { cwd: folder, encoding: 'utf8' });
    try {
      const profile = await save('Kernelscope profile');
      expect(profile.name).toBe('train-mnist.kscope');
      writeFileSync(join(folder, profile.name), profile.content);
      expect(run('show', profile.name)).toMatch(/conv2d +4 /);
      for (const item of ITEMS) {
        const { name, content } = await save(item);
        const extension = NEEDS_NOTHING.find(ending => name.endsWith(ending))!;
        run('convert', profile.name, `converted${extension}`);
        const converted = readFileSync(join(folder, `converted${extension}`));
        expect(unpacked(name, content).equals(unpacked(name, converted)), name).toBe(true);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('walks its menu with the keyboard and gives the focus back', async () => {
    bar = await BarPage.open(used.browser, PERFETTO);
    const { keyboard } = bar.page;
    const focused = () => bar.page.locator(':focus').innerText();
    await keyboard.press('Tab');
    expect(await focused()).toBe('Open in Perfetto');
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    expect(await focused()).toContain('Perfetto trace');
    await keyboard.press('r');
    expect(await focused()).toContain('.html');
    await keyboard.press('Escape');
    expect(await focused()).toBe('Download');
    await keyboard.press('ArrowUp');
    const { name } = await bar.saved(() => keyboard.press('Enter'));
    expect(name).toBe('train-mnist.html');
  });

  it('keeps its menu on the page, and drops it when the page scrolls', async () => {
    bar = await BarPage.open(used.browser, { ...PERFETTO, width: 560, height: 300 });
    await bar.page.addStyleTag({
      content: 'body { padding-top: 200px !important; height: 900px; }'
    });
    await bar.button('Download').click();
    const box = (await bar.page.getByRole('menu').boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.y).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(560);
    expect(box.y + box.height).toBeLessThanOrEqual(300);
    await bar.page.mouse.move(20, 20);
    await bar.page.mouse.wheel(0, 100);
    await bar.page.getByRole('menu').waitFor({ state: 'detached' });
  });

  it('offers downloads alone where the settings name no Perfetto', async () => {
    bar = await BarPage.open(used.browser, { perfettoUrl: '' });
    expect(await bar.page.getByRole('button').allInnerTexts()).toEqual(['Download']);
  });
});

testActionBarLooks('light', 560);
