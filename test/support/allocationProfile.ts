import {
  type AllocationTable,
  type Profile,
  ProfileBuilder,
  emptySampleParts
} from 'kernelscope/model';
import { exampleMeta } from './richProfile';

/** A piece of memory: who asked for it, from when to when (∞: held at the end), and how large. */
export interface Piece {
  readonly scope: string;
  readonly from: number;
  readonly to: number;
  readonly bytes: number;
  readonly device?: string;
  readonly name?: string;
}

/** A profile of `durationNs` with these pieces of memory, in any order. */
export function allocationProfile(pieces: readonly Piece[], durationNs = 100): Profile {
  const builder = new ProfileBuilder();
  builder.addTrack({ name: 'main', kind: 'thread' });
  const allocations = allocationTable(builder, pieces, durationNs);
  return builder.build(exampleMeta(durationNs), { ...emptySampleParts(), allocations });
}

/** The pieces as a table of the profile that `builder` makes. */
export function allocationTable(
  { strings }: ProfileBuilder,
  pieces: readonly Piece[],
  durationNs: number
): AllocationTable {
  const rows = [...pieces].sort((a, b) => a.from - b.from);
  const texts = (textOf: (piece: Piece) => string): Uint32Array =>
    Uint32Array.from(rows, piece => strings.intern(textOf(piece)));
  return {
    length: rows.length,
    time: Float64Array.from(rows, ({ from }) => from),
    lifetime: Float64Array.from(rows, ({ from, to }) => Math.min(to, durationNs) - from),
    isHeld: Uint8Array.from(rows, ({ to }) => (to === Infinity ? 1 : 0)),
    bytes: Float64Array.from(rows, ({ bytes }) => bytes),
    address: new Float64Array(rows.length).fill(-1),
    name: texts(({ name = 'matMul' }) => name),
    scope: texts(({ scope }) => scope),
    device: texts(({ device = 'tfjs/wasm' }) => device)
  };
}
