import type { Event, TaskExecution } from 'vscode';

/**
 * Starts a task, and resolves to the first event of it that `on` has: also one that comes before VS Code has said that
 * the task runs, as that of a short program may. Rejects where the task cannot be started.
 */
export async function taskEvent<T extends { readonly execution: TaskExecution }>(
  start: () => PromiseLike<TaskExecution>,
  on: Event<T>
): Promise<T> {
  const events: T[] = [];
  let take = (event: T): unknown => events.push(event);
  const subscription = on(event => void take(event));
  try {
    const execution = await start();
    const isOwn = (event: T): boolean => event.execution === execution;
    return (
      events.find(isOwn) ??
      (await new Promise<T>(resolve => {
        take = event => isOwn(event) && resolve(event);
      }))
    );
  } finally {
    subscription.dispose();
  }
}
