import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';
import { LabPage } from './labPage';
import type { LabOptions, LabServer } from './labServer';
import { startLab } from './labServer';
import type { CodeCell } from './notebook';
import { writeNotebook } from './notebook';
import { closePages, sharedBrowser } from './useBrowser';

/** A Lab and a browser, from before the tests of a file or of a group until after them. */
export interface UsedLab {
  readonly server: LabServer;
  readonly browser: Browser;
  /** Writes a notebook of our kernel into the folder of the Lab, and opens it; its kernel is idle. */
  open(notebook: string, cells: readonly CodeCell[]): Promise<LabPage>;
}

let shared: Promise<LabServer> | undefined;

/** The Lab of this process. */
const sharedLab = (): Promise<LabServer> => (shared ??= startLab({ home: inject('labHome') }));

/**
 * Gives the tests the Lab and the browser of this process, with an empty folder, no kernels and the usual
 * settings besides `settings`. A Lab at a base URL or with an environment is one of its own.
 */
export function useLab({ settings = {}, ...own }: Omit<LabOptions, 'home'> = {}): UsedLab {
  const isOwn = Object.keys(own).length > 0;
  const used = {
    open: async (notebook: string, cells: readonly CodeCell[]): Promise<LabPage> => {
      writeNotebook(join(used.server.folder, notebook), cells);
      const lab = await LabPage.open(used.browser, used.server.address(`lab/tree/${notebook}`));
      await lab.waitForIdleKernel();
      return lab;
    }
  } as { server: LabServer; browser: Browser; open: UsedLab['open'] };
  beforeAll(async () => {
    used.server = isOwn ? await startLab({ settings, ...own }) : await sharedLab();
    used.server.set(settings);
    used.browser = await sharedBrowser();
  });
  afterAll(async () => {
    await closePages();
    await (isOwn ? used.server?.dispose() : used.server?.clear());
  });
  return used;
}
