import { plural } from '../../../base/text';

/** Repairs, omissions and unknown parts while reading a trace, by kind. */
export type ImportNote =
  | 'unclosed'
  | 'unopened'
  | 'untimed'
  | 'reversed'
  | 'lengthless'
  | 'weightless'
  | 'lineless'
  | 'unphased'
  | 'unread'
  | 'fields'
  | 'overlapping'
  | 'crowded'
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
  | 'nameless'
  | 'lost'
  | 'clocks'
  | 'trackless'
  | 'damaged';

/** A kind as a sentence: of one, and of several. */
type NoteTexts = readonly [one: string, several: string];

const BEYOND = 'beyond the number that is kept and';

const TEXTS: Readonly<Record<ImportNote, NoteTexts>> = {
  unclosed: [
    'slice has no end and lasts until the end of the trace',
    'slices have no end and last until the end of the trace'
  ],
  unopened: [
    'end of a slice has no beginning and is left out',
    'ends of slices have no beginning and are left out'
  ],
  untimed: [
    'event has no usable time and is left out',
    'events have no usable time and are left out'
  ],
  reversed: [
    'slice ends before it starts and is shown without duration',
    'slices end before they start and are shown without duration'
  ],
  lengthless: [
    'complete event has no duration and is shown without one',
    'complete events have no duration and are shown without one'
  ],
  weightless: [
    'sample has no number that can be used and is left out',
    'samples have no numbers that can be used and are left out'
  ],
  lineless: [
    'line is not of the format and is left out',
    'lines are not of the format and are left out'
  ],
  unphased: [
    'list entry is not an event and is left out',
    'list entries are not events and are left out'
  ],
  unread: ['event is of a kind that is not read', 'events are of kinds that are not read'],
  fields: ['event has fields that are not read', 'events have fields that are not read'],
  overlapping: [
    'slice overlaps others of its row in part and lies in a lane beside it',
    'slices overlap others of their row in part and lie in lanes beside it'
  ],
  crowded: [
    'slice overlaps so many others that it lies in a lane with one of them',
    'slices overlap so many others that they lie in lanes with some of them'
  ],
  texts: [`text is ${BEYOND} is called "(other)"`, `texts are ${BEYOND} are called "(other)"`],
  identifiers: [
    `identifier is ${BEYOND} counts for one`,
    `identifiers are ${BEYOND} count for one`
  ],
  clipped: [
    'text is longer than what is kept and is cut',
    'texts are longer than what is kept and are cut'
  ],
  limit: [`event is ${BEYOND} is left out`, `events are ${BEYOND} are left out`],
  args: [`argument is ${BEYOND} is left out`, `arguments are ${BEYOND} are left out`],
  instantArgs: [
    'instant has arguments, which are left out',
    'instants have arguments, which are left out'
  ],
  values: [
    'counter value is not a number and is left out',
    'counter values are not numbers and are left out'
  ],
  unbound: [
    'end of an arrow meets no slice or no other end and is left out',
    'ends of arrows meet no slice or no other end and are left out'
  ],
  interned: [
    `interned text, frame or stack is ${BEYOND} is left out`,
    `interned texts, frames and stacks are ${BEYOND} are left out`
  ],
  stateless: [
    'packet refers to others that are not in the file and is left out',
    'packets refer to others that are not in the file and are left out'
  ],
  nameless: [
    'name, category or text is not in the file and is left empty',
    'names, categories and texts are not in the file and are left empty'
  ],
  lost: [
    'stretch of packets was lost while the trace was recorded',
    'stretches of packets were lost while the trace was recorded'
  ],
  clocks: [
    'snapshot of clocks contradicts others and is left out',
    'snapshots of clocks contradict others and are left out'
  ],
  trackless: [
    'counter value does not say its counter and is left out',
    'counter values do not say their counters and are left out'
  ],
  damaged: ['packet is damaged and is left out', 'packets are damaged and are left out']
};

/** Names of a kind, in a message. */
const MAX_NAMES = 12;

/** Counts what happened, so that nothing goes unsaid. */
export class ImportNotes {
  readonly #counts = new Map<ImportNote, number>();
  readonly #sentences = new Set<string>();
  readonly #names = new Map<ImportNote, Set<string>>();

  /** Counts `count` more of a kind. */
  add(kind: ImportNote, count = 1): void {
    if (count > 0) this.#counts.set(kind, this.countOf(kind) + count);
  }

  /** Counts one more of a kind, which is told with its name. */
  addNamed(kind: ImportNote, name: string): void {
    this.add(kind);
    const names = this.#names.get(kind) ?? new Set();
    this.#names.set(kind, names);
    if (names.size < MAX_NAMES) names.add(name);
  }

  /** Counts a record of a kind that is not read, by its name. */
  addUnread(name: string): void {
    this.addNamed('unread', name);
  }

  countOf(kind: ImportNote): number {
    return this.#counts.get(kind) ?? 0;
  }

  /** Adds a sentence about the file as a whole, once. */
  say(sentence: string): void {
    this.#sentences.add(sentence);
  }

  /** All of them in one sentence, then those of {@link say}; empty when there were none. */
  toString(): string {
    const parts = [...this.#counts].map(([kind, count]) => {
      const names = [...(this.#names.get(kind) ?? [])].join(', ');
      return `${plural(count, ...TEXTS[kind])}${names === '' ? '' : ` (${names})`}`;
    });
    const counted = parts.length === 0 ? [] : [`Of this trace, ${parts.join('; ')}.`];
    return [...counted, ...this.#sentences].join(' ');
  }
}
