import { describe, expect, it } from 'vitest';
import type { BridgeCommand, BridgeEvent } from '../../../../vscode/src/controller/bridgeMessages';
import type { KernelListener } from '../../../../vscode/src/controller/kernelProcess';
import {
  KernelSession,
  type StartFailure,
  StartRefused
} from '../../../../vscode/src/controller/kernelSession';
import { type ShownOutput, ShownTestCell } from '../../../support/shownCells';

/** A kernel that does what a test says. */
interface Kernel {
  readonly commands: BridgeCommand[];
  readonly isDisposed: boolean;
  say(event: BridgeEvent): Promise<void>;
  end(errors?: string): Promise<void>;
}

/** Lets everything happen that waits for nothing. */
const settled = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

function openSession({ isTrusted = true } = {}) {
  const kernels: Kernel[] = [];
  const failures: StartFailure[] = [];
  const deaths: string[] = [];
  const questions: { readonly prompt: string; readonly ended: AbortSignal }[] = [];
  let answer: (value: string | null) => void = () => undefined;
  const start = (listener: KernelListener) => {
    if (!isTrusted) throw new StartRefused({ reason: 'untrusted', detail: '' });
    const commands: BridgeCommand[] = [];
    const state = { isDisposed: false };
    kernels.push({
      commands,
      get isDisposed() {
        return state.isDisposed;
      },
      say: event => {
        listener.onEvent(event);
        return settled();
      },
      end: (errors = '') => {
        listener.onEnd({ hasStarted: true, errors });
        return settled();
      }
    });
    return {
      send: (command: BridgeCommand) => void commands.push(command),
      dispose: async () => {
        state.isDisposed = true;
        listener.onEnd({ hasStarted: true, errors: '' });
      }
    };
  };
  const session = new KernelSession<ShownOutput>({
    start,
    ask: (prompt, _, ended) => {
      questions.push({ prompt, ended });
      return new Promise(resolve => (answer = resolve));
    },
    onProgress: () => undefined,
    onStart: () => undefined,
    onFailure: failure => failures.push(failure),
    onDeath: sentence => deaths.push(sentence)
  });
  const run = async (...names: readonly string[]): Promise<ShownTestCell[]> => {
    const cells = names.map(name => new ShownTestCell(name));
    session.run(cells.map(cell => cell.request(`code of ${cell.cellId}`)));
    await settled();
    return cells;
  };
  return {
    ...{ session, kernels, failures, deaths, questions, run },
    answer: (value: string | null) => answer(value)
  };
}

/** The reply to a request, and that the kernel is idle after it. */
async function finish(kernel: Kernel, id: number, status = 'ok'): Promise<void> {
  await kernel.say({ event: 'reply', id, type: 'execute_reply', content: { status } });
  const content = { execution_state: 'idle' };
  await kernel.say({ event: 'message', id, type: 'status', content });
}

const idsOf = ({ commands }: Kernel): number[] =>
  commands.flatMap(command => (command.command === 'execute' ? [command.id] : []));

describe('the kernel of a notebook', () => {
  it('is started once for all cells, and runs them one after another', async () => {
    const { kernels, run } = openSession();
    const [first, second] = await run('first', 'second');
    expect(first.hasStarted).toBe(false);
    await kernels[0].say({ event: 'ready' });
    expect([first.hasStarted, second.hasStarted]).toEqual([true, false]);
    expect(kernels[0].commands).toEqual([
      { command: 'execute', id: idsOf(kernels[0])[0], code: 'code of first', cellId: 'first' }
    ]);
    await finish(kernels[0], idsOf(kernels[0])[0]);
    expect([first.result, second.hasStarted]).toEqual([true, true]);
    await finish(kernels[0], idsOf(kernels[0])[1]);
    expect([second.result, kernels.length]).toEqual([true, 1]);
  });

  it('ends a cell when both its reply and the last of its outputs have come', async () => {
    const { kernels, run } = openSession();
    const [cell] = await run('cell');
    await kernels[0].say({ event: 'ready' });
    const [id] = idsOf(kernels[0]);
    const content = { status: 'ok' };
    await kernels[0].say({ event: 'reply', id, type: 'execute_reply', content });
    expect(cell.result).toBeUndefined();
    const out = { name: 'stdout', text: 'last' };
    await kernels[0].say({ event: 'message', id, type: 'stream', content: out });
    await finish(kernels[0], id);
    expect(cell).toMatchObject({ result: true, texts: ['last'], lateChanges: 0 });
  });

  it('runs no cell after one that failed, nor after an interrupt', async () => {
    const { session, kernels, run } = openSession();
    const failing = await run('a', 'b', 'c');
    await kernels[0].say({ event: 'ready' });
    await finish(kernels[0], idsOf(kernels[0])[0], 'error');
    expect(failing.map(({ result }) => result)).toEqual([false, null, null]);
    const interrupted = await run('d', 'e');
    session.interrupt();
    expect(kernels[0].commands.at(-1)).toEqual({ command: 'interrupt' });
    expect(interrupted.map(({ result }) => result)).toEqual([undefined, null]);
    await finish(kernels[0], idsOf(kernels[0]).at(-1)!, 'error');
    expect([interrupted[0].result, session.isBusy]).toEqual([false, false]);
  });

  it('is given up by an interrupt while it starts', async () => {
    const { session, kernels, failures, run } = openSession();
    const [cell] = await run('cell');
    session.interrupt();
    await settled();
    expect([cell.result, kernels[0].isDisposed, failures]).toEqual([null, true, []]);
  });

  it('is never started in Restricted Mode, whatever is asked', async () => {
    const { session, kernels, failures, run } = openSession({ isTrusted: false });
    const cells = await run('a', 'b');
    await session.restart();
    expect(await session.question('complete', 'a', 1)).toBe(null);
    expect(kernels).toEqual([]);
    expect(cells.map(({ result, hasStarted }) => [result, hasStarted])).toEqual([
      [null, false],
      [null, false]
    ]);
    expect(failures.map(({ reason }) => reason)).toEqual(['untrusted', 'untrusted']);
  });

  it('says what the program said last when it does not start', async () => {
    const { kernels, failures, run } = openSession();
    const [cell] = await run('cell');
    await kernels[0].say({ event: 'failed', reason: 'start', text: 'it died' });
    await kernels[0].end('there is no Node here\n');
    expect(failures).toEqual([{ reason: 'start', detail: 'it died\nthere is no Node here' }]);
    expect(cell).toMatchObject({ hasStarted: false, result: null });
    await run('again');
    expect(kernels.length).toBe(2);
  });

  it('is told of as ended once, and started anew at once for the next cell', async () => {
    const { kernels, deaths, run } = openSession();
    const [running, waiting] = await run('running', 'waiting');
    await kernels[0].say({ event: 'ready' });
    await kernels[0].say({ event: 'died', code: -11 });
    const [next] = await run('next');
    await kernels[0].end();
    expect(deaths).toEqual([expect.stringContaining('by signal 11')]);
    expect([running.result, waiting.result, next.result]).toEqual([false, null, undefined]);
    await kernels[1].say({ event: 'ready' });
    await finish(kernels[1], idsOf(kernels[1])[0]);
    expect(next.result).toBe(true);
  });

  it('is told of as gone where its program ended without a word', async () => {
    const { kernels, deaths, run } = openSession();
    const [cell] = await run('cell');
    await kernels[0].say({ event: 'ready' });
    await kernels[0].end();
    expect([deaths.length, cell.result]).toEqual([1, false]);
  });

  it('has no word of an old kernel after a restart', async () => {
    const { session, kernels, deaths, run } = openSession();
    const [cell] = await run('cell');
    await kernels[0].say({ event: 'ready' });
    const [id] = idsOf(kernels[0]);
    const restarted = session.restart();
    await settled();
    await kernels[1].say({ event: 'ready' });
    await restarted;
    await finish(kernels[0], id);
    expect([cell.result, deaths, kernels[0].isDisposed]).toEqual([null, [], true]);
  });

  it('gets the answer to its last question only, and none after an interrupt', async () => {
    const { session, kernels, questions, answer, run } = openSession();
    await run('cell');
    await kernels[0].say({ event: 'ready' });
    await kernels[0].say({ event: 'asked', prompt: 'One?', isPassword: false });
    answer('1');
    await settled();
    expect(kernels[0].commands.at(-1)).toEqual({ command: 'answer', value: '1' });
    await kernels[0].say({ event: 'asked', prompt: 'Two?', isPassword: false });
    session.interrupt();
    expect(questions[1].ended.aborted).toBe(true);
    answer('2');
    await settled();
    expect(kernels[0].commands.at(-1)).toEqual({ command: 'interrupt' });
  });

  it('answers about code with cursors in characters, and few questions at a time', async () => {
    const { session, kernels, run } = openSession();
    await run('cell');
    await kernels[0].say({ event: 'ready' });
    await finish(kernels[0], idsOf(kernels[0])[0]);
    const asked = [1, 2, 3, 4, 5].map(() => session.question('inspect', '🪐.x', 4));
    expect(await asked[4]).toBe(null);
    const sent = kernels[0].commands.filter(({ command }) => command === 'inspect');
    expect(sent.map(command => 'cursor' in command && command.cursor)).toEqual([3, 3, 3, 3]);
    const { id } = sent[0] as { readonly id: number };
    await kernels[0].say({ event: 'reply', id, type: 'inspect_reply', content: { found: true } });
    expect(await asked[0]).toEqual({ found: true });
    await session.dispose();
    expect(await Promise.all(asked.slice(1))).toEqual([null, null, null, null]);
  });
});
