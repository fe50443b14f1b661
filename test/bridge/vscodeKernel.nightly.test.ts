import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { PROFILE_MIME_TYPE } from '../../src/model';
import { ShownTestCell } from '../support/shownCells';
import { PYTHON, WAIT, runCells, useSessions } from './vscodeSessions';

describe('a kernel of VS Code from its start to its end', () => {
  const used = useSessions();

  it('has a profile in its outputs, and tells how far a recording has come until it ends', async () => {
    const { session, heard } = used.open();
    const spin = 'const until = Date.now() + 3500;\nwhile (Date.now() < until) {}';
    const [cell] = await runCells(session, `%%profile\n${spin}`);
    expect(cell.outputs.at(-1)!.items[0].mime).toBe(PROFILE_MIME_TYPE);
    expect(cell.outputs.every(({ items }) => !items[0].mime.includes('progress'))).toBe(true);
    const told = heard.progress.filter(each => each !== null);
    expect(told.length).toBeGreaterThan(0);
    expect(told[0]).toMatchObject({ phase: 'recording', cellId: 'cell-0' });
    expect(heard.progress.at(-1)).toBe(null);
  });

  it('forgets its variables when it is restarted, also while a cell runs', async () => {
    const { session, heard } = used.open();
    await runCells(session, 'const kept = 1;');
    const endless = new ShownTestCell('endless');
    session.run([endless.request('console.log(kept); while (true) {}')]);
    await vi.waitUntil(() => endless.texts[0] === '1\n', WAIT);
    await session.restart();
    expect(await endless.ended).toBe(null);
    const [cell] = await runCells(session, 'typeof kept');
    expect(cell.executionCount).toBe(1);
    expect(cell.texts[0]).toMatch(/undefined|kept/);
    expect(heard.deaths).toEqual([]);
  });

  it('says that it ended, and how, and starts again for the next cell', async () => {
    const { session, heard } = used.open();
    const [cell, waiting] = await runCells(session, "process.kill(process.pid, 'SIGKILL')", '1');
    expect(cell.result).toBe(false);
    const { name, message } = JSON.parse(cell.texts[0]) as Record<string, string>;
    expect(name).toBe('KernelEnded');
    expect(message).toContain('by signal 9');
    expect(waiting.result).toBe(null);
    expect(heard.deaths).toEqual([message]);
    expect((await runCells(session, '3'))[0].texts).toEqual(['3']);
  });

  it('runs several notebooks at once, each with a kernel of its own', async () => {
    const sessions = [used.open(), used.open()];
    const [[first], [second]] = await Promise.all(
      sessions.map(({ session }, index) => runCells(session, `const mine = ${index}; process.pid`))
    );
    expect(first.texts[0]).not.toBe(second.texts[0]);
  });

  it('says what is missing: Python, or its client', async () => {
    const nowhere = used.open(join(used.folder, 'nowhere', 'python'));
    const [refused] = await runCells(nowhere.session, '1');
    expect(refused).toMatchObject({ hasStarted: false, result: null });
    expect(nowhere.heard.failures[0].reason).toBe('noPython');
    const bare = join(used.folder, 'bare');
    execFileSync(PYTHON, ['-m', 'venv', '--without-pip', bare]);
    const withoutClient = used.open(join(bare, 'bin', 'python'));
    await runCells(withoutClient.session, '1');
    expect(withoutClient.heard.failures[0].reason).toBe('noClient');
  });
});
