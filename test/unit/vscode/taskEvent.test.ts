import { describe, expect, it } from 'vitest';
import type { TaskExecution } from 'vscode';
import { taskEvent } from '../../../vscode/src/host/taskEvent';

interface Ended {
  readonly execution: TaskExecution;
  readonly exitCode: number;
}

/** The end of tasks, and who listens to it. */
function ends() {
  const listeners = new Set<(end: Ended) => void>();
  return {
    listeners,
    fire: (execution: TaskExecution, exitCode: number) =>
      listeners.forEach(listener => listener({ execution, exitCode })),
    on: (listener: (end: Ended) => void) => {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    }
  };
}

const execution = (): TaskExecution => ({}) as TaskExecution;

describe('the event of a task', () => {
  it('counts when it comes before the task is known to run', async () => {
    const { fire, on, listeners } = ends();
    const [own, other] = [execution(), execution()];
    const start = (): Promise<TaskExecution> => {
      fire(other, 1);
      fire(own, 2);
      return Promise.resolve(own);
    };
    expect(await taskEvent(start, on)).toEqual({ execution: own, exitCode: 2 });
    expect(listeners.size).toBe(0);
  });

  it('is awaited while others end', async () => {
    const { fire, on, listeners } = ends();
    const own = execution();
    const event = taskEvent(() => Promise.resolve(own), on);
    for (const code of [1, 3]) {
      await new Promise(resolve => setTimeout(resolve));
      fire(execution(), code);
    }
    await new Promise(resolve => setTimeout(resolve));
    fire(own, 4);
    expect((await event).exitCode).toBe(4);
    expect(listeners.size).toBe(0);
  });

  it('is none of a task that cannot be started', async () => {
    const { on, listeners } = ends();
    const start = (): Promise<TaskExecution> => Promise.reject(new Error('no such program'));
    await expect(taskEvent(start, on)).rejects.toThrow('no such program');
    expect(listeners.size).toBe(0);
  });
});
