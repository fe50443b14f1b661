import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { LabPage } from './labPage';
import { expectRefusal, profileButton, useNotebooks } from './profileCommands';

/** JupyterLab asks the server for its kernels every ten seconds, and less often where it is slow to answer. */
const POLL = { timeout: 90_000 };

describe('Profile Cell, seldom', () => {
  const { server, browser, open } = useNotebooks();

  it('is offered and does the same in Jupyter Notebook', async () => {
    const lab = await LabPage.open(browser(), server().address('notebooks/simple.ipynb'));
    await lab.waitForIdleKernel();
    await lab.select(0);
    await profileButton(lab).click();
    await lab.profile(0).getByText('Wall', { exact: true }).waitFor();
    await lab.picture('notebook-7');
    expect(lab.scriptErrors).toEqual([]);
    await lab.page.close();
  });

  it('is not offered in a notebook of another kernel', async () => {
    const lab = await open('python.ipynb');
    await lab.page.locator('[data-jp-item-name="profileCell"]').waitFor({ state: 'attached' });
    expect(await profileButton(lab).isVisible()).toBe(false);
  });

  it('has an icon in the colour of the text on the selected line of the palette', async () => {
    const lab = await open('simple.ipynb');
    await lab.page.keyboard.press('Control+Shift+C');
    await lab.page.locator('.lm-CommandPalette-input').fill('Profile Cell');
    const line = lab.page.locator('.lm-CommandPalette-item.lm-mod-active');
    await line.getByText('Profile Cell').waitFor();
    const colorOf = (part: Locator, name: string): Promise<string> =>
      part.first().evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), name);
    const text = await colorOf(line.locator('.lm-CommandPalette-itemLabel'), 'color');
    expect(await colorOf(line.locator('.jp-icon3'), 'fill')).toBe(text);
  });

  it('says so where the server ended the kernel behind its back', async () => {
    const lab = await open('simple.ipynb');
    await lab.page.evaluate(async () => {
      const address = location.pathname.replace(/lab\/.*/, 'api/kernels');
      const response = await fetch(address);
      const kernels = (await response.json()) as { id: string }[];
      const [, xsrf = ''] = /_xsrf=([^;]+)/.exec(document.cookie) ?? [];
      const init = { method: 'DELETE', headers: { 'X-XSRFToken': xsrf } };
      await Promise.all(kernels.map(({ id }) => fetch(`${address}/${id}`, init)));
    });
    await expect.poll(() => profileButton(lab).getAttribute('aria-disabled'), POLL).toBe('true');
    await expectRefusal(lab, /no kernel|is dead|not connected/);
  });
});
