import type { Profile } from '../../../model/profile/profile';

/** A name and a value, by which readers of samples tell these apart. */
export type StackLabel = readonly [name: string, value: string];

/** The labels of a stack of CPU samples, by its row. */
export type LabelsOfStack = (stack: number) => readonly StackLabel[];

/** A function and the line that it was at. */
export interface StackPlace {
  readonly frame: number;
  readonly line: number;
}

/** The places that stacks of a profile need, each once; ids count from 1. */
export class StackPlaces {
  readonly #places: StackPlace[] = [];
  readonly #idOf = new Map<string, number>();

  constructor(private readonly profile: Profile) {}

  /** The places so far, in order of their ids. */
  get all(): readonly StackPlace[] {
    return this.#places;
  }

  /** Ids of the places of a stack, innermost first. */
  placesOf(stack: number): number[] {
    const { prefix, frame, line } = this.profile.stacks;
    const ids: number[] = [];
    for (let row = stack; row >= 0; row = prefix[row]) {
      ids.push(this.#idOfPlace({ frame: frame[row], line: line[row] }));
    }
    return ids;
  }

  /** Where the line is not known, the place is that of the function. */
  #idOfPlace({ frame, line }: StackPlace): number {
    const place = { frame, line: line > 0 ? line : this.profile.frames.line[frame] };
    const key = `${frame} ${place.line}`;
    const known = this.#idOf.get(key);
    if (known !== undefined) return known;
    const id = this.#places.push(place);
    this.#idOf.set(key, id);
    return id;
  }
}
