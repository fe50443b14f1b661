import { explainDetached } from '../../base/detachedMethods';
import { defineAliases } from '../../base/snakeCase';
import { DOMAIN_NAMES } from './names';
import type { Counter, CounterValue } from './counter';
import type { Frame, Task } from './laneObject';
import type { Marker } from './marker';
import { NamedDomain } from './namedObject';

/** A custom category; its objects are under its name in `dumps` and in traces. */
export interface Domain extends NamedDomain {
  /** `new Task(this, name)`. */
  newTask(name: string): Task;
  /** `new Frame(this, name)`. */
  newFrame(name: string): Frame;
  /** `new Counter(this, name, value)`; a given `value` is recorded immediately. */
  newCounter(name: string, value?: CounterValue): Counter;
  /** `new Marker(this, name)`. */
  newMarker(name: string): Marker;
  /** `newTask`, as in Python. */
  readonly new_task: Domain['newTask'];
  /** `newFrame`, as in Python. */
  readonly new_frame: Domain['newFrame'];
  /** `newCounter`, as in Python. */
  readonly new_counter: Domain['newCounter'];
  /** `newMarker`, as in Python. */
  readonly new_marker: Domain['newMarker'];
}

/** Constructor of {@link Domain}. */
export interface DomainConstructor {
  /**
   * A group of tasks, frames, counters and markers, which `dumps` and traces show under its name.
   *
   * @throws ObjectNameError if `name` is not a string.
   */
  new (name: string): Domain;
}

/** Makes what belongs to a domain. */
export interface DomainMembers {
  task(domain: Domain, name: string): Task;
  frame(domain: Domain, name: string): Frame;
  counter(domain: Domain, name: string, value?: CounterValue): Counter;
  marker(domain: Domain, name: string): Marker;
}

class OwnDomain extends NamedDomain implements Domain {
  declare readonly new_task: Domain['newTask'];
  declare readonly new_frame: Domain['newFrame'];
  declare readonly new_counter: Domain['newCounter'];
  declare readonly new_marker: Domain['newMarker'];

  constructor(
    name: string,
    private readonly members: DomainMembers
  ) {
    super(name);
  }

  newTask(name: string): Task {
    return this.members.task(this, name);
  }

  newFrame(name: string): Frame {
    return this.members.frame(this, name);
  }

  newCounter(name: string, value?: CounterValue): Counter {
    return this.members.counter(this, name, value);
  }

  newMarker(name: string): Marker {
    return this.members.marker(this, name);
  }
}

defineAliases(OwnDomain.prototype, DOMAIN_NAMES);
explainDetached(OwnDomain, 'domain');

/** The class `Domain` whose members are made by `members`. */
export function createDomain(members: DomainMembers): DomainConstructor {
  return class Domain extends OwnDomain {
    constructor(name: string) {
      super(name, members);
    }
  };
}
