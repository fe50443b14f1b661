import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { readdirSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RecordingProgress } from '../../src/model';
import { PROFILE_MIME_TYPE } from '../../src/model';
import type { StartFailure } from '../../vscode/src/controller/kernelSession';
import { KernelProcess } from '../../vscode/src/controller/kernelProcess';
import { KernelSession } from '../../vscode/src/controller/kernelSession';
import type { ShownOutput } from '../support/shownCells';
import { ShownTestCell } from '../support/shownCells';
import { KERNEL_FOLDER } from './kernelProcess';

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const PYTHON = at('.venv/bin/python');
const SCRIPT = at('vscode/python/kernel_bridge.py');
const WAIT = { timeout: 60_000, interval: 50 };

/** What a session said to the user. */
interface Heard {
  readonly failures: StartFailure[];
  readonly deaths: string[];
  readonly progress: (RecordingProgress | null)[];
  readonly prompts: string[];
}

let home = '';
const open: KernelSession<ShownOutput>[] = [];

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'kernelscope-session-'));
  mkdirSync(join(home, 'jupyter', 'kernels'), { recursive: true });
  mkdirSync(join(home, 'sockets'));
  symlinkSync(KERNEL_FOLDER, join(home, 'jupyter', 'kernels', 'kernelscope'));
});

afterEach(async () => {
  await Promise.all(open.splice(0).map(session => session.dispose()));
  expect(readdirSync(join(home, 'sockets')), 'folders of kernels').toEqual([]);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** A session with the kernel that was built, and what it says; `answer` is what the user types. */
function openSession({
  answer = () => null as string | null | Promise<null>,
  python = PYTHON,
  jupyter = 'jupyter'
} = {}): { session: KernelSession<ShownOutput>; heard: Heard } {
  const heard: Heard = { failures: [], deaths: [], progress: [], prompts: [] };
  const env = {
    ...process.env,
    JUPYTER_PATH: join(home, jupyter),
    TMPDIR: join(home, 'sockets'),
    KERNELSCOPE_NODE: process.env['KERNELSCOPE_NODE'] ?? process.execPath
  };
  const session = new KernelSession<ShownOutput>({
    start: listener => new KernelProcess({ python, script: SCRIPT, folder: home, env }, listener),
    ask: async prompt => {
      heard.prompts.push(prompt);
      return answer();
    },
    onProgress: (_, progress) => heard.progress.push(progress),
    onStart: () => undefined,
    onFailure: failure => heard.failures.push(failure),
    onDeath: sentence => heard.deaths.push(sentence)
  });
  open.push(session);
  return { session, heard };
}

async function run(
  session: KernelSession<ShownOutput>,
  ...codes: readonly string[]
): Promise<ShownTestCell[]> {
  const cells = codes.map((_, index) => new ShownTestCell(`cell-${index}`));
  session.run(codes.map((code, index) => cells[index].request(code)));
  await Promise.all(cells.map(cell => cell.ended));
  return cells;
}

describe('a kernel that VS Code runs by itself', () => {
  it('shows results, streams and errors with links, and stops at the first error', async () => {
    const { session } = openSession();
    const [first, second, third, fourth] = await run(
      session,
      'const a = 20;\nconsole.log("one"); console.log("two"); console.error("bad");',
      'process.cwd()',
      'function fail() {\n  throw new RangeError("too far");\n}\nfail();',
      'console.log(a)'
    );
    expect(first.texts).toEqual(['one\ntwo\n', 'bad\n']);
    expect(second.texts[0]).toContain(realpathSync(home));
    expect(second.outputs[0].metadata).toMatchObject({
      outputType: 'execute_result',
      executionCount: 2
    });
    expect(third).toMatchObject({ result: false, executionCount: 3 });
    const error = JSON.parse(third.texts[0]) as Record<string, string>;
    expect(error).toMatchObject({ name: 'RangeError', message: 'too far' });
    expect(error.stack).toContain(
      "<a href='vscode-notebook-cell:?execution_count=3&line=2'>Cell [3]:2:9</a>"
    );
    expect(third.outputs[0].metadata['originalError']).toMatchObject({ ename: 'RangeError' });
    expect(JSON.stringify(third.outputs[0].metadata)).not.toContain('href');
    expect(fourth).toMatchObject({ hasStarted: false, result: null, outputs: [] });
  });

  it('opens no port where the system has sockets in the file system', async () => {
    const { session } = openSession();
    await run(session, '1');
    const [folder] = readdirSync(join(home, 'sockets'));
    const names = readdirSync(join(home, 'sockets', folder));
    expect(names.filter(name => name.startsWith('k-ipc-')).length).toBe(5);
    const [cell] = await run(session, 'process.pid');
    const pid = /\d+/.exec(cell.texts[0])![0];
    const sockets = execFileSync('ls', ['-l', `/proc/${pid}/fd`], { encoding: 'utf8' });
    const inodes = new Set([...sockets.matchAll(/socket:\[(\d+)\]/g)].map(([, inode]) => inode));
    const tcp = execFileSync('cat', [`/proc/${pid}/net/tcp`], { encoding: 'utf8' });
    expect(tcp.split('\n').filter(line => inodes.has(line.trim().split(/\s+/)[9]))).toEqual([]);
  });

  it('has a profile in its outputs, and tells how far a recording has come until it ends', async () => {
    const { session, heard } = openSession();
    const spin = 'const until = Date.now() + 3500;\nwhile (Date.now() < until) {}';
    const [cell] = await run(session, `%%profile\n${spin}`);
    expect(cell.outputs.at(-1)!.items[0].mime).toBe(PROFILE_MIME_TYPE);
    expect(cell.outputs.every(({ items }) => !items[0].mime.includes('progress'))).toBe(true);
    const told = heard.progress.filter(each => each !== null);
    expect(told.length).toBeGreaterThan(0);
    expect(told[0]).toMatchObject({ phase: 'recording', cellId: 'cell-0' });
    expect(heard.progress.at(-1)).toBe(null);
  });

  it('updates displays in other cells, and shows what comes after the end of a cell', async () => {
    const { session } = openSession();
    const [shown, updating, late] = await run(
      session,
      "import { newDisplay } from 'tslab';\nconst place = newDisplay();\nplace.text('before');",
      "place.text('after');",
      "const timer = setTimeout(() => console.log('late'), 300);"
    );
    expect(shown.texts).toEqual(['after']);
    expect(updating.outputs).toEqual([]);
    await vi.waitUntil(() => late.lateChanges > 0, WAIT);
    expect(late.texts).toEqual(['late\n']);
  });

  it('is interrupted while it computes, and runs the next cell', async () => {
    const { session } = openSession();
    const cells = ['console.log("begun"); while (true) {}', '1'].map(
      (code, index) => [new ShownTestCell(`cell-${index}`), code] as const
    );
    session.run(cells.map(([cell, code]) => cell.request(code)));
    const [[endless], [waiting]] = cells;
    await vi.waitUntil(() => endless.texts[0] === 'begun\n', WAIT);
    session.interrupt();
    expect(await endless.ended).toBe(false);
    expect(waiting).toMatchObject({ hasStarted: false, result: null });
    expect((await run(session, '2'))[0].texts).toEqual(['2']);
  });

  it('forgets its variables when it is restarted, also while a cell runs', async () => {
    const { session, heard } = openSession();
    await run(session, 'const kept = 1;');
    const endless = new ShownTestCell('endless');
    session.run([endless.request('console.log(kept); while (true) {}')]);
    await vi.waitUntil(() => endless.texts[0] === '1\n', WAIT);
    await session.restart();
    expect(await endless.ended).toBe(null);
    const [cell] = await run(session, 'typeof kept');
    expect(cell.executionCount).toBe(1);
    expect(cell.texts[0]).toMatch(/undefined|kept/);
    expect(heard.deaths).toEqual([]);
  });

  it('says that it ended, and how, and starts again for the next cell', async () => {
    const { session, heard } = openSession();
    const [cell, waiting] = await run(session, "process.kill(process.pid, 'SIGKILL')", '1');
    expect(cell.result).toBe(false);
    const { name, message } = JSON.parse(cell.texts[0]) as Record<string, string>;
    expect(name).toBe('KernelEnded');
    expect(message).toContain('by signal 9');
    expect(waiting.result).toBe(null);
    expect(heard.deaths).toEqual([message]);
    expect((await run(session, '3'))[0].texts).toEqual(['3']);
  });

  it('asks the user, who may answer, give no answer, or interrupt', async () => {
    const answers: (string | null)[] = ['Ada', null];
    const { session, heard } = openSession({ answer: () => answers.shift()! });
    const [first, second] = await run(session, "prompt('Who?')", "console.log(prompt('And?'))");
    expect(heard.prompts.map(prompt => prompt.trim())).toEqual(['Who?', 'And?']);
    expect(first.texts[0]).toContain('Ada');
    expect(second.texts[0]).toBe('null\n');
    const silent = openSession({ answer: () => new Promise(() => undefined) });
    const cell = new ShownTestCell('asking');
    silent.session.run([cell.request("prompt('Still?')")]);
    await vi.waitUntil(() => silent.heard.prompts.length > 0, WAIT);
    silent.session.interrupt();
    expect(await cell.ended).toBe(false);
  });

  it('completes and explains code by what cells have defined, with cursors in UTF-16', async () => {
    const { session } = openSession();
    expect(await session.question('complete', 'x', 1)).toBe(null);
    await run(session, 'const planets = { mercury: 1 };');
    const code = "'🪐'; planets.mer";
    const completion = await session.question('complete', code, code.length);
    expect(completion).toMatchObject({ matches: ['mercury'], cursor_end: [...code].length });
    const hover = await session.question('inspect', 'planets', 3);
    expect(JSON.stringify(hover)).toContain('mercury');
  });

  it('runs several notebooks at once, each with a kernel of its own', async () => {
    const sessions = [openSession(), openSession()];
    const [[first], [second]] = await Promise.all(
      sessions.map(({ session }, index) => run(session, `const mine = ${index}; process.pid`))
    );
    expect(first.texts[0]).not.toBe(second.texts[0]);
  });

  it('says what is missing: Python, its client, or the kernel', async () => {
    const nowhere = openSession({ python: join(home, 'nowhere', 'python') });
    const [refused] = await run(nowhere.session, '1');
    expect(refused).toMatchObject({ hasStarted: false, result: null });
    expect(nowhere.heard.failures[0].reason).toBe('noPython');
    const bare = join(home, 'bare');
    execFileSync(PYTHON, ['-m', 'venv', '--without-pip', bare]);
    const withoutClient = openSession({ python: join(bare, 'bin', 'python') });
    await run(withoutClient.session, '1');
    expect(withoutClient.heard.failures[0].reason).toBe('noClient');
  });
});
