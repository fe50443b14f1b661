import type { ArgValue } from '../model/profileBuilder';
import type { Token } from './sliceStore';

/** Arguments kept at most in a recording; later ones are counted as dropped. */
export const MAX_ARGS = 4_000_000;

/** Turns the numbers that a source packed for one slice into its arguments. */
export type ArgDecoder = (values: Float64Array) => Readonly<Record<string, ArgValue>>;

/** Receives each argument of {@link ArgLog.forEach}. */
export type ArgVisitor = (token: number, key: string, value: ArgValue) => void;

/**
 * Arguments of slices while recording: plain key–value pairs, and for hot paths runs of numbers
 * that are decoded after the recording.
 */
export class ArgLog {
  private readonly tokens: number[] = [];
  private readonly keys: string[] = [];
  private readonly plain: ArgValue[] = [];
  private readonly decoders: ArgDecoder[] = [];
  private packed = new Float64Array(1024);
  private used = 0;
  private refused = 0;

  /** Arguments that did not fit. */
  get dropped(): number {
    return this.refused;
  }

  /** Registers a decoder and returns the number by which `pack` names it. */
  addDecoder(decoder: ArgDecoder): number {
    return this.decoders.push(decoder) - 1;
  }

  /** Notes one argument of a slice. */
  add(token: Token, key: string, value: ArgValue): void {
    if (this.tokens.length >= MAX_ARGS) {
      this.refused++;
      return;
    }
    this.tokens.push(token);
    this.keys.push(key);
    this.plain.push(value);
  }

  // hot
  /** Opens a packed run for a slice; then `put` its numbers, then `close` with what `open` gave. */
  open(token: Token, decoder: number): number {
    if (this.used + 3 > this.packed.length) this.grow(3);
    const header = this.used;
    this.packed[header] = token;
    this.packed[header + 1] = decoder;
    this.used = header + 3;
    return header;
  }

  // hot
  /** Appends one number to the open run. */
  put(value: number): void {
    if (this.used === this.packed.length) this.grow(1);
    this.packed[this.used++] = value;
  }

  // hot
  /** Closes the run that began at `header`. */
  close(header: number): void {
    if (this.used > MAX_ARGS * 4) {
      this.refused++;
      this.used = header;
      return;
    }
    this.packed[header + 2] = this.used - header - 3;
  }

  /** Forgets everything but the decoders. */
  clear(): void {
    this.tokens.length = 0;
    this.keys.length = 0;
    this.plain.length = 0;
    this.used = 0;
    this.refused = 0;
    this.packed = new Float64Array(1024);
  }

  /** Forgets the arguments of slices before `token`, which are no longer kept. */
  dropBefore(token: number): void {
    let kept = 0;
    for (let row = 0; row < this.tokens.length; row++) {
      if (this.tokens[row] < token) continue;
      this.tokens[kept] = this.tokens[row];
      this.keys[kept] = this.keys[row];
      this.plain[kept++] = this.plain[row];
    }
    this.tokens.length = this.keys.length = this.plain.length = kept;
    let target = 0;
    for (let at = 0; at < this.used;) {
      const size = 3 + this.packed[at + 2];
      if (this.packed[at] >= token) {
        this.packed.copyWithin(target, at, at + size);
        target += size;
      }
      at += size;
    }
    this.used = target;
  }

  /** Visits the arguments of all slices from token `from` up to, not including, `to`. */
  forEach(from: number, to: number, visit: ArgVisitor): void {
    for (let row = 0; row < this.tokens.length; row++) {
      const token = this.tokens[row];
      if (token >= from && token < to) visit(token, this.keys[row], this.plain[row]);
    }
    for (let at = 0; at < this.used; at += 3 + this.packed[at + 2]) {
      const token = this.packed[at];
      if (token < from || token >= to) continue;
      const values = this.packed.subarray(at + 3, at + 3 + this.packed[at + 2]);
      const args = this.decoders[this.packed[at + 1]](values);
      for (const [key, value] of Object.entries(args)) visit(token, key, value);
    }
  }

  private grow(needed: number): void {
    const next = new Float64Array(Math.max(this.packed.length * 2, this.used + needed));
    next.set(this.packed);
    this.packed = next;
  }
}
