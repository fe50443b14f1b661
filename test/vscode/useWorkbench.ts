import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, inject } from 'vitest';
import { keepContext, sharedBrowser } from '../ui/useBrowser';
import { SCREENSHOTS } from '../ui/screenshot';
import { Workbench } from './workbench';

/** A window of VS Code, from before the tests of a file until after them. */
export interface UsedWorkbench {
  readonly workbench: Workbench;
}

/** The window that trusts its folder, which test files share. */
let shared: Promise<Workbench> | undefined;

async function openTrusted(): Promise<Workbench> {
  const workbench = await openWindow();
  await workbench.trust();
  return workbench;
}

async function openWindow(): Promise<Workbench> {
  return Workbench.open(await sharedBrowser(), inject('vscodeAddress'), inject('vscodeFolder'));
}

/**
 * Lets the tests of a file use the window that trusts its folder, with no editor open and the dark theme, or with
 * `isTrusted: false` one of their own in Restricted Mode. What they have put into the folder goes with them.
 */
export function useWorkbench({ isTrusted = true } = {}): UsedWorkbench {
  const used = {} as { workbench: Workbench };
  beforeAll(async () => {
    used.workbench = isTrusted ? await (shared ??= openTrusted()) : await openWindow();
    keepContext('views', used.workbench.page.context());
  });
  afterEach(async ({ task }) => {
    const { workbench } = used;
    if (task.result?.state === 'fail') {
      const path = join(SCREENSHOTS, `failed-${task.name.replaceAll(/\W+/g, '-')}`);
      await workbench.page.screenshot({ path: `${path}.png` });
      writeFileSync(`${path}.txt`, await workbench.report());
    }
    await workbench.restore();
  });
  afterAll(async () => {
    if (isTrusted) await used.workbench?.reset();
    else await used.workbench?.page.context().close();
    const folder = inject('vscodeFolder');
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  });
  return used;
}
