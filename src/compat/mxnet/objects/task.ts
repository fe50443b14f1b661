import { type LaneDuration, LaneObject } from './laneObject';
import { type NamedDomain, domainName } from './namedObject';
import type { ObjectContext } from './objectContext';

/** A piece of work of a domain. All runs of one name are one row of `dumps`. */
export type Task = LaneDuration;

/** Constructor of {@link Task}. */
export interface TaskConstructor {
  /**
   * A piece of work of a domain, measured from `start` to `stop`, or by `run`; tasks may overlap.
   *
   * @throws ObjectDomainError if `domain` is not a domain, ObjectNameError if `name` is not a string.
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
