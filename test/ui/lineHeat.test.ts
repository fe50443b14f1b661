import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { isNight, sampleOf } from '../support/tiers';
import type { LabPage } from './labPage';
import {
  CALLING,
  DEFINITION,
  figureBesideLine,
  GUILTY,
  markBeside,
  marksOf,
  PROFILED,
  runBoth
} from './heatedCells';
import { useLab } from './useLab';

const TRACKER = '@jupyterlab/notebook-extension/tracker';

/** Enough cells for the first ones to lose their editors when the last one is in sight. */
const FILLER = Array.from({ length: 60 }, (_, at) => ({
  source: `// ${at}\n${'\n'.repeat(8)}`
}));

/** The contrast (WCAG) of a mark's figure with what is behind it: for stale ones, with the stripes. */
function contrastOf(mark: Locator): Promise<number> {
  return mark.evaluate(node => {
    const context = new OffscreenCanvas(1, 1).getContext('2d')!;
    const luminance = (colors: readonly string[]): number => {
      for (const color of colors) {
        context.fillStyle = color;
        context.fillRect(0, 0, 1, 1);
      }
      const [red, green, blue] = [...context.getImageData(0, 0, 1, 1).data].map(value =>
        value <= 10 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4
      ) as [number, number, number];
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const behind = ['white'];
    for (let each: Element | null = node; each; each = each.parentElement) {
      behind.splice(1, 0, getComputedStyle(each).backgroundColor);
    }
    const own = getComputedStyle(node);
    const stripe = own.getPropertyValue('--jp-layout-color3');
    if (own.backgroundImage !== 'none') behind.push(stripe);
    const [low, high] = [luminance(behind), luminance([...behind, own.color])].sort(
      (a, b) => a - b
    ) as [number, number];
    return (high + 0.05) / (low + 0.05);
  });
}

/** What {@link keepAnnouncements} leaves on the page. */
interface Listening {
  announced: string[];
}

/** Keeps what editors have read aloud, which stands on the page for a moment; runs in the page. */
function keepAnnouncements(): void {
  const announced: string[] = [];
  Object.assign(globalThis, { announced });
  new MutationObserver(() => {
    for (const { textContent } of document.querySelectorAll('.cm-announced')) {
      announced.push(textContent);
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}

describe('line heat in JupyterLab', () => {
  const used = useLab({ settings: { [TRACKER]: { windowingMode: 'full' } } });
  let lab: LabPage;

  beforeAll(async () => {
    const cells = [{ source: DEFINITION }, { source: PROFILED }, ...FILLER];
    lab = await used.open('heat.ipynb', cells);
  });

  const marks = (cellIndex: number): Locator => marksOf(lab, cellIndex);
  const stale = (cellIndex: number): Locator =>
    lab.cell(cellIndex).locator('.jp-Kernelscope-heatMark.jp-mod-stale');
  const figureBeside = (cellIndex: number, text: string): Promise<number> =>
    figureBesideLine(lab, cellIndex, text);

  /** The text of the line with the cursor, in the editor with the focus. */
  const currentLine = (): Promise<string> =>
    lab.page.evaluate(() => {
      const { anchorNode } = globalThis.getSelection() ?? {};
      const line = anchorNode instanceof Element ? anchorNode : anchorNode?.parentElement;
      return line?.closest('.cm-focused .cm-line')?.textContent ?? '';
    });

  /** Switches line heat in the settings editor, and goes back to the notebook. */
  const setLineHeat = async (isOn: boolean): Promise<void> => {
    await lab.execute('settingeditor:open', { query: 'Kernelscope' });
    const saved = lab.page.waitForResponse(
      response => response.request().method() === 'PUT' && response.url().includes('/api/settings/')
    );
    await lab.page.locator('.jp-SettingsPanel input[id$="_lineHeat"]').setChecked(isOn);
    await saved;
    await lab.execute('docmanager:open', { path: 'heat.ipynb' });
  };

  it('is beside the lines of the profiled cell and of the earlier cell that it called', async () => {
    await runBoth(lab);
    // Shares of the wall time, of which the thread may wait for a core for a part.
    const calling = await figureBeside(1, CALLING);
    await lab.select(0);
    await marks(0).first().waitFor();
    const guilty = await figureBeside(0, GUILTY);
    expect(guilty).toBeGreaterThan(1);
    expect(calling).toBeGreaterThanOrEqual(guilty);
    expect(await markBeside(lab.cell(0), 'return sum')).toBeNull();
    await lab.picture('line-heat-light');
    if (!isNight) return;
    await lab.useTheme('JupyterLab Dark');
    await lab.picture('line-heat-dark');
    await lab.useTheme('JupyterLab Light');
  });

  it.each(
    sampleOf(['JupyterLab Light', 'JupyterLab Dark', 'JupyterLab Dark High Contrast'] as const, 3)
  )('has figures that can be read in %s, stale or not', async theme => {
    await lab.useTheme(theme);
    const contrasts: number[] = [];
    for (const kind of ['cpu', 'allocations'] as const) {
      await lab.execute('kernelscope:set-line-heat', { kind });
      await lab.page.locator('.jp-Kernelscope-heatMark').first().waitFor();
      for (const mark of await lab.page.locator('.jp-Kernelscope-heatMark').all()) {
        contrasts.push(await contrastOf(mark));
        await mark.evaluate(node => node.classList.add('jp-mod-stale'));
        contrasts.push(await contrastOf(mark));
        await mark.evaluate(node => node.classList.remove('jp-mod-stale'));
      }
    }
    await lab.execute('kernelscope:set-line-heat', { kind: 'cpu' });
    await lab.useTheme('JupyterLab Light');
    expect(contrasts.length).toBeGreaterThan(4);
    expect(Math.min(...contrasts)).toBeGreaterThan(4.5);
  });

  it('has the share, what it is of, and the profile in its tooltip and its name', async () => {
    const mark = await markBeside(lab.cell(1), CALLING);
    const title = (await mark?.getAttribute('title')) ?? '';
    expect(title).toMatch(
      /^CPU: total [\d.]+ % \(.+ m?s\), self [\d.]+ % \(.+ [mµn]?s\) of .+ m?s\n/
    );
    expect(title).toContain('95 % confidence');
    expect(title).toMatch(/From the profile Cell \[\d+\]/);
    expect(await mark?.getAttribute('aria-label')).toMatch(/^Line 5: CPU: total/);
  });

  it('opens the source view at the line of a mark that is clicked', async () => {
    await lab.select(0);
    const mark = await markBeside(lab.cell(0), GUILTY);
    const figure = await mark?.innerText();
    await mark?.click();
    const row = lab.profile(1).locator('[role="row"][aria-selected="true"]', { hasText: GUILTY });
    await row.waitFor();
    expect(await row.innerText()).toContain(figure);
    const tab = lab.profile(1).getByRole('tab', { name: 'Source' });
    expect(await tab.getAttribute('aria-selected')).toBe('true');
    await lab.picture('line-heat-source');
  });

  it('is where the source view and a finding lead to', async () => {
    await lab
      .profile(1)
      .getByRole('tabpanel')
      .getByRole('button', { name: 'Show in cell' })
      .click();
    await expect.poll(currentLine).toContain(GUILTY);
    await lab.select(1);
    const findings = lab.profile(1).getByRole('region', { name: 'Findings' });
    await findings.getByRole('button', { name: 'Show in cell' }).first().click();
    await expect.poll(currentLine).toMatch(/sum \+= Math|result \+= busy/);
  });

  it('is where the flame view leads to', async () => {
    await lab.select(1);
    await lab.profile(1).getByRole('tab', { name: 'Flame' }).click();
    const find = lab.profile(1).getByRole('tabpanel').getByRole('searchbox');
    await find.fill('busy');
    await find.press('Enter');
    await lab
      .profile(1)
      .getByRole('tabpanel')
      .getByRole('button', { name: 'Show in cell' })
      .click();
    await expect.poll(currentLine).toContain('function busy');
  });

  it('is walked from line to line by command, which reads the figures aloud', async () => {
    await lab.select(0);
    await lab.page.evaluate(keepAnnouncements);
    await lab.runFromPalette('Next Hot Line');
    await expect
      .poll(() => lab.page.evaluate(() => (globalThis as unknown as Listening).announced))
      .toContainEqual(expect.stringMatching(/Line \d: CPU: total/));
    const first = await currentLine();
    await lab.runFromPalette('Next Hot Line');
    await expect.poll(currentLine).not.toBe(first);
    await lab.runFromPalette('Previous Hot Line');
    await expect.poll(currentLine).toBe(first);
    await lab.runFromPalette('Show Line in Profile');
    await expect.poll(() => lab.page.locator(':focus').getAttribute('aria-selected')).toBe('true');
  });

  it('has another kind of cost when one is chosen', async () => {
    await lab.select(1);
    await lab.execute('kernelscope:set-line-heat', { kind: 'allocations' });
    await lab.page.locator('.jp-Kernelscope-heatMark.jp-mod-allocations').first().waitFor();
    await lab.execute('kernelscope:set-line-heat', { kind: 'cpu' });
    await marks(1).first().waitFor();
    expect(await lab.page.locator('.jp-Kernelscope-heatMark.jp-mod-allocations').count()).toBe(0);
  });

  it('is there again after the cells were scrolled out of sight and back', async () => {
    await lab.select(1 + FILLER.length);
    await expect.poll(() => marks(0).count()).toBe(0);
    await lab.select(0);
    await marks(0).first().waitFor();
    expect(await figureBeside(0, GUILTY)).toBeGreaterThan(1);
  });

  it('is stale beside the same lines while the text of the cell is another', async () => {
    await lab.select(0);
    const before = await figureBeside(0, GUILTY);
    await lab.cell(0).locator('.cm-line').first().click();
    await lab.page.keyboard.press('Home');
    // in one piece, which one undo takes back, however slow the machine is
    await lab.page.keyboard.insertText('// a comment\n');
    await stale(0).first().waitFor();
    expect(await stale(1).count()).toBe(0);
    expect(await figureBeside(0, GUILTY)).toBe(before);
    const mark = await markBeside(lab.cell(0), GUILTY);
    expect(await mark?.getAttribute('title')).toContain('The cell was edited since');
    await lab.picture('line-heat-stale');
    await lab.page.keyboard.press('Control+z');
    await stale(0).first().waitFor({ state: 'detached' });
    expect(await marks(0).count()).toBeGreaterThan(0);
  });

  it(
    'is cleared on demand, and is there again when the cell was profiled again',
    { tags: 'night' },
    async () => {
      await lab.select(1);
      await lab.cell(1).locator('.cm-line').first().click({ button: 'right' });
      await lab.page.locator('.lm-Menu-item', { hasText: 'Clear Line Heat' }).click();
      await marks(1).first().waitFor({ state: 'detached' });
      expect(await lab.page.locator('.jp-Kernelscope-heatGutter').count()).toBe(0);
      await lab.run(1);
      await marks(1).first().waitFor();
      await lab.select(0);
      await marks(0).first().waitFor();
    }
  );

  it('is not there when it is switched off, and comes back with the setting', async () => {
    await lab.select(0);
    await setLineHeat(false);
    await marks(0).first().waitFor({ state: 'detached' });
    expect(await lab.page.locator('.jp-Kernelscope-heatGutter').count()).toBe(0);
    await setLineHeat(true);
    await marks(0).first().waitFor();
  });

  it('throws no error in the page', () => {
    expect(lab.scriptErrors).toEqual([]);
  });
});
