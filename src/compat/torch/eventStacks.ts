import type { AnyEvent } from './events/averages';
import { EventOptionError } from './events/eventErrors';
import { shown } from '../../base/errors';

/** The metrics of {@link eventStacks}, in microseconds. */
const STACK_METRICS = ['self_cpu_time_total', 'self_cuda_time_total'] as const;

/** The time that folded stacks count, in microseconds; PyTorch's name, or in camel case. */
export type StackMetric = (typeof STACK_METRICS)[number] | 'selfCpuTimeTotal' | 'selfCudaTimeTotal';

const READERS: Readonly<Record<StackMetric, (event: AnyEvent) => number>> = {
  self_cpu_time_total: event => event.selfCpuTimeTotal,
  selfCpuTimeTotal: event => event.selfCpuTimeTotal,
  self_cuda_time_total: event => event.selfDeviceTimeTotal,
  selfCudaTimeTotal: event => event.selfDeviceTimeTotal
};

/**
 * Folded stacks, for flame graphs: for each event with a stack a line of its frames from the root
 * on, joined by semicolons, and whole microseconds. Events of less than one are left out. Spaces,
 * tabs, line ends and semicolons of frames become underscores.
 *
 * @throws EventOptionError for another metric, with the list of those that there are.
 */
export function eventStacks(events: Iterable<AnyEvent>, metric: StackMetric): string {
  if (typeof metric !== 'string' || !Object.hasOwn(READERS, metric)) {
    const known = STACK_METRICS.map(name => `'${name}'`).join(', ');
    throw new EventOptionError(`metric should be one of: [${known}], not ${shown(metric)}`);
  }
  const read = READERS[metric];
  const lines: string[] = [];
  for (const event of events) {
    const value = Math.trunc(read(event));
    if (event.stack.length > 0 && value > 0) {
      lines.push(`${foldedStack(event.stack)} ${BigInt(value)}\n`);
    }
  }
  return lines.join('');
}

function foldedStack(stack: readonly string[]): string {
  return stack
    .map(entry => entry.replace(/[ ;\t\n]/g, '_'))
    .reverse()
    .join(';');
}
