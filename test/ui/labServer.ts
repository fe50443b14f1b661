import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const programs = fileURLToPath(new URL('../../.venv/bin', import.meta.url));

/** The path of a program of `.venv`. */
export const programPath = (name: string): string => join(programs, name);

const TOKEN = 'kernelscope-ui-tests';
const START_LIMIT_MS = 170_000;
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
  /** Ends all kernels, empties the folder and resets the settings to those of the start. */
  clear(): Promise<void>;
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
  const set = (more: Settings): void => writeSettings(join(home, 'settings'), more);
  set({ ...QUIET, ...settings });
  const server = spawn(programPath('jupyter-lab'), labArguments(folder, baseUrl), {
    cwd: folder,
    env: { ...labEnvironment(home), ...environment },
    stdio: ['ignore', 'ignore', 'pipe']
  });
  const start = await readAddress(server);
  return {
    folder,
    address: page => `${start}${page}?token=${TOKEN}`,
    set,
    clear: async () => {
      await endKernels(start);
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
    const path = join(folder, `${plugin}.jupyterlab-settings`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(settings));
  }
}

/** The address that the server prints once it answers, up to the slash before `lab`. */
function readAddress(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let log = '';
    const fail = (reason: string): void => {
      clearTimeout(timer);
      reject(new Error(`JupyterLab ${reason}:\n${log}`));
    };
    const timer = setTimeout(() => fail('did not start in time'), START_LIMIT_MS);
    server.once('exit', code => fail(`ended with code ${code}`));
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log += text;
      const start = /(http:\/\/127\.0\.0\.1:\d+\/\S*?)lab\?token/.exec(log)?.[1];
      if (start === undefined) return;
      clearTimeout(timer);
      resolve(start);
    });
  });
}

/** Ends the sessions and kernels of the server at `start`. */
async function endKernels(start: string): Promise<void> {
  for (const kind of ['sessions', 'kernels']) {
    const list = await fetch(`${start}api/${kind}?token=${TOKEN}`);
    for (const { id } of (await list.json()) as readonly { readonly id: string }[]) {
      await fetch(`${start}api/${kind}/${id}?token=${TOKEN}`, { method: 'DELETE' });
    }
  }
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const exited = once(server, 'exit');
  server.kill('SIGTERM');
  const timer = setTimeout(() => server.kill('SIGKILL'), STOP_LIMIT_MS);
  await exited;
  clearTimeout(timer);
}
