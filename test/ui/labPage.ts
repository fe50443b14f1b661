import { type Browser, type Locator, type Page, chromium } from 'playwright-core';
import { screenshot } from './screenshot';

const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync'
];

/** How long a page may take for what a person sees at once: other programs may have the machine. */
export const PATIENCE_MS = 120_000;

/** Starts the browser that `CHROMIUM_PATH` names. */
export async function startBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  return chromium.launch({ executablePath, headless: true, args: CHROMIUM_FLAGS });
}

const VIEWPORT = { width: 1280, height: 900 };

/** A notebook that is open in JupyterLab. */
export class LabPage {
  /** Errors thrown with our extension on the stack; Jupyter Notebook throws some of its own. */
  readonly scriptErrors: string[] = [];

  private constructor(readonly page: Page) {
    page.on('pageerror', ({ stack = '' }) => {
      if (stack.includes('@kernelscope')) this.scriptErrors.push(stack);
    });
  }

  /** Opens a notebook in a page that was left, by its path in the folder of the Lab; `plugins` have new settings. */
  static async openIn(page: Page, path: string, plugins: readonly string[]): Promise<LabPage> {
    const lab = new LabPage(page);
    await lab.reloadSettings(plugins);
    await lab.openNotebook(path);
    return lab;
  }

  /** Opens the page of a notebook, and no other that was open before; waits for its cells. */
  static async open(browser: Browser, address: string): Promise<LabPage> {
    const page = await browser.newPage({ viewport: VIEWPORT, colorScheme: null });
    page.setDefaultTimeout(PATIENCE_MS);
    const lab = new LabPage(page);
    await page.goto(`${address}&reset`);
    await page.waitForSelector('.jp-Notebook .jp-Cell', { timeout: PATIENCE_MS });
    return lab;
  }

  /** Has the page take the settings of plugins, by the paths of their files, that its server has by now. */
  async reloadSettings(plugins: readonly string[]): Promise<void> {
    const names = plugins.map(plugin => plugin.replace(/\/(?=[^/]+$)/, ':'));
    await this.page.evaluate(async ids => {
      const { jupyterapp } = globalThis as unknown as { jupyterapp: LabApplication };
      const { service } = jupyterapp.pluginRegistry._plugins.get(
        '@jupyterlab/apputils-extension:settings'
      )!;
      for (const id of ids) await service.reload(id);
    }, names);
  }

  /** Opens a notebook in place of all that is open, from its file; waits for its cells. */
  async openNotebook(path: string): Promise<void> {
    await this.#closeAll();
    await this.execute('docmanager:open', { path });
    await this.page.waitForSelector('.jp-Notebook .jp-Cell', { timeout: PATIENCE_MS });
  }

  /**
   * Leaves the page to {@link openIn}, with nothing open or stored, in its first size and theme. False where
   * JupyterLab asks something.
   */
  async leave(): Promise<boolean> {
    if (this.page.isClosed() || (await this.page.locator('.jp-Dialog').count()) > 0) return false;
    this.page.removeAllListeners('pageerror');
    await this.page.setViewportSize(VIEWPORT);
    await this.#closeAll();
    await this.page.evaluate(() => {
      const { jupyterapp } = globalThis as unknown as { jupyterapp: LabApplication };
      jupyterapp.shell.collapseRight();
      jupyterapp.shell.activateById('filebrowser');
      localStorage.clear();
    });
    const theme = await this.page.locator('body').getAttribute('data-jp-theme-name');
    if (theme !== 'JupyterLab Light') await this.useTheme('JupyterLab Light');
    return true;
  }

  /** Closes all documents, with what is not saved in them, and all that was opened beside them. */
  async #closeAll(): Promise<void> {
    await this.page.evaluate(() => {
      const { jupyterapp } = globalThis as unknown as { jupyterapp: LabApplication };
      for (const widget of [...jupyterapp.shell.widgets('main')]) {
        if (widget.context) widget.context.model.dirty = false;
        widget.close();
      }
    });
    await this.page.locator('.jp-NotebookPanel').waitFor({ state: 'detached' });
  }

  /** Waits for the kernel: what is sent earlier is dropped silently. */
  async waitForIdleKernel(): Promise<void> {
    const isIdle = (): boolean => {
      const { jupyterapp } = globalThis as unknown as { jupyterapp: LabApplication };
      return jupyterapp.shell.currentWidget?.sessionContext?.session?.kernel?.status === 'idle';
    };
    await this.page.waitForFunction(isIdle, null, { timeout: PATIENCE_MS });
  }

  /** How the notebook keeps cells on the page that are out of sight. */
  async windowingMode(): Promise<string | undefined> {
    return this.page.evaluate(() => {
      const { jupyterapp } = globalThis as unknown as { jupyterapp: LabApplication };
      return jupyterapp.shell.currentWidget?.content.notebookConfig.windowingMode;
    });
  }

  /** A cell by its place in the notebook; cells come to the page one by one. */
  cell(index: number): Locator {
    return this.page.locator(`.jp-Notebook .jp-Cell[data-windowed-list-index="${index}"]`);
  }

  /** The profile in the output of a cell. */
  profile(cellIndex: number): Locator {
    return this.cell(cellIndex).locator('.jp-Kernelscope');
  }

  /** The source of a cell as its editor shows it. */
  async sourceOf(cellIndex: number): Promise<string> {
    return (await this.cell(cellIndex).locator('.cm-line').allInnerTexts()).join('\n');
  }

  /** Makes a cell the active one, and brings it into sight: what is far away is not drawn. */
  async select(cellIndex: number): Promise<void> {
    await this.cell(cellIndex).waitFor({ state: 'attached' });
    await this.page.evaluate(async index => {
      const { jupyterapp } = globalThis as unknown as { jupyterapp: LabApplication };
      const { content } = jupyterapp.shell.currentWidget!;
      content.activeCellIndex = index;
      await content.scrollToItem(index);
    }, cellIndex);
    await this.cell(cellIndex).locator('.jp-InputPrompt').click();
  }

  /** Runs a cell with Ctrl+Enter. */
  async run(cellIndex: number): Promise<void> {
    await this.select(cellIndex);
    await this.page.keyboard.press('Control+Enter');
  }

  /** Picks a command from the palette by its label. */
  async runFromPalette(label: string): Promise<void> {
    const input = this.page.locator('.lm-CommandPalette-input');
    // the shortcut is lost while JupyterLab moves the focus, to a dialog for example
    while (!(await input.isVisible())) {
      await this.page.keyboard.press('Control+Shift+C');
      await input.waitFor({ timeout: 5000 }).catch(() => undefined);
    }
    await input.fill(label);
    await this.page.locator('.lm-CommandPalette-item', { hasText: label }).first().click();
  }

  /** Executes a command of JupyterLab by its name. */
  async execute(command: string, args: object = {}): Promise<void> {
    const request = { command, args };
    await this.page.evaluate(async ({ command, args }) => {
      const { jupyterapp } = globalThis as unknown as { jupyterapp: LabApplication };
      await jupyterapp.commands.execute(command, args);
    }, request);
  }

  async useTheme(theme: LabTheme): Promise<void> {
    await this.execute('apputils:change-theme', { theme });
    const body = `body[data-jp-theme-name="${theme}"]`;
    await this.page.waitForSelector(body, { state: 'attached' });
  }

  /** Leaves a picture of the page in `test/ui/screenshots` where pictures are wanted. */
  async picture(name: string): Promise<void> {
    await screenshot(this.page, name);
  }
}

/** The name of a theme of JupyterLab. */
type LabTheme = 'JupyterLab Light' | 'JupyterLab Dark' | 'JupyterLab Dark High Contrast';

/** What JupyterLab has in its global `jupyterapp`, as far as tests use it. */
interface LabApplication {
  readonly commands: { execute(id: string, args: object): Promise<unknown> };
  readonly shell: {
    readonly currentWidget: LabNotebook | null;
    widgets(area: 'main'): Iterable<LabDocument>;
    collapseRight(): void;
    activateById(id: string): void;
  };
  readonly pluginRegistry: {
    readonly _plugins: ReadonlyMap<string, { readonly service: LabSettings }>;
  };
}

/** The settings of all plugins, as the page has them. */
interface LabSettings {
  reload(plugin: string): Promise<unknown>;
}

/** What is open in the main area; a document has a context. */
interface LabDocument {
  readonly context?: { readonly model: { dirty: boolean } };
  close(): void;
}

interface LabNotebook {
  readonly content: {
    activeCellIndex: number;
    readonly notebookConfig: { readonly windowingMode: string };
    scrollToItem(index: number): Promise<void>;
  };
  readonly sessionContext?: {
    readonly session: { readonly kernel: { readonly status: string } | null } | null;
  };
}
