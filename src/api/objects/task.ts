import type { Domain } from './domain';
import { domainName } from './domain';
import type { LaneDuration } from './laneObject';
import { LaneObject } from './laneObject';
import type { ObjectContext } from './objectContext';

/** A piece of work of a domain. All runs of one name are one row of `dumps`. */
export type Task = LaneDuration;

/** How a {@link Task} is made. @throws ObjectDomainError @throws ObjectNameError */
export type TaskConstructor = new (domain: Domain, name: string) => Task;

/** The class `Task` of one process. */
export function createTask(context: ObjectContext): TaskConstructor {
  return class Task extends LaneObject {
    constructor(domain: Domain, name: string) {
      super(context, 'Task', name, domainName(domain, 'Task'));
    }
  };
}
