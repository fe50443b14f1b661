import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, inject } from 'vitest';
import { LabPage } from './labPage';
import { type LabOptions, type LabServer, startLab } from './labServer';
import { type CodeCell, writeNotebook } from './notebook';
import { closePages, keepContext, sharedBrowser } from './useBrowser';

/** A Lab and a browser, from before the tests of a file or of a group until after them. */
export interface UsedLab {
  readonly server: LabServer;
  readonly browser: Browser;
  /** Writes a notebook of our kernel into the folder of the Lab, and opens it; its kernel is idle. */
  open(notebook: string, cells: readonly CodeCell[]): Promise<LabPage>;
  /**
   * Opens a notebook of ours that is in the folder, in the page that the tests before have left; its kernel may not
   * be there yet. Use `LabPage.open` for a page in which nothing was open before.
   */
  visit(notebook: string): Promise<LabPage>;
}

/** How the tests of a file use a Lab. */
export interface UseLabOptions extends Omit<LabOptions, 'home'> {
  /**
   * Notebooks get new kernels, for tests that end them, change what they do or fill their memory. The others find
   * one that has run cells of other files.
   */
  readonly hasOwnKernel?: boolean;
  /** The page is a new one, in which nothing was shown before. */
  readonly hasOwnPage?: boolean;
}

/** Where the Lab of this process is on its server, which is `/` for a Lab of a file. */
const BASE_URL = '/user/x/';

let shared: Promise<LabServer> | undefined;

/** The page of that Lab that tests have left. */
let left: Page | undefined;

/** The plugins whose settings in that page are not the usual ones. */
let leftSettings: readonly string[] = [];

/** The Lab of this process. */
const sharedLab = (): Promise<LabServer> =>
  (shared ??= startLab({ home: inject('labHome'), baseUrl: BASE_URL }));

/** Takes the page that tests have left, if there is one. */
function takePage(): Page | undefined {
  const page = left;
  left = undefined;
  keepContext('lab', undefined);
  return page?.isClosed() === true ? undefined : page;
}

/** Leaves a page to the next tests. */
async function leavePage(lab: LabPage, server: LabServer): Promise<void> {
  if (!(await lab.leave())) return;
  left = lab.page;
  leftSettings = server.changed();
  keepContext('lab', lab.page.context());
}

/**
 * Gives the tests the Lab and the browser of this process, with an empty folder and the usual settings besides
 * `settings`. A Lab at a base URL or with an environment is one of its own.
 */
export function useLab(options: UseLabOptions = {}): UsedLab {
  const { settings = {}, hasOwnKernel = false, hasOwnPage = false, ...own } = options;
  const isOwn = Object.keys(own).length > 0;
  const isShared = !isOwn && !hasOwnPage;
  let visited: LabPage | undefined;
  let hasFailed = false;
  const used = {
    open: async (notebook: string, cells: readonly CodeCell[]): Promise<LabPage> => {
      writeNotebook(join(used.server.folder, notebook), cells);
      const lab = await used.visit(notebook);
      await lab.waitForIdleKernel();
      return lab;
    },
    visit: async (notebook: string): Promise<LabPage> => {
      if (!isOwn && !hasOwnKernel) await used.server.lendKernel(notebook);
      const page = isShared ? takePage() : undefined;
      const lab = page
        ? await LabPage.openIn(page, notebook, [...leftSettings, ...Object.keys(settings)])
        : await LabPage.open(used.browser, used.server.address(`lab/tree/${encodeURI(notebook)}`));
      if (isShared) visited = lab;
      return lab;
    }
  } as { server: LabServer; browser: Browser } & Pick<UsedLab, 'open' | 'visit'>;
  beforeAll(async () => {
    used.server = isOwn ? await startLab({ settings, ...own }) : await sharedLab();
    used.server.set(settings);
    used.browser = await sharedBrowser();
  });
  afterEach(({ task }) => {
    hasFailed ||= task.result?.state === 'fail';
  });
  afterAll(async () => {
    if (visited && !hasFailed) await leavePage(visited, used.server);
    await closePages();
    await (isOwn ? used.server?.dispose() : used.server?.clear({ keepsKernel: !hasFailed }));
  });
  return used;
}
