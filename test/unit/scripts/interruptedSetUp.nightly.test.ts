import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { useFolder } from '../../support/folders';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

type Dependencies = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A repository with the scripts of this one, and packages of which npm installs all in some seconds. */
const DEPENDENCIES: Dependencies = {
  src: { acorn: '8.16.0', ws: '8.22.0' },
  'kernel-bridge': { src: '1.0.0', typescript: '5.9.3' },
  extension: { esbuild: '0.28.2', prettier: '3.9.9' },
  vscode: { fflate: '0.8.3' },
  test: { typedoc: '0.28.20' }
};

/** The same later, when one package has another version, one is new and one has gone. */
const LATER: Dependencies = { ...DEPENDENCIES, src: { acorn: '8.15.0', commander: '14.0.3' } };

const root = useFolder();

function writeRepository(dependencies: Dependencies): void {
  const write = (path: string, manifest: object): void =>
    writeFileSync(join(root, path, 'package.json'), JSON.stringify(manifest));
  write('', { name: 'root', private: true, workspaces: Object.keys(dependencies) });
  for (const [name, each] of Object.entries(dependencies)) {
    mkdirSync(join(root, name), { recursive: true });
    write(name, { name, version: '1.0.0', private: true, dependencies: each });
  }
  npm('install', '--package-lock-only', '--prefer-offline', '--ignore-scripts');
}

function npm(...args: string[]): void {
  const { status, stderr } = spawnSync('npm', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

const install = (): string[] => ['--input-type=module', '-e', INSTALL];

const INSTALL = `
  import { installNpmPackages } from './scripts/steps/npmPackages.mjs';
  import { runMain } from './scripts/steps/stepError.mjs';
  await runMain(() => installNpmPackages('all'));`;

/** The files of a folder with their contents, without what npm and the scripts note for themselves. */
function contentOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => !/^\.(package-lock\.json|kernelscope-\w+)$/.test(name))
    .sort()
    .map(name => {
      const path = join(folder, name);
      const state = lstatSync(path);
      if (state.isSymbolicLink()) return `${name} → ${readlinkSync(path)}`;
      if (state.isDirectory()) return `${name}/`;
      return `${name} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`;
    });
}

const modules = (): string => join(root, 'node_modules');

/** What `npm ci` makes of the lock file. */
function reference(): string[] {
  rmSync(modules(), { recursive: true, force: true });
  npm('ci', '--ignore-scripts', '--prefer-offline');
  return contentOf(modules());
}

const countFiles = (): number =>
  existsSync(modules()) ? readdirSync(modules(), { recursive: true }).length : 0;

/** Starts an install and ends it by force as soon as `isTime`: all of it, or the script alone. */
async function interrupt(isTime: () => boolean, who: string): Promise<boolean> {
  const child = spawn(process.execPath, install(), { cwd: root, detached: true, stdio: 'ignore' });
  while (child.exitCode === null && !isTime()) await sleep(2);
  const isInTime = child.exitCode === null;
  if (isInTime) {
    process.kill(who === 'all' ? -child.pid! : child.pid!, 'SIGKILL');
    await once(child, 'exit');
  }
  return isInTime;
}

function installWhole(): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, install(), {
    cwd: root,
    encoding: 'utf8'
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return stdout;
}

beforeAll(() => {
  cpSync(join(repository, 'scripts'), join(root, 'scripts'), { recursive: true });
  cpSync(join(repository, '.npmrc'), join(root, '.npmrc'));
}, 900_000);

describe('a set-up of the npm packages that is interrupted', () => {
  it('has everything after the next one, at whatever moment and whoever was ended', async () => {
    writeRepository(DEPENDENCIES);
    const whole = reference();
    const shares = [0, 0.02, 0.1, 0.3, 0.6, 0.9, 0.99];
    let moments = 0;
    for (const at of shares.flatMap(share => [
      { share, who: 'all' },
      { share, who: 'script' }
    ])) {
      rmSync(modules(), { recursive: true, force: true });
      if (await interrupt(() => countFiles() > at.share * whole.length, at.who)) moments++;
      installWhole();
      expect(contentOf(modules())).toEqual(whole);
    }
    expect(moments).toBeGreaterThan(4);
  }, 1_800_000);

  it('keeps what was there and right, and ends at a changed lock file', async () => {
    writeRepository(DEPENDENCIES);
    const before = reference();
    const lockBefore = readFileSync(join(root, 'package-lock.json'));
    writeRepository(LATER);
    const lock = readFileSync(join(root, 'package-lock.json'));
    const later = reference();
    expect(later).not.toEqual(before);
    for (const isTime of [
      () => existsSync(join(modules(), '.kernelscope-unfinished')),
      () => readdirSync(modules()).some(name => name.startsWith('.acorn-')),
      () => existsSync(join(modules(), 'commander')),
      () => existsSync(join(modules(), 'commander', 'package.json'))
    ]) {
      writeFileSync(join(root, 'package-lock.json'), lockBefore);
      writeRepository(DEPENDENCIES);
      installWhole();
      writeFileSync(join(root, 'package-lock.json'), lock);
      writeRepository(LATER);
      await interrupt(isTime, 'all');
      const typescript = before.filter(line => line.startsWith('typescript/'));
      const there = new Set(contentOf(modules()));
      expect(typescript.filter(line => !there.has(line))).toEqual([]);
      installWhole();
      expect(contentOf(modules())).toEqual(later);
      expect(readFileSync(join(root, 'package-lock.json'))).toEqual(lock);
    }
  }, 1_800_000);

  it('goes on where an npm of its own broke off', () => {
    writeRepository(DEPENDENCIES);
    const whole = reference();
    rmSync(join(modules(), '.package-lock.json'));
    rmSync(join(modules(), 'typescript', 'lib'), { recursive: true });
    installWhole();
    expect(contentOf(modules())).toEqual(whole);
    expect(installWhole()).toContain('(up to date)');
  }, 900_000);

  it('is done once by two that come at the same time', async () => {
    writeRepository(DEPENDENCIES);
    const whole = reference();
    rmSync(modules(), { recursive: true });
    const both = [1, 2].map(() => spawn(process.execPath, install(), { cwd: root }));
    const outputs = await Promise.all(
      both.map(async child => {
        let text = '';
        child.stdout.on('data', (data: Buffer) => (text += data.toString()));
        await once(child, 'close');
        return text;
      })
    );
    expect(contentOf(modules())).toEqual(whole);
    const [one, other] = outputs.sort((a, b) => a.length - b.length);
    expect(one).toMatch(/✓ Installing the npm packages \(\d/);
    expect(other).toMatch(
      /• Waiting for process [\d, ]+, which does the same \(npm\)\n.*up to date/
    );
  }, 900_000);
});

describe('a set-up without network', () => {
  it.each(['notice', 'silent'])(
    'says so and what to do in one line (%s)',
    level => {
      writeRepository(DEPENDENCIES);
      rmSync(modules(), { recursive: true, force: true });
      const env = {
        ...process.env,
        npm_config_loglevel: level,
        npm_config_cache: join(root, 'empty'),
        npm_config_registry: 'http://127.0.0.1:9/',
        npm_config_fetch_retries: '0'
      };
      const { status, stderr } = spawnSync(process.execPath, install(), {
        cwd: root,
        env,
        encoding: 'utf8'
      });
      expect(status).toBe(1);
      expect(stderr).toMatch(
        /^✗ Installing the npm packages failed: no connection, ECONNREFUSED.* — check the network and the npm registry, then run this again\n$/
      );
      installWhole();
    },
    900_000
  );
});
