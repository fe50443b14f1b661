import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { childChannel } from '../../../../src/engine/members/rankChannel';

/** A child whose channel closes, and how the channel says that it ended. */
function closing() {
  const child = Object.assign(new EventEmitter(), {
    ...{ pid: 7, exitCode: null, signalCode: null as string | null }
  });
  const how = new Promise<string>(resolve => {
    const events = { onMessage: () => undefined, onEnd: resolve };
    childChannel(child as unknown as ChildProcess, events);
  });
  child.emit('disconnect');
  const kill = (): void => {
    child.signalCode = 'SIGKILL';
    child.emit('exit', null, 'SIGKILL');
  };
  return { how, kill };
}

it('says how a child ended that has closed its channel just before', async () => {
  const { how, kill } = closing();
  await turn();
  kill();
  expect(await how).toBe('was ended by SIGKILL');
});

it('says so of one whose end is read late, as this process was stopped', async () => {
  await turn();
  // comes in a later turn than the limit, although it was there before
  const { how, kill } = closing();
  setImmediate(kill);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700);
  expect(await how).toBe('was ended by SIGKILL');
});

it('says of one that lives on that it has closed its channel', async () => {
  expect(await closing().how).toBe('has closed its channel');
});
