import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser, Frame, Locator, Page } from 'playwright-core';
import { PATIENCE_MS } from '../ui/labPage';
import { ProfileOutput } from '../ui/profileOutput';
import { THEME_STYLE } from './sharedServer';
import { again, comes, until } from './until';

/** The themes that VS Code has by itself and offers first. */
export const THEMES = {
  dark: `Dark ${THEME_STYLE}`,
  light: `Light ${THEME_STYLE}`,
  highContrast: 'Dark High Contrast',
  highContrastLight: 'Light High Contrast'
} as const;

/** A name of {@link THEMES}. */
export type ThemeName = keyof typeof THEMES;

const CLASSES: Readonly<Record<ThemeName, string>> = {
  dark: 'vscode-dark',
  light: 'vscode-light',
  highContrast: 'vscode-high-contrast',
  highContrastLight: 'vscode-high-contrast-light'
};

/** The size of a window at first. */
const SIZE = { width: 1400, height: 1100 };

/** Complaints that a window keeps. */
const MOST_COMPLAINTS = 200;

/** A window of VS Code in the browser, in which a folder is open. */
export class Workbench {
  /** The last errors and warnings of the window and of the pages within it, and requests that failed. */
  readonly #complaints: string[] = [];

  private constructor(
    readonly page: Page,
    readonly folder: string
  ) {
    const keep = (text: string): void => {
      this.#complaints.push(text);
      if (this.#complaints.length > MOST_COMPLAINTS) this.#complaints.shift();
    };
    page.on('console', message => {
      if (/error|warning/.test(message.type())) keep(`${message.type()}: ${message.text()}`);
    });
    page.on('pageerror', error => keep(`thrown: ${error.stack ?? error.message}`));
    page.on('requestfailed', request => {
      keep(`failed: ${request.url()} ${request.failure()?.errorText ?? ''}`);
    });
  }

  /** Opens a folder in a new window, which trusts nothing yet. */
  static async open(browser: Browser, address: string, folder: string): Promise<Workbench> {
    const page = await browser.newPage({
      viewport: SIZE,
      permissions: ['clipboard-read', 'clipboard-write']
    });
    page.setDefaultTimeout(PATIENCE_MS);
    const workbench = new Workbench(page, folder);
    await page.goto(`${address}?folder=${encodeURIComponent(folder)}`);
    await workbench.#opened();
    return workbench;
  }

  /** Has a command of the palette run, by its whole title. */
  async run(title: string): Promise<void> {
    await this.#pick(() => this.page.keyboard.press('F1'), `>${title}`, title);
  }

  /** Trusts the folder, as a person does; a reloaded window has all extensions that need that from its start. */
  async trust(): Promise<void> {
    await this.run('Workspaces: Manage Workspace Trust');
    const editor = this.page.locator('.workspace-trust-editor');
    await editor.getByRole('button', { name: 'Trust', exact: true }).click();
    await editor.getByText('You trust this folder').waitFor();
    await this.closeEditors();
    await this.page.reload();
    await this.#opened();
  }

  /** Changes the theme, and waits until pages of outputs have it, if there are any. */
  async setTheme(theme: ThemeName): Promise<void> {
    const open = async (): Promise<void> => {
      await this.page.keyboard.press('Control+K');
      await this.page.keyboard.press('Control+T');
    };
    await this.#pick(open, THEMES[theme], THEMES[theme]);
    for (const frame of this.page.frames().filter(isWebview)) {
      await frame.locator(`body.${CLASSES[theme]}`).waitFor();
    }
  }

  async closeEditors(): Promise<void> {
    await this.run('View: Close All Editors');
    await until(async () => (await this.#tabs.count()) === 0);
    await until(async () => (await this.#frameWith('[data-kernelscope-root]')) === undefined);
  }

  /**
   * Opens a file of the folder, in place of what is open, by its path, which VS Code looks up: its list of files may lack
   * one for good that was written before it began to watch the folder. One that is opened before all extensions are known
   * is shown as text: then it is closed and opened again.
   */
  async openFile(name: string, shown: Locator): Promise<void> {
    const text = this.page.locator('.editor-instance > .monaco-editor');
    await until(async () => {
      if (await shown.isVisible()) return true;
      if (await this.#tabs.first().isVisible()) await this.closeEditors();
      await this.#pick(() => this.page.keyboard.press('F1'), join(this.folder, name), name);
      await shown.or(text).first().waitFor();
      return shown.isVisible();
    });
  }

  /**
   * Opens a notebook of the folder, and waits for the first output that is ours. On a busy machine VS Code gives up fetching
   * a renderer, which it then says in its place: such a notebook is closed and opened again.
   */
  async openNotebook(name: string): Promise<NotebookOutput> {
    const cells = this.page.locator('.notebookOverlay:not([inert]) .monaco-list');
    const frame = await until(async () => {
      await this.openFile(name, cells);
      const isLost = (await this.#frameWith('text=Error loading renderer')) !== undefined;
      if (isLost) await this.closeEditors();
      return this.#frameWith('[data-kernelscope-root] *');
    });
    return new NotebookOutput(this, frame);
  }

  /** Opens a file with a profile in its editor, and waits for a part of its page, by default for the tabs. */
  async openProfile(name: string, part = '[role=tab]'): Promise<NotebookOutput> {
    await this.openFile(name, this.page.locator('iframe.webview'));
    return this.outputIn(await this.frameWith(`[data-kernelscope-root] ${part}`));
  }

  /** What a page that is open shows. */
  outputIn(frame: Frame): NotebookOutput {
    return new NotebookOutput(this, frame);
  }

  /** The titles of the commands that the palette offers for some words; `look` is called while they are on show. */
  async commands(words: string, look = (): Promise<void> => Promise.resolve()): Promise<string[]> {
    const widget = this.page.locator('.quick-input-widget:visible');
    const input = widget.locator('.quick-input-box input');
    await this.page.keyboard.press('F1');
    await input.fill(`>${words}`);
    const rows = widget.locator('.quick-input-list .monaco-list-row');
    // what was found for these words, no longer the list of all commands
    const isFound = (label: string): boolean =>
      label.startsWith(words) || /^No matching|similar commands/.test(label);
    await until(async () => isFound((await rows.first().getAttribute('aria-label')) ?? ''));
    const labels = await rows.evaluateAll(nodes => nodes.map(node => node.ariaLabel ?? ''));
    await look();
    await input.press('Escape');
    await widget.waitFor({ state: 'hidden' });
    return labels.map(label => label.split(',', 1)[0] ?? '').filter(each => each.startsWith(words));
  }

  /** The page inside of this one that has something which a selector finds. */
  frameWith(selector: string): Promise<Frame> {
    return until(() => this.#frameWith(selector));
  }

  /**
   * What a failed test needs to be understood, beside a picture: complaints so far, what has the focus, and what each page
   * within shows.
   */
  async report(): Promise<string> {
    const frames = await Promise.all(
      this.page.frames().map(async frame => {
        const html = await frame.content().catch((error: unknown) => String(error));
        return `${frame.url()}\n${isWebview(frame) ? html.slice(-20_000) : ''}`;
      })
    );
    const focused = `focused: ${await this.focusedClass()}`;
    return [...this.#complaints, focused, ...frames].join('\n\n');
  }

  /** What was copied last; nothing if that is no text. */
  clipboard(): Promise<string> {
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  /** The class of the node of this window, not of a page within it, that has the focus. */
  focusedClass(): Promise<string> {
    return this.page.evaluate(() => document.activeElement?.className ?? '');
  }

  /** Accepts a dialog of files that proposes `path`. */
  async accept(path: string): Promise<void> {
    const input = this.page.locator('.quick-input-widget:visible .quick-input-box input');
    await until(async () => (await input.inputValue()) === path);
    await input.press('Enter');
  }

  /** Chooses a file of the folder in a dialog that asks for one, which shows that folder first. */
  async choose(name: string): Promise<void> {
    const dialog = this.page.locator('.quick-input-widget:visible');
    await dialog.waitFor();
    await again(async timeout => {
      const row = dialog.locator('.monaco-list-row').filter({ hasText: name }).first();
      await comes(row.click({ timeout }));
      return comes(dialog.waitFor({ state: 'hidden', timeout }));
    });
  }

  /** Has a command of the palette run that asks what to take, and takes the first entry with a text. */
  async runWith(title: string, entry: string): Promise<void> {
    await this.#take(() => this.page.keyboard.press('F1'), `>${title}`, title);
    const widget = this.page.locator('.quick-input-widget:visible');
    await widget.locator('.monaco-list-row').filter({ hasText: entry }).first().click();
  }

  /** Writes a file into the folder, and the folders around it. */
  writeFile(name: string, text: string): void {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  /** Makes the window as small as is said, with nothing beside its editor. */
  async shrink(size: { readonly width: number; readonly height: number }): Promise<void> {
    if (await this.#part('sidebar').isVisible()) await this.run('View: Close Primary Side Bar');
    await this.#hidePanel();
    await this.#resize(size);
  }

  /** Gives the window its first size, with the files beside the editor, no terminal below it, and no dialog above it. */
  async restore(): Promise<void> {
    if (await this.page.locator('.monaco-dialog-box').isVisible()) {
      await this.page.keyboard.press('Escape');
    }
    const { width, height } = this.page.viewportSize() ?? SIZE;
    if (width !== SIZE.width || height !== SIZE.height) await this.#resize(SIZE);
    if (!(await this.#part('sidebar').isVisible())) await this.run('File: Focus on Files Explorer');
    await this.#hidePanel();
  }

  /** Leaves no editor open, and the dark theme. */
  async reset(): Promise<void> {
    await this.restore();
    await this.closeEditors();
    await this.setTheme('dark');
  }

  /** The tabs of open editors. */
  get #tabs(): Locator {
    return this.page.locator('.editor-group-container .tab');
  }

  #part(name: 'sidebar' | 'panel'): Locator {
    return this.page.locator(`.part.${name}`);
  }

  /** Changes the size of the window, and waits until all in it has been laid out for that. */
  async #resize(size: { readonly width: number; readonly height: number }): Promise<void> {
    await this.page.setViewportSize(size);
    await until(() =>
      this.page.evaluate(width => {
        window.dispatchEvent(new Event('resize'));
        return document.querySelector('.monaco-workbench')?.clientWidth === width;
      }, size.width)
    );
  }

  async #hidePanel(): Promise<void> {
    const panel = this.#part('panel');
    if (!(await panel.isVisible())) return;
    await this.page.keyboard.press('Control+J');
    await panel.waitFor({ state: 'hidden' });
  }

  /** Waits until the window has opened its folder, and knows the extension. */
  async #opened(): Promise<void> {
    await this.page.getByRole('tree', { name: 'Files Explorer' }).waitFor();
    await until(async () => (await this.commands('Kernelscope: Toggle')).length > 0);
  }

  async #frameWith(selector: string): Promise<Frame | undefined> {
    for (const frame of this.page.frames().filter(isWebview)) {
      const found = frame.locator(selector);
      const count = await found.count().catch(() => 0);
      if (count > 0) return frame;
    }
    return undefined;
  }

  /** Takes an entry as {@link #take} does, and waits until the list is closed. */
  async #pick(open: () => Promise<void>, typed: string, entry: string): Promise<void> {
    await this.#take(open, typed, entry);
    await this.page.locator('.quick-input-widget:visible').waitFor({ state: 'hidden' });
  }

  /** Opens a list by `open`, types into it and takes the entry with that text; again while it is not there yet. */
  async #take(open: () => Promise<void>, typed: string, entry: string): Promise<void> {
    const widget = this.page.locator('.quick-input-widget:visible');
    const input = widget.locator('.quick-input-box input');
    const row = widget.locator('.quick-input-list .monaco-list-row').filter({ hasText: entry });
    await again(async timeout => {
      if (!(await input.isVisible())) await open();
      const limit = { timeout: 10 * timeout };
      const find = async (): Promise<void> => {
        await input.fill('', limit);
        await input.fill(typed, limit);
        await row.first().waitFor({ timeout });
      };
      if ((await comes(find())) && (await comes(row.first().click(limit)))) return true;
      // A list has what was known when it was opened, and is closed where something else takes the focus.
      await this.page.keyboard.press('Escape');
      return false;
    });
  }
}

const isWebview = (frame: Frame): boolean =>
  frame.parentFrame()?.url().includes('webview/browser/pre/') === true;

/** The first output of a notebook that is ours, or the page of a file. */
export class NotebookOutput extends ProfileOutput {
  constructor(
    readonly workbench: Workbench,
    readonly frame: Frame
  ) {
    super(frame.locator('[data-kernelscope-root]').first());
  }

  /** Scrolls the notebook until the output begins near the top of the window, and rests there. */
  async reveal(top = 150): Promise<void> {
    const { page } = this.workbench;
    const list = await page.locator('.notebookOverlay:not([inert])').first().boundingBox();
    let last: number | undefined;
    await until(async () => {
      const y = (await this.root.boundingBox())?.y ?? 2000;
      const rests = y === last;
      last = y;
      if (!rests) return false;
      const by = y - top;
      if (Math.abs(by) < 60) return true;
      await page.mouse.move((list?.x ?? 0) + 12, (list?.y ?? 0) + 400);
      await page.mouse.wheel(0, Math.max(-1200, Math.min(1200, by)));
      return false;
    });
  }

  /** The colour behind the first node that a selector finds: its own, or that of the nearest node around it. */
  backgroundOf(selector: string): Promise<string> {
    return this.root
      .locator(selector)
      .first()
      .evaluate(node => {
        for (let around: Element | null = node; around; around = around.parentElement) {
          const { backgroundColor } = getComputedStyle(around);
          if (backgroundColor !== 'rgba(0, 0, 0, 0)') return backgroundColor;
        }
        return 'none';
      });
  }

  /** The role and the name of what has the focus in the page of outputs. */
  focused(): Promise<string> {
    return this.frame.evaluate(() => {
      const node = document.activeElement;
      const name = node?.getAttribute('aria-label') ?? node?.textContent ?? '';
      return `${node?.getAttribute('role') ?? node?.tagName ?? ''} ${name.trim()}`;
    });
  }

  /** Whether the page of outputs has the focus of the window. */
  isFocused(): Promise<boolean> {
    return this.frame.evaluate(() => document.hasFocus());
  }

  /** The headings of tables on show that are longer than their column. */
  cutHeadings(): Promise<string[]> {
    return this.root.evaluate(root =>
      [...root.querySelectorAll('[role=columnheader]')].flatMap(heading => {
        const nodes = [heading, ...heading.querySelectorAll('*')];
        const isCut = nodes.some(
          node =>
            node.scrollWidth > node.clientWidth &&
            getComputedStyle(node).textOverflow === 'ellipsis'
        );
        return isCut && heading.checkVisibility() ? [heading.textContent] : [];
      })
    );
  }

  /** How many pixels of the output are beyond its right edge. */
  overflow(): Promise<number> {
    return this.root.evaluate(node => Math.max(0, node.scrollWidth - node.clientWidth));
  }
}
