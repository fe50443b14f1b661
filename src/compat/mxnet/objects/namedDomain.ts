import { NamedObject } from './namedObject';
import { ObjectDomainError } from './objectErrors';

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
