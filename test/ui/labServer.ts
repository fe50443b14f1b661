import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { KERNELS } from './notebook';

const programs = fileURLToPath(new URL('../../.venv/bin', import.meta.url));

/** The path of a program of `.venv`. */
export const programPath = (name: string): string => join(programs, name);

const TOKEN = 'kernelscope-ui-tests';
const START_LIMIT_MS = 170_000;
const START_POLL_MS = 50;
const PORT_TAKEN = 'is already in use.';
const SETTINGS_ENDING = '.jupyterlab-settings';
const STOP_LIMIT_MS = 30_000;
const REMOVAL = { recursive: true, force: true, maxRetries: 5 };

/** Settings by plugin. */
export type Settings = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Settings that keep JupyterLab from asking a newcomer about news and updates. */
const QUIET: Settings = {
  '@jupyterlab/apputils-extension/notification': { checkForUpdates: false, fetchNews: 'false' }
};

/** A JupyterLab on a free port, with a folder, a home and settings of its own. */
export interface LabServer {
  /** The folder it serves. */
  readonly folder: string;
  /** Address of a page, such as `lab/tree/a.ipynb`, with the token. */
  address(page: string): string;
  /** Sets what pages that are opened from now on find; other plugins keep their settings. */
  set(settings: Settings): void;
  /** The plugins that have settings by {@link set} or from a page, besides those that every page finds. */
  changed(): string[];
  /**
   * Gives a notebook of the folder that nobody has opened a kernel of ours: the one that {@link clear} kept, or a
   * new one.
   */
  lendKernel(notebook: string): Promise<void>;
  /**
   * Ends all kernels, empties the folder and resets the settings to those of the start. With `keepsKernel`, the
   * kernel that was lent last stays for the next notebook, if it is idle.
   */
  clear(options?: { readonly keepsKernel: boolean }): Promise<void>;
  /** Stops the server and its kernels and removes its files. */
  dispose(): Promise<void>;
}

/** How {@link startLab} starts JupyterLab. */
export interface LabOptions {
  readonly settings?: Settings;
  /** Where on the server JupyterLab lives, with a slash at both ends; `/` unless stated. */
  readonly baseUrl?: string;
  /** Variables of its environment and of its kernels, besides those that there are. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The folder for all its files; a new one unless stated. */
  readonly home?: string;
}

/** A folder for the files of a JupyterLab. */
export const makeLabHome = (): string => mkdtempSync(join(tmpdir(), 'kernelscope-ui-'));

/** Starts the JupyterLab of `.venv`, where the wheel is installed. */
export async function startLab({
  settings,
  baseUrl = '/',
  environment,
  home = makeLabHome()
}: LabOptions = {}): Promise<LabServer> {
  const folder = join(home, 'notebooks');
  mkdirSync(folder);
  writePageConfig(join(home, 'config', 'labconfig'));
  const set = (more: Settings): void => writeSettings(join(home, 'settings'), more);
  set({ ...QUIET, ...settings });
  const { server, start } = await startServer(() =>
    spawn(programPath('jupyter-lab'), labArguments(folder, baseUrl), {
      cwd: folder,
      env: { ...labEnvironment(home), ...environment },
      stdio: ['ignore', 'ignore', 'pipe']
    })
  );
  const sessions = new KernelSessions(start);
  return {
    folder,
    address: page => `${start}${page}?token=${TOKEN}`,
    set,
    changed: () => pluginsIn(join(home, 'settings')).filter(plugin => !(plugin in QUIET)),
    lendKernel: notebook => sessions.lend(notebook),
    clear: async ({ keepsKernel } = { keepsKernel: false }) => {
      await sessions.end(keepsKernel);
      for (const name of readdirSync(folder)) rmSync(join(folder, name), REMOVAL);
      rmSync(join(home, 'settings'), REMOVAL);
      set({ ...QUIET, ...settings });
    },
    dispose: async () => {
      await stop(server);
      rmSync(home, REMOVAL);
    }
  };
}

function labArguments(folder: string, baseUrl: string): string[] {
  return [
    '--no-browser',
    '--allow-root',
    '--ip=127.0.0.1',
    '--port=0',
    `--IdentityProvider.token=${TOKEN}`,
    `--ServerApp.root_dir=${folder}`,
    `--ServerApp.base_url=${baseUrl}`,
    '--LabApp.expose_app_in_browser=True',
    '--JupyterNotebookApp.expose_app_in_browser=True',
    '--LabApp.news_url=None'
  ];
}

function labEnvironment(home: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    HOME: home,
    PATH: `${programs}:${process.env.PATH ?? ''}`,
    JUPYTER_CONFIG_DIR: join(home, 'config'),
    JUPYTER_DATA_DIR: join(home, 'data'),
    JUPYTER_RUNTIME_DIR: join(home, 'runtime'),
    JUPYTERLAB_SETTINGS_DIR: join(home, 'settings'),
    JUPYTERLAB_WORKSPACES_DIR: join(home, 'workspaces')
  };
}

function writeSettings(folder: string, all: Settings): void {
  for (const [plugin, settings] of Object.entries(all)) {
    const path = join(folder, `${plugin}${SETTINGS_ENDING}`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(settings));
  }
}

/** The plugins whose settings are in a folder. */
const pluginsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith(SETTINGS_ENDING))
    .map(name => name.slice(0, -SETTINGS_ENDING.length));

/** Spares each page the question whether JupyterLab has to be built anew, for which the server runs a program. */
function writePageConfig(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const config = { buildAvailable: false, buildCheck: false };
  writeFileSync(join(folder, 'page_config.json'), JSON.stringify(config));
}

/**
 * A server that answers, and its address up to the slash before `lab`. JupyterLab prints its address before it
 * listens, and ends where another process took the port in between: it is started anew then.
 */
async function startServer(
  spawnServer: () => ChildProcess
): Promise<{ readonly server: ChildProcess; readonly start: string }> {
  const server = spawnServer();
  const log = logOf(server);
  const limit = AbortSignal.timeout(START_LIMIT_MS);
  while (server.exitCode === null && !limit.aborted) {
    const start = /(http:\/\/127\.0\.0\.1:\d+\/\S*?)lab\?token/.exec(log.text)?.[1];
    if (start !== undefined && (await isAnswering(start))) return { server, start };
    await setTimeout(START_POLL_MS);
  }
  if (log.text.includes(PORT_TAKEN)) return startServer(spawnServer);
  await stop(server);
  throw new Error(`JupyterLab did not start, exit code ${server.exitCode}:\n${log.text}`);
}

/** What a server has written so far. */
function logOf(server: ChildProcess): { readonly text: string } {
  const log = { text: '' };
  server.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log.text += text;
  });
  return log;
}

const isAnswering = (start: string): Promise<boolean> =>
  fetch(`${start}api/status?token=${TOKEN}`).then(
    ({ ok }) => ok,
    () => false
  );

/** A session of a server: the kernel of a notebook. */
interface Session {
  readonly id: string;
  readonly kernel: { readonly id: string; readonly execution_state: string };
}

/** The kernels of the server at an address. */
class KernelSessions {
  #lent: string | undefined;

  constructor(private readonly start: string) {}

  /** Gives a notebook the kernel that {@link end} left, or a new one. */
  async lend(notebook: string): Promise<void> {
    const session = { path: notebook, name: notebook, type: 'notebook' };
    if (this.#lent === undefined) {
      const kernel = { name: KERNELS.ours.name };
      const made = await this.#ask<Session>('sessions', 'POST', { ...session, kernel });
      this.#lent = made.id;
    } else {
      await this.#ask(`sessions/${this.#lent}`, 'PATCH', session);
    }
  }

  /** Ends all kernels, but not the one that was lent where `keepsLent` says so and it is idle. */
  async end(keepsLent: boolean): Promise<void> {
    const all = await this.#ask<readonly Session[]>('sessions');
    const kept = all.find(
      ({ id, kernel }) => keepsLent && id === this.#lent && kernel.execution_state === 'idle'
    );
    this.#lent = kept?.id;
    if (kept) await this.#ask(`sessions/${kept.id}`, 'PATCH', { path: 'nobody.ipynb' });
    for (const { id } of all) if (id !== kept?.id) await this.#ask(`sessions/${id}`, 'DELETE');
    for (const { id } of await this.#ask<readonly { readonly id: string }[]>('kernels')) {
      if (id !== kept?.kernel.id) await this.#ask(`kernels/${id}`, 'DELETE');
    }
  }

  /** The answer to a request, or nothing. */
  async #ask<T>(path: string, method = 'GET', body?: object): Promise<T> {
    const response = await fetch(`${this.start}api/${path}?token=${TOKEN}`, {
      method,
      ...(body && { body: JSON.stringify(body) })
    });
    const text = await response.text();
    if (!response.ok && response.status !== 404) throw new Error(`${method} ${path}: ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const exited = once(server, 'exit');
  server.kill('SIGTERM');
  const isLate = AbortSignal.timeout(STOP_LIMIT_MS);
  isLate.addEventListener('abort', () => server.kill('SIGKILL'));
  await exited;
}
