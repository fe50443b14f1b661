import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';

/** Names of the tabs, in their order. */
export const TABS = ['Table', 'Timeline', 'Flame', 'Memory', 'Source'] as const;

/** A file as the browser saved it. */
export interface SavedFile {
  readonly name: string;
  readonly content: Buffer;
}

/** A profile in an output, and what a person does with it; `root` is its node. */
export class ProfileOutput {
  constructor(readonly root: Locator) {}

  tab(name: string): Locator {
    return this.root.getByRole('tab', { name });
  }

  /** The table of times. */
  get times(): Locator {
    return this.root.getByRole('grid', { name: 'Times by name' });
  }

  /** What the timeline is drawn on. */
  get canvas(): Locator {
    return this.root.locator('.jp-Kernelscope-timelineCanvas');
  }

  /** The time window beside the tabs. */
  get chip(): Locator {
    return this.root.locator('.jp-Kernelscope-chip:not(.jp-Kernelscope-labelFilter > *)');
  }

  get loadButton(): Locator {
    return this.root.getByRole('button', { name: /^Load whole profile/ });
  }

  /** Waits for a sentence anywhere in the profile. */
  async waitForText(text: string | RegExp, timeout = 120_000): Promise<void> {
    await this.root.getByText(text).first().waitFor({ timeout });
  }

  /** Opens a tab and waits until its view shows something of the profile. */
  async open(name: (typeof TABS)[number]): Promise<void> {
    await this.tab(name).click();
    await this.#shown(name).first().waitFor();
  }

  /** Zooms the open timeline by key, and undoes that. */
  async zoomAndReset(): Promise<void> {
    await this.canvas.focus();
    await this.canvas.press('w');
    await this.chip.waitFor();
    await this.chip.click();
    await this.chip.waitFor({ state: 'hidden' });
  }

  /** How many colours there are on the timeline: two or three where nothing is drawn. */
  async colourCount(): Promise<number> {
    return this.canvas.evaluate(node => {
      if (!(node instanceof HTMLCanvasElement) || node.width * node.height === 0) return 0;
      const context = node.getContext('2d');
      const image = context?.getImageData(0, 0, node.width, node.height);
      return image ? new Set(new Uint32Array(image.data.buffer)).size : 0;
    });
  }

  /** Saves the profile as the menu item that begins with `item` says. */
  async saveAs(item: string): Promise<SavedFile> {
    const page = this.root.page();
    const button = this.root.getByRole('button', { name: 'Download' });
    const entry = page.getByRole('menuitem', { name: new RegExp(`^${item}`) });
    // Whatever scrolls the page closes the menu, as a theme that has just changed may do.
    for (let tries = 0; tries < 5 && !(await entry.isVisible()); tries++) {
      await button.click();
      await entry.waitFor({ timeout: 3000 }).catch(() => undefined);
    }
    const download = page.waitForEvent('download');
    await entry.click();
    const file = await download;
    return { name: file.suggestedFilename(), content: readFileSync(await file.path()) };
  }

  #shown(name: (typeof TABS)[number]): Locator {
    const panel = this.root.getByRole('tabpanel').filter({ visible: true });
    switch (name) {
      case 'Table':
        return this.times;
      case 'Timeline':
        return this.canvas;
      case 'Flame':
        return panel.locator('.jp-Kernelscope-flameBody');
      case 'Memory':
        return panel.locator('.jp-Kernelscope-memory');
      case 'Source':
        return panel.locator('.jp-Kernelscope-source');
    }
  }
}
