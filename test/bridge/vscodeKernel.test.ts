import { execFileSync } from 'node:child_process';
import { readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ShownTestCell } from '../support/shownCells';
import { type OpenSession, WAIT, runCells, useSessions } from './vscodeSessions';

describe('a kernel that VS Code runs by itself', () => {
  const used = useSessions({ isShared: true });
  let shared: OpenSession;
  beforeAll(() => void (shared = used.open()));

  it('shows results, streams and errors with links, and stops at the first error', async () => {
    const { session } = shared;
    const [first, second, third, fourth] = await runCells(
      session,
      'const a = 20;\nconsole.log("one"); console.log("two"); console.error("bad");',
      'process.cwd()',
      'function fail() {\n  throw new RangeError("too far");\n}\nfail();',
      'console.log(a)'
    );
    expect(first.texts).toEqual(['one\ntwo\n', 'bad\n']);
    expect(second.texts[0]).toContain(realpathSync(used.folder));
    expect(second.outputs[0].metadata).toMatchObject({
      outputType: 'execute_result',
      executionCount: second.executionCount
    });
    expect(third.result).toBe(false);
    const error = JSON.parse(third.texts[0]) as Record<string, string>;
    expect(error).toMatchObject({ name: 'RangeError', message: 'too far' });
    const count = String(third.executionCount);
    expect(error.stack).toContain(
      `<a href='vscode-notebook-cell:?execution_count=${count}&line=2'>Cell [${count}]:2:9</a>`
    );
    expect(third.outputs[0].metadata['originalError']).toMatchObject({ ename: 'RangeError' });
    expect(JSON.stringify(third.outputs[0].metadata)).not.toContain('href');
    expect(fourth).toMatchObject({ hasStarted: false, result: null, outputs: [] });
  });

  it('opens no port where the system has sockets in the file system', async () => {
    const { session } = shared;
    await runCells(session, '1');
    const [folder] = readdirSync(used.sockets);
    const names = readdirSync(join(used.sockets, folder));
    expect(names.filter(name => name.startsWith('k-ipc-')).length).toBe(5);
    const [cell] = await runCells(session, 'process.pid');
    const pid = /\d+/.exec(cell.texts[0])![0];
    const sockets = execFileSync('ls', ['-l', `/proc/${pid}/fd`], { encoding: 'utf8' });
    const inodes = new Set([...sockets.matchAll(/socket:\[(\d+)\]/g)].map(([, inode]) => inode));
    const tcp = execFileSync('cat', [`/proc/${pid}/net/tcp`], { encoding: 'utf8' });
    expect(tcp.split('\n').filter(line => inodes.has(line.trim().split(/\s+/)[9]))).toEqual([]);
  });

  it('updates displays in other cells, and shows what comes after the end of a cell', async () => {
    const { session } = shared;
    const [shown, updating, late] = await runCells(
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
    const { session } = shared;
    const cells = ['console.log("begun"); while (true) {}', '1'].map(
      (code, index) => [new ShownTestCell(`cell-${index}`), code] as const
    );
    session.run(cells.map(([cell, code]) => cell.request(code)));
    const [[endless], [waiting]] = cells;
    await vi.waitUntil(() => endless.texts[0] === 'begun\n', WAIT);
    session.interrupt();
    expect(await endless.ended).toBe(false);
    expect(waiting).toMatchObject({ hasStarted: false, result: null });
    expect((await runCells(session, '2'))[0].texts).toEqual(['2']);
  });

  it('asks the user, who may answer, give no answer, or interrupt', async () => {
    const { session, heard, answers } = shared;
    answers.push('Ada', null);
    const [first, second] = await runCells(
      session,
      "prompt('Who?')",
      "console.log(prompt('And?'))"
    );
    expect(heard.prompts.map(prompt => prompt.trim())).toEqual(['Who?', 'And?']);
    expect(first.texts[0]).toContain('Ada');
    expect(second.texts[0]).toBe('null\n');
    const cell = new ShownTestCell('asking');
    session.run([cell.request("prompt('Still?')")]);
    await vi.waitUntil(() => heard.prompts.length > 2, WAIT);
    session.interrupt();
    expect(await cell.ended).toBe(false);
  });

  it('completes and explains code by what cells have defined, with cursors in UTF-16', async () => {
    const { session } = shared;
    expect(await used.open().session.question('complete', 'x', 1)).toBe(null);
    await runCells(session, 'const planets = { mercury: 1 };');
    const code = "'🪐'; planets.mer";
    const completion = await session.question('complete', code, code.length);
    expect(completion).toMatchObject({ matches: ['mercury'], cursor_end: [...code].length });
    const hover = await session.question('inspect', 'planets', 3);
    expect(JSON.stringify(hover)).toContain('mercury');
  });
});
