import { explainDetached } from '../../base/detachedMethods';
import { defineAliases } from '../../base/snakeCase';
import { MEMORY_CATEGORIES } from '../../model/profile/categories';
import type { CounterUnit } from '../../model/profile/profile';
import type { CounterLog } from '../../record/logs/counterSeriesLog';
import type { Recorder } from '../../record/recorder';
import { COUNTER_NAMES } from './names';
import { type NamedDomain, NamedObject, domainName } from './namedObject';
import type { ObjectContext } from './objectContext';
import { CounterAdditionError, CounterValueError } from './objectErrors';

/** A finite number, or a bigint that is a safe integer, which counts as that number. */
export type CounterValue = number | bigint;

/**
 * A number that is recorded at each change, while recording is on. Bytes in the domains
 * `Device Storage` and `Pool Memory`, else a plain count.
 */
export interface Counter {
  /** The name it was made with; may be empty. */
  readonly name: string;
  /**
   * The present value, 0 at first. Setting it records the value with its fraction, so that `c.value += 0.5`
   * counts. @throws CounterValueError for anything but a finite number.
   */
  value: number;
  /**
   * Sets the value to the whole part of a number, as in MXNet. @throws CounterValueError for anything
   * but a {@link CounterValue}.
   */
  setValue(value: CounterValue): this;
  /** Adds the whole part of `delta`, 1 unless given. @throws CounterValueError as `setValue`. */
  increment(delta?: CounterValue): this;
  /** Takes the whole part of `delta` off. @throws CounterValueError as `setValue`. */
  decrement(delta?: CounterValue): this;
  /** `setValue`, as in Python. */
  readonly set_value: Counter['setValue'];
  /** The name. */
  toString(): string;
}

/** Constructor of {@link Counter}. */
export interface CounterConstructor {
  /**
   * A number that is recorded at each change; a given `value` is recorded immediately.
   *
   * @throws ObjectDomainError if `domain` is not a domain, ObjectNameError if `name` is not a string,
   *   CounterValueError if `value` is not a valid number.
   */
  new (domain: NamedDomain, name: string, value?: CounterValue): Counter;
}

/** The class `Counter` of one process. */
export function createCounter(context: ObjectContext): CounterConstructor {
  return class Counter extends RecordedCounter {
    constructor(domain: NamedDomain, name: string, value?: CounterValue) {
      super(context.recorder, name, domainName(domain, 'Counter'));
      if (value !== undefined && value !== null) this.setValue(value);
    }
  };
}

class RecordedCounter extends NamedObject implements Counter {
  declare readonly set_value: Counter['setValue'];
  readonly #unit: CounterUnit;
  #log: CounterLog | null = null;
  #generation = -1;
  #current = 0;

  constructor(
    private readonly recorder: Recorder,
    name: string,
    private readonly category: string
  ) {
    super('Counter', name);
    this.#unit = MEMORY_CATEGORIES.includes(category) ? 'bytes' : 'count';
  }

  get value(): number {
    return this.#current;
  }

  set value(value: number) {
    this.#take(this.#numberOf(value));
  }

  // hot
  setValue(value: CounterValue): this {
    return this.#take(this.#wholeOf(value));
  }

  // hot
  increment(delta: CounterValue = 1): this {
    return this.#take(this.#numberOf(this.#current + this.#wholeOf(delta)));
  }

  // hot
  decrement(delta: CounterValue = 1): this {
    return this.#take(this.#numberOf(this.#current - this.#wholeOf(delta)));
  }

  /** @throws CounterAdditionError: `counter += 1` would replace the counter by a text. */
  [Symbol.toPrimitive](hint: string): string {
    if (hint !== 'string') throw new CounterAdditionError(this.name);
    return this.name;
  }

  // hot
  #take(value: number): this {
    this.#current = value;
    if (this.recorder.enabled) this.#presentLog().set(value);
    return this;
  }

  // hot
  #wholeOf(value: CounterValue): number {
    // The sum makes 0 of -0.
    return Math.trunc(this.#numberOf(value)) + 0;
  }

  // hot
  #numberOf(value: CounterValue): number {
    const number = typeof value === 'bigint' ? safeNumber(value) : value;
    if (!Number.isFinite(number)) throw new CounterValueError(this.name, value);
    return number;
  }

  #presentLog(): CounterLog {
    const { generation } = this.recorder;
    if (this.#log === null || this.#generation !== generation) {
      this.#generation = generation;
      this.#log = this.recorder.counter(this.name, this.category, this.#unit);
    }
    return this.#log;
  }
}

defineAliases(RecordedCounter.prototype, COUNTER_NAMES);

/** A bigint as the number it is; NaN where no number is exactly that. */
function safeNumber(value: bigint): number {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : NaN;
}

explainDetached(RecordedCounter, 'counter', 'fixed');
