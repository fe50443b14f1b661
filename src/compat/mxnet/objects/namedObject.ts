import { ObjectNameError } from './objectErrors';

/** Something that has a name for life and prints as it. */
export abstract class NamedObject {
  private readonly givenName: string;

  /**
   * @param kind what error texts call the object
   * @throws ObjectNameError when `name` is no text.
   */
  constructor(
    protected readonly kind: string,
    name: unknown
  ) {
    if (typeof name !== 'string') throw new ObjectNameError(kind, name);
    this.givenName = name;
  }

  /** The name it was made with; may be empty. */
  get name(): string {
    return this.givenName;
  }

  /** The name. */
  toString(): string {
    return this.givenName;
  }

  /** What `JSON.stringify` writes: the name. */
  toJSON(): string {
    return this.givenName;
  }

  /** What `console.log` and the last line of a cell show: the name. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return this.givenName;
  }
}
