import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withLock } from '../../../scripts/steps/lock.mjs';
import { isStillRunning, startOf } from '../../../scripts/steps/processes.mjs';
import { eventually } from '../../support/eventually';

const script = (name: string): string =>
  JSON.stringify(fileURLToPath(new URL(`../../../scripts/steps/${name}`, import.meta.url)));

let folder: string;
const started: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kernelscope-lock-'));
});

afterEach(() => {
  started.splice(0).forEach(child => child.kill('SIGKILL'));
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const locks = (): string => join(folder, 'locks');
const journal = (): string => join(folder, 'journal');
const lines = (): string[] =>
  existsSync(journal()) ? readFileSync(journal(), 'utf8').split('\n').slice(0, -1) : [];

/** A process that does `work`, which may use `note(line)`, while it holds the lock `build`. */
function holder(work: string): ChildProcess {
  const code = `
    import { appendFileSync } from 'node:fs';
    import { withLock } from ${script('lock.mjs')};
    import { exitCodeOf } from ${script('command.mjs')};
    const note = line => appendFileSync(${JSON.stringify(journal())}, line + '\\n');
    await withLock('build', async () => { ${work} }, { locks: ${JSON.stringify(locks())} });`;
  const args = ['--input-type=module', '-e', code];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  started.push(child);
  return child;
}

const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
};

const noted = (line: string): Promise<void> => eventually(() => expect(lines()).toContain(line));

/** The lock `build`, held by the process of this number that began at that time. */
function lockOf(pid: number, start: string, host = hostname()): void {
  const held = join(locks(), 'build');
  mkdirSync(held, { recursive: true });
  writeFileSync(join(held, 'holder.json'), JSON.stringify({ id: 'planted', host }));
  writeFileSync(join(held, `${pid}`), start);
}

const withBuild = async (work: () => unknown, say?: (line: string) => void): Promise<void> => {
  await withLock('build', async () => void (await work()), { locks: locks(), say });
};

describe('a lock', () => {
  it('lets one process after another in, also when its last holder has crashed', async () => {
    lockOf(process.pid, 'another start');
    const children = Array.from({ length: 4 }, (_, at) =>
      holder(`note('in ${at}'); await new Promise(go => setTimeout(go, 30)); note('out ${at}');`)
    );
    await Promise.all(children.map(ended));
    const seen = lines();
    expect(seen).toHaveLength(8);
    const pairs = seen.filter((_, at) => at % 2 === 0).map((line, at) => [line, seen[2 * at + 1]]);
    expect(pairs).toEqual(pairs.map(([line = '']) => [line, line.replace('in', 'out')]));
    expect(readdirSync(locks())).toEqual([]);
  });

  it('is free when its holder was killed', async () => {
    const child = holder(`note('in'); await new Promise(() => setInterval(() => {}, 1000));`);
    await noted('in');
    child.kill('SIGKILL');
    await ended(child);
    const work = vi.fn();
    await withBuild(work);
    expect(work).toHaveBeenCalledOnce();
  });

  it('is held until a program ends that a killed holder had started', async () => {
    const program = `const { existsSync, appendFileSync } = require('node:fs');
      setInterval(() => {
        if (!existsSync(${JSON.stringify(join(folder, 'end'))})) return;
        appendFileSync(${JSON.stringify(journal())}, 'program ends\\n');
        process.exit();
      }, 20);`;
    const child = holder(
      `await exitCodeOf([process.execPath, '-e', ${JSON.stringify(program)}],
         { stdio: 'ignore', onStart: ({ pid }) => note('started ' + pid) });`
    );
    await eventually(() => expect(lines()[0]).toMatch(/^started /));
    child.kill('SIGKILL');
    await ended(child);
    const said: string[] = [];
    const waiting = withBuild(
      () => appendFileSync(journal(), 'next\n'),
      line => {
        said.push(line);
        writeFileSync(join(folder, 'end'), '');
      }
    );
    await waiting;
    const pid = lines()[0]?.replace('started ', '');
    expect(said).toEqual([`• Waiting for process ${pid}, which does the same (build)`]);
    expect(lines().slice(1)).toEqual(['program ends', 'next']);
  });

  it('is free again after work that failed', async () => {
    const failing = withBuild(() => {
      throw new Error('no luck');
    });
    await expect(failing).rejects.toThrow('no luck');
    expect(readdirSync(locks())).toEqual([]);
  });

  it('is given again to code that holds it, and to nobody else of the process', async () => {
    const order: string[] = [];
    await Promise.all(
      ['a', 'b'].map(name =>
        withBuild(async () => {
          order.push(`${name} in`);
          await withBuild(() => order.push(`${name} again`));
          await new Promise(go => setTimeout(go, 5));
          order.push(`${name} out`);
        })
      )
    );
    const of = (name: string): string[] => [`${name} in`, `${name} again`, `${name} out`];
    const [first = ''] = order.map(line => line[0] ?? '');
    expect(order).toEqual([...of(first), ...of(first === 'a' ? 'b' : 'a')]);
  });

  it('of another machine is waited for, and the line says how to end that', async () => {
    lockOf(1, 'at some time', 'elsewhere');
    const said: string[] = [];
    await withBuild(
      () => said.push('in'),
      line => {
        said.push(line);
        rmSync(join(locks(), 'build'), { recursive: true });
      }
    );
    expect(said).toEqual([
      expect.stringMatching(/process 1 on elsewhere.*\(if it has ended, delete .*build\)$/),
      'in'
    ]);
  });
});

describe('a process', () => {
  it('is told from another that has got its number since', () => {
    const start = startOf(process.pid) ?? '';
    expect(isStillRunning(process.pid, start)).toBe(true);
    expect(isStillRunning(process.pid, `${start}0`)).toBe(false);
  });

  it.runIf(process.platform === 'linux')(
    'has ended even while its parent has not asked how',
    async () => {
      const program = 'sleep 0.01 & echo $!; exec sleep 600';
      const parent = spawn('sh', ['-c', program], { stdio: ['ignore', 'pipe', 'ignore'] });
      started.push(parent);
      const [text] = (await once(parent.stdout, 'data')) as [Buffer];
      const pid = Number(text.toString());
      await eventually(() => expect(startOf(pid)).toBeUndefined());
      expect(existsSync(`/proc/${pid}`)).toBe(true);
    }
  );
});
