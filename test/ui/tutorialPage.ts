import { copyFileSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Locator } from 'playwright-core';
import { LabPage } from './labPage';
import type { UsedLab } from './useLab';

const at = (...parts: string[]): string =>
  join(fileURLToPath(new URL('../..', import.meta.url)), ...parts);

interface Cell {
  readonly id: string;
}

/** A tutorial in JupyterLab, whose cells are known by their ids. */
export class TutorialPage {
  private constructor(
    readonly lab: LabPage,
    private readonly cells: readonly Cell[]
  ) {}

  /** Opens `notebook` of the tutorials; its kernel is idle, and no cell has been run. */
  static async open({ server, browser }: UsedLab, notebook: string): Promise<TutorialPage> {
    const file = at('binder', 'tutorials', notebook);
    const { cells } = JSON.parse(readFileSync(file, 'utf8')) as { readonly cells: Cell[] };
    copyFileSync(file, join(server.folder, notebook));
    symlinkSync(at('node_modules'), join(server.folder, 'node_modules'));
    const lab = await LabPage.open(browser, server.address(`lab/tree/${notebook}`));
    await lab.waitForIdleKernel();
    await lab.execute('application:toggle-left-area');
    return new TutorialPage(lab, cells);
  }

  cell(id: string): Locator {
    return this.lab.cell(this.#indexOf(id));
  }

  /** Makes a cell the active one, and brings it into sight. */
  async select(id: string): Promise<void> {
    await this.lab.select(this.#indexOf(id));
  }

  /** Brings a tab of the profile of a cell to the middle of the page. */
  async show(id: string, tab: string): Promise<Locator> {
    await this.select(id);
    const profile = this.lab.profile(this.#indexOf(id));
    await profile.getByRole('tab', { name: tab }).click();
    const panel = profile.getByRole('tabpanel').filter({ visible: true });
    await panel.waitFor();
    await panel.evaluate(node => node.scrollIntoView({ block: 'center' }));
    return panel;
  }

  #indexOf(id: string): number {
    return this.cells.findIndex(cell => cell.id === id);
  }
}
