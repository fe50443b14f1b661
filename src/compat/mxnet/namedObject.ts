import { ObjectDomainError, ObjectNameError } from './objectErrors';

/** Something that has a name for life and prints as it. */
export abstract class NamedObject {
  readonly #givenName: string;

  /**
   * @param kind the kind of the object in error texts
   * @throws ObjectNameError if `name` is not a string.
   */
  constructor(
    protected readonly kind: string,
    name: unknown
  ) {
    if (typeof name !== 'string') throw new ObjectNameError(kind, name);
    this.#givenName = name;
  }

  /** The name it was made with; may be empty. */
  get name(): string {
    return this.#givenName;
  }

  /** The name. */
  toString(): string {
    return this.#givenName;
  }

  /** The value for `JSON.stringify`: the name. */
  toJSON(): string {
    return this.#givenName;
  }

  /** The output of `console.log` and of the last line of a cell: the name. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return this.#givenName;
  }
}

/** Base of domains, with which other objects are made: the domain's name is their category. */
export abstract class NamedDomain extends NamedObject {
  constructor(name: string) {
    super('Domain', name);
  }
}

/** The name of `domain`. @throws ObjectDomainError when it is none. */
export function domainName(domain: unknown, kind: string): string {
  if (!(domain instanceof NamedDomain)) throw new ObjectDomainError(kind, domain);
  return domain.name;
}
