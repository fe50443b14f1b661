/** What was mended, left out or not understood while a trace was read, by kind. */
export type ImportNote =
  | 'unclosed'
  | 'unopened'
  | 'untimed'
  | 'reversed'
  | 'lengthless'
  | 'unphased'
  | 'unread'
  | 'overlapping'
  | 'shortened'
  | 'texts'
  | 'identifiers'
  | 'clipped'
  | 'limit'
  | 'args'
  | 'instantArgs'
  | 'values'
  | 'unbound'
  | 'interned'
  | 'stateless'
  | 'damaged';

const TEXTS: Readonly<Record<ImportNote, string>> = {
  unclosed: 'slices have no end and last until the end of the trace',
  unopened: 'ends of slices have no beginning and are left out',
  untimed: 'events have no usable time and are left out',
  reversed: 'slices end before they start and are shown without duration',
  lengthless: 'complete events have no duration and are shown without one',
  unphased: 'list entries are no events and are left out',
  unread: 'events are of kinds that are not read',
  overlapping: 'slices overlap others of their row in part and lie in lanes beside it',
  shortened: 'slices overlap so many others that they are cut off where these end',
  texts: 'texts are beyond the number that is kept and are called "(other)"',
  identifiers: 'identifiers are beyond the number that is kept and count for one',
  clipped: 'texts are longer than what is kept and are cut',
  limit: 'events are beyond the number that is kept and are left out',
  args: 'arguments are beyond the number that is kept and are left out',
  instantArgs: 'instants have arguments, which are left out',
  values: 'counter values are no numbers and are left out',
  unbound: 'ends of arrows meet no slice or no other end and are left out',
  interned: 'interned texts, frames and stacks are beyond the number that is kept and are left out',
  stateless: 'packets refer to others that are not in the file and are left out',
  damaged: 'packets are damaged and are left out'
};

/** Counts what happened, so that nothing goes unsaid. */
export class ImportNotes {
  private readonly counts = new Map<ImportNote, number>();

  /** Counts `count` more of a kind. */
  add(kind: ImportNote, count = 1): void {
    if (count > 0) this.counts.set(kind, this.countOf(kind) + count);
  }

  /** How many there were of one kind. */
  countOf(kind: ImportNote): number {
    return this.counts.get(kind) ?? 0;
  }

  /** All of them in one sentence; empty when there were none. */
  toString(): string {
    const parts = [...this.counts].map(([kind, count]) => `${count} ${TEXTS[kind]}`);
    return parts.length === 0 ? '' : `Of this trace, ${parts.join('; ')}.`;
  }
}
