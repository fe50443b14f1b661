import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CallProcesses, type McpCall } from '../../../../src/cli/mcp/callProcesses';
import { useFolder } from '../../../support/folders';

const folder = useFolder();
const CALL: McpCall = { tool: 'list', folder, args: {} };
const never = new AbortController().signal;

/** Processes that run this code with `call`; `answer` sends a text. */
function processes(code: string, { timeMs = 600_000, callsAtOnce = 2 } = {}): CallProcesses {
  const script = path.join(folder, `${readdirSync(folder).length}.cjs`);
  writeFileSync(
    script,
    `const answer = text => process.send({ text, isError: false }, () => process.disconnect());
    process.once('message', call => { ${code} });`
  );
  const made = new CallProcesses(script, { timeMs, callsAtOnce });
  onTestFinished(() => made.dispose());
  return made;
}

describe('a call', () => {
  it('is answered by a process that gets it', async () => {
    const calls = processes('answer(JSON.stringify(call.args));');
    const answer = await calls.answer({ ...CALL, args: { file: 'a.kscope' } }, never);
    expect(answer).toEqual({ text: '{"file":"a.kscope"}', isError: false });
  });

  it('is an error where its process ends before', async () => {
    const { text, isError } = await processes('process.exit(3)').answer(CALL, never);
    expect(isError).toBe(true);
    expect(text).toMatch(/^The call failed: its process ended with code 3 before/);
    const killed = processes("process.kill(process.pid, 'SIGKILL')");
    expect((await killed.answer(CALL, never)).text).toContain('ended by SIGKILL');
  });

  it('is an error where its process cannot be started', async () => {
    const calls = new CallProcesses(path.join(folder, 'none.cjs'), {
      timeMs: 600_000,
      callsAtOnce: 1
    });
    expect((await calls.answer(CALL, never)).isError).toBe(true);
  });

  it('fails alone where no folder can be made for it', async () => {
    const calls = processes("answer('done');", { callsAtOnce: 1 });
    const usual = process.env.TMPDIR;
    onTestFinished(() => {
      if (usual === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = usual;
    });
    process.env.TMPDIR = path.join(folder, 'absent');
    await expect(calls.answer(CALL, never)).rejects.toThrow('ENOENT');
    process.env.TMPDIR = folder;
    expect((await calls.answer(CALL, never)).text).toBe('done');
  });

  it('is stopped when it takes too long, also in a loop', async () => {
    const calls = processes('for (;;);', { timeMs: 1 });
    const answer = await calls.answer(CALL, never);
    expect(answer).toEqual({
      text: 'The call was stopped because it took longer than 0.001 s.',
      isError: true
    });
  });

  it('is stopped when it is cancelled', async () => {
    const cancelled = new AbortController();
    const answer = processes('for (;;);').answer(CALL, cancelled.signal);
    cancelled.abort();
    expect(await answer).toEqual({ text: 'The call was cancelled.', isError: true });
  });

  it('has a temporary folder of its own, which is removed also when it is stopped', async () => {
    const calls = processes(
      "const file = require('node:os').tmpdir(); require('node:fs').writeFileSync(file + '/copy', ''); answer(file);"
    );
    const { text } = await calls.answer(CALL, never);
    expect(text).toContain('kernelscope-mcp-');
    expect(existsSync(text)).toBe(false);
  });

  it('waits for its turn, and is not started if it was cancelled by then', async () => {
    const started = path.join(folder, 'started');
    const code = `require('node:fs').appendFileSync(${JSON.stringify(started)}, 'x');
      if (call.args.hang) for (;;); else answer('done');`;
    const calls = processes(code, { callsAtOnce: 1 });
    const [first, second] = [new AbortController(), new AbortController()];
    const answers = [
      calls.answer({ ...CALL, args: { hang: true } }, first.signal),
      calls.answer(CALL, second.signal),
      calls.answer(CALL, never)
    ];
    second.abort();
    const size = (): number => statSync(started, { throwIfNoEntry: false })?.size ?? 0;
    while (size() === 0) await new Promise(resolve => setTimeout(resolve, 5));
    first.abort();
    const texts = (await Promise.all(answers)).map(({ text }) => text);
    expect(texts).toEqual(['The call was cancelled.', 'The call was cancelled.', 'done']);
    expect(size()).toBe(2);
  });

  it('is given up when all are', async () => {
    const calls = processes('for (;;);', { callsAtOnce: 1 });
    const answers = [calls.answer(CALL, never), calls.answer(CALL, never)];
    await Promise.resolve();
    calls.dispose();
    for (const answer of await Promise.all(answers)) expect(answer.isError).toBe(true);
  });
});
