import type { LaneDuration } from './laneObject';
import { LaneObject } from './laneObject';
import type { NamedDomain } from './namedDomain';
import { domainName } from './namedDomain';
import type { ObjectContext } from './objectContext';

/** A piece of work of a domain. All runs of one name are one row of `dumps`. */
export type Task = LaneDuration;

/** How a {@link Task} is made. */
export interface TaskConstructor {
  /**
   * A piece of work of a domain, measured from `start` to `stop`, or by `run`; tasks may overlap.
   *
   * @throws ObjectDomainError when `domain` is none, ObjectNameError when `name` is no text.
   */
  new (domain: NamedDomain, name: string): Task;
}

/** The class `Task` of one process. */
export function createTask(context: ObjectContext): TaskConstructor {
  return class Task extends LaneObject {
    constructor(domain: NamedDomain, name: string) {
      super(context, 'Task', name, domainName(domain, 'Task'));
    }
  };
}
