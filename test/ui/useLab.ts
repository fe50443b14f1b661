import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { startBrowser } from './labPage';
import type { LabServer } from './labServer';
import { startLab } from './labServer';

/** A Lab and a browser, from before the tests of a file or of a group until after them. */
export interface UsedLab {
  readonly server: LabServer;
  readonly browser: Browser;
}

/** Starts a Lab and a browser before the tests, and ends them after the tests. */
export function useLab(): UsedLab {
  const used = {} as { server: LabServer; browser: Browser };
  beforeAll(async () => {
    used.server = await startLab();
    used.browser = await startBrowser();
  });
  afterAll(async () => {
    await (used.browser as Browser | undefined)?.close();
    await (used.server as LabServer | undefined)?.dispose();
  });
  return used;
}
