import { explainDetached } from '../../base/detachedMethods';
import { markerCategory } from '../../model/profile/categories';
import { InstantScope, type LabelIndex } from '../../model/profile/profile';
import { type NamedDomain, NamedObject, domainName } from './namedObject';
import type { ObjectContext } from './objectContext';
import { MarkerScopeError } from './objectErrors';

/** The scope of a mark: everything, its process, its thread, a task, or only itself. */
export type MarkerScope = keyof typeof InstantScope;

/** A moment with a name. */
export interface Marker {
  /** The name it was made with; may be empty. */
  readonly name: string;
  /** The domain it was made with, under which traces show it. */
  readonly domain: NamedDomain;
  /** Records this moment while recording is on. @throws MarkerScopeError for another scope. */
  mark(scope?: MarkerScope): void;
  /** The name. */
  toString(): string;
}

/** Constructor of {@link Marker}. */
export interface MarkerConstructor {
  /**
   * A moment of a domain, recorded by each `mark`.
   *
   * @throws ObjectDomainError if `domain` is not a domain, ObjectNameError if `name` is not a string.
   */
  new (domain: NamedDomain, name: string): Marker;
}

/** The class `Marker` of one process. */
export function createMarker(context: ObjectContext): MarkerConstructor {
  const { recorder } = context;
  class Marker extends NamedObject {
    readonly #category: string;
    #label: LabelIndex | null = null;

    constructor(
      readonly domain: NamedDomain,
      name: string
    ) {
      super('Marker', name);
      this.#category = markerCategory(domainName(domain, 'Marker'));
    }

    // hot
    mark(scope: MarkerScope = 'process'): void {
      if (typeof InstantScope[scope] !== 'number') {
        throw new MarkerScopeError(scope, Object.keys(InstantScope).sort());
      }
      if (!recorder.enabled) return;
      this.#label ??= recorder.label(this.name, this.#category);
      recorder.instant(this.#label, scope);
    }
  }
  explainDetached(Marker, 'marker', 'fixed');
  return Marker;
}
