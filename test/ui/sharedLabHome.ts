import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestProject } from 'vitest/node';
import { isRunning } from '../support/isRunning';
import { makeLabHome } from './labServer';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder for all files of the JupyterLab that test files share. */
    labHome: string;
  }
}

const END_LIMIT_MS = 10_000;

let home: string;

/**
 * Makes the folder of the JupyterLab that test files share: the first file that needs the server starts it.
 * Vitest calls this before the first file.
 */
export function setup(project: TestProject): void {
  home = makeLabHome();
  project.provide('labHome', home);
}

/** Ends that JupyterLab and removes its folder. Vitest calls this after the last file. */
export async function teardown(): Promise<void> {
  await Promise.all(serversOf(home).map(end));
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
}

/** The processes of the servers that have written into `home` that they run. */
function serversOf(home: string): number[] {
  const runtime = join(home, 'runtime');
  if (!existsSync(runtime)) return [];
  const files = readdirSync(runtime).filter(name => /^jpserver-\d+\.json$/.test(name));
  return files.map(
    name => (JSON.parse(readFileSync(join(runtime, name), 'utf8')) as { readonly pid: number }).pid
  );
}

async function end(pid: number): Promise<void> {
  process.kill(pid, 'SIGTERM');
  const limit = Date.now() + END_LIMIT_MS;
  while (isRunning(pid) && Date.now() < limit) await sleep(50);
  if (isRunning(pid)) process.kill(pid, 'SIGKILL');
}
