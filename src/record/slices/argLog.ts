import { intrinsics } from '../../base/intrinsics/intrinsics';
import type { ArgValue } from '../../model/build/profileBuilder';
import { PackedRuns } from '../logs/packedRuns';
import type { Token } from './sliceStore';
import { TokenRoom } from '../logs/tokenRows';

/** Arguments kept at most in a recording; later ones are counted as dropped. */
export const MAX_ARGS = 4_000_000;

/** Characters of texts kept at most: 64 to 128 MB. */
const MAX_CHARACTERS = 1 << 26;

/** Number of arguments stored before old ones are searched for. */
const FIRST_ROOM = 1 << 16;

/** Packed numbers kept at most: 128 MB. */
const MAX_PACKED_VALUES = 4 * MAX_ARGS;

/** Turns the numbers that a source packed for one slice into its arguments. */
export type ArgDecoder = (values: Float64Array) => Readonly<Record<string, ArgValue>>;

/** Receives each argument of {@link ArgLog.forEach}. */
export type ArgVisitor = (token: number, key: string, value: ArgValue) => void;

/**
 * Arguments of slices while recording: plain key–value pairs, and for hot paths runs of numbers
 * that are decoded after the recording.
 */
export class ArgLog {
  readonly #tokens: number[] = [];
  readonly #keys: string[] = [];
  readonly #plain: ArgValue[] = [];
  readonly #decoders: ArgDecoder[] = [];
  readonly #packed: PackedRuns;
  readonly #room: TokenRoom;
  #characters = 0;
  #refused = 0;

  /** `oldestToken` returns the oldest slice that is still kept. */
  constructor(oldestToken: () => number) {
    this.#room = new TokenRoom(oldestToken, { first: FIRST_ROOM, most: MAX_ARGS });
    this.#packed = new PackedRuns(MAX_PACKED_VALUES, oldestToken);
  }

  /** Arguments that did not fit. */
  get dropped(): number {
    return this.#refused + this.#packed.dropped;
  }

  /** Registers a decoder and returns the number by which `pack` names it. */
  addDecoder(decoder: ArgDecoder): number {
    return this.#decoders.push(decoder) - 1;
  }

  /** Notes one argument of a slice. */
  add(token: Token, key: string, value: ArgValue): void {
    const characters = typeof value === 'string' ? value.length : 0;
    const isFull = this.#room.isFull(this.#tokens.length) || !this.#hasRoomFor(characters);
    if (isFull && !(intrinsics.aside(() => this.#makeRoom()) && this.#hasRoomFor(characters))) {
      this.#refused++;
      return;
    }
    this.#characters += characters;
    const row = this.#tokens.length;
    this.#tokens[row] = token;
    this.#keys[row] = key;
    this.#plain[row] = value;
  }

  // hot
  /** Opens a packed run for a slice; then `put` its numbers, then `close`. */
  open(token: Token, decoder: number): void {
    this.#packed.open(token, decoder);
  }

  // hot
  /** Appends one number to the open run. */
  put(value: number): void {
    this.#packed.put(value);
  }

  // hot
  /** Appends the length of a list, then its numbers, to the open run. */
  putList(list: readonly number[]): void {
    this.#packed.putList(list);
  }

  // hot
  /** Appends a list and a number to the open run; see {@link PackedRuns.putTagged}. */
  putTagged(list: readonly number[], tag: number): void {
    this.#packed.putTagged(list, tag);
  }

  // hot
  /** Closes the open run. */
  close(): void {
    this.#packed.close();
  }

  /** Forgets everything but the decoders. */
  clear(): void {
    this.#tokens.length = 0;
    this.#keys.length = 0;
    this.#plain.length = 0;
    this.#packed.clear();
    this.#room.clear();
    this.#characters = 0;
    this.#refused = 0;
  }

  /** Visits the arguments of all slices from token `from` up to, not including, `to`. */
  forEach(from: number, to: number, visit: ArgVisitor): void {
    for (let row = 0; row < this.#tokens.length; row++) {
      const token = this.#tokens[row];
      if (token >= from && token < to) visit(token, this.#keys[row], this.#plain[row]);
    }
    this.#packed.forEach((token, decoder, values) => {
      if (token < from || token >= to) return;
      const args = this.#decoders[decoder](values);
      for (const [key, value] of Object.entries(args)) visit(token, key, value);
    });
  }

  #hasRoomFor(characters: number): boolean {
    return characters === 0 || this.#characters + characters <= MAX_CHARACTERS;
  }

  /** Removes arguments of slices that are no longer kept, then doubles the room up to the limit. */
  #makeRoom(): boolean {
    const tokens = this.#tokens;
    const keys = this.#keys;
    const plain = this.#plain;
    const hasRoom = this.#room.make(tokens, keys, plain);
    this.#characters = plain.reduce<number>(
      (sum, value) => sum + (typeof value === 'string' ? value.length : 0),
      0
    );
    return hasRoom;
  }
}
