import { readFile } from 'node:fs/promises';
import type { Browser, Locator, Page, Request } from 'playwright-core';
import type { BarRequest } from './pages/actionBar';
import { type ViewPageOptions, closeViewPage, openViewPage } from './viewPage';

/** A file that the browser saved. */
export interface SavedFile {
  readonly name: string;
  readonly content: Buffer;
}

/** How a {@link BarPage} looks. */
export type BarPageOptions = BarRequest & Omit<ViewPageOptions, 'page'>;

/** A page with the action bar of a profile; the browser reaches nothing beyond this machine. */
export class BarPage {
  /** What this page and those it opened asked for beyond this machine; it got no answer. */
  readonly requestsAbroad: Request[] = [];
  readonly errors: Error[] = [];

  private constructor(readonly page: Page) {}

  static async open(browser: Browser, options: BarPageOptions): Promise<BarPage> {
    const page = await openViewPage(browser, { ...options, page: 'actionBar' });
    const bar = new BarPage(page);
    page.on('pageerror', error => bar.errors.push(error));
    await page.context().route(isAbroad, route => {
      bar.requestsAbroad.push(route.request());
      return route.abort();
    });
    await page.evaluate(request => {
      (globalThis as unknown as { showBar(request: BarRequest): void }).showBar(request);
    }, options);
    return bar;
  }

  /** Leaves the page to the next bar, which finds nothing of this one and of the pages that it opened. */
  async leave(): Promise<void> {
    const context = this.page.context();
    for (const other of context.pages()) if (other !== this.page) await other.close();
    await context.unrouteAll();
    await context.setOffline(false);
    await closeViewPage(this.page);
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  item(name: string): Locator {
    return this.page.getByRole('menuitem', { name: new RegExp(`^${name}`) });
  }

  /** What the bar says or asks. */
  async text(): Promise<string> {
    const texts = this.page.locator('.jp-Kernelscope-message, .jp-Kernelscope-questionText');
    return (await texts.allInnerTexts()).join(' ').trim();
  }

  /** Waits for a sentence of the bar. */
  async waitForText(part: string): Promise<void> {
    await this.page.locator('.jp-Kernelscope').getByText(part).waitFor();
  }

  /** Presses *Open in Perfetto*, agrees when asked, and returns the tab that opens. */
  async openPerfetto(): Promise<Page> {
    const opening = this.page.waitForEvent('popup');
    await this.button('Open in Perfetto').click();
    const agree = this.button('Open');
    if (await agree.isVisible()) await agree.click();
    return opening;
  }

  /** The file that `act` makes the browser save. */
  async saved(act: () => Promise<void>): Promise<SavedFile> {
    const [download] = await Promise.all([this.page.waitForEvent('download'), act()]);
    return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
  }
}

function isAbroad({ hostname }: URL): boolean {
  return hostname !== '127.0.0.1' && hostname !== 'kernelscope.test';
}
