import { MEMORY_CATEGORIES } from '../../model/categories';
import type { CounterUnit } from '../../model/profile';
import type { CounterLog } from '../../record/counterSeriesLog';
import type { Recorder } from '../../record/recorder';
import type { NamedDomain } from './namedDomain';
import { domainName } from './namedDomain';
import { NamedObject } from './namedObject';
import type { ObjectContext } from './objectContext';
import { CounterValueError } from './objectErrors';

/**
 * A number that is recorded at each change, while recording is on. Bytes in the domains
 * `Device Storage` and `Pool Memory`, else a plain count.
 */
export interface Counter {
  readonly name: string;
  /** The present value, 0 at first; setting it is `setValue`, so that `c.value += 5` counts. */
  value: number;
  /** Sets the value. @throws CounterValueError for anything but a finite number. */
  setValue(value: number): this;
  /** Adds `delta`, 1 unless given. @throws CounterValueError for anything but a finite number. */
  increment(delta?: number): this;
  /** Takes `delta` off. @throws CounterValueError for anything but a finite number. */
  decrement(delta?: number): this;
  /** The name. */
  toString(): string;
}

/** How a {@link Counter} is made. */
export interface CounterConstructor {
  /**
   * A number that is recorded at each change; a `value` that is given is recorded at once.
   *
   * @throws ObjectDomainError when `domain` is none, ObjectNameError when `name` is no text,
   *   CounterValueError when `value` is no finite number.
   */
  new (domain: NamedDomain, name: string, value?: number): Counter;
}

/** The class `Counter` of one process. */
export function createCounter(context: ObjectContext): CounterConstructor {
  return class Counter extends RecordedCounter {
    constructor(domain: NamedDomain, name: string, value?: number) {
      super(context.recorder, name, domainName(domain, 'Counter'));
      if (value !== undefined && value !== null) this.setValue(value);
    }
  };
}

class RecordedCounter extends NamedObject implements Counter {
  private readonly unit: CounterUnit;
  private log: CounterLog | null = null;
  private generation = -1;
  private current = 0;

  constructor(
    private readonly recorder: Recorder,
    name: string,
    private readonly category: string
  ) {
    super('Counter', name);
    this.unit = MEMORY_CATEGORIES.includes(category) ? 'bytes' : 'count';
  }

  get value(): number {
    return this.current;
  }

  set value(value: number) {
    this.setValue(value);
  }

  // hot
  setValue(value: number): this {
    if (!Number.isFinite(value)) throw new CounterValueError(this.name, value);
    this.current = value;
    if (this.recorder.enabled) this.presentLog().set(value);
    return this;
  }

  // hot
  increment(delta = 1): this {
    if (!Number.isFinite(delta)) throw new CounterValueError(this.name, delta);
    return this.setValue(this.current + delta);
  }

  // hot
  decrement(delta = 1): this {
    if (!Number.isFinite(delta)) throw new CounterValueError(this.name, delta);
    return this.setValue(this.current - delta);
  }

  private presentLog(): CounterLog {
    const { generation } = this.recorder;
    if (this.log === null || this.generation !== generation) {
      this.generation = generation;
      this.log = this.recorder.counter(this.name, this.category, this.unit);
    }
    return this.log;
  }
}
