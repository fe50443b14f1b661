import type { AllocationTable } from '../model/profile/profile';
import { type HeldCurve, heldCurve } from './memoryFlowCurve';
import { type HeldPieces, packFirstFit } from './memoryFlowPacking';
import {
  type AddressStretch,
  orderOf,
  placeOnStretches,
  usedStretches
} from './memoryFlowStretches';

/** Sizes and addresses are cut here, so that sums of them stay finite. */
const MOST_BYTES = 2 ** 50;

/** The memory of one device as time × address. */
export interface MemoryFlowPanel extends HeldPieces {
  /** Row of the profile's strings. */
  readonly device: number;
  /** `packed` if addresses are unknown: pieces lie where first-fit allocation puts them. */
  readonly addressing: 'real' | 'packed';
  /** Rows of the allocation table, in order of time; the other columns go with them. */
  readonly rows: Uint32Array;
  /** Bytes from the bottom of the axis to each piece. */
  readonly bottom: Float64Array;
  /** Length of the axis in bytes. */
  readonly height: number;
  /** The used stretches of addresses, if the addresses are real. */
  readonly stretches: readonly AddressStretch[];
  readonly held: HeldCurve;
}

/**
 * The allocations as pieces of memory in time × address. Each device has a panel; the one with the
 * highest peak comes first. Its allocations without an address are in a panel of their own. Packed
 * pieces never overlap. Takes n log n time.
 */
export function layoutMemoryFlow(allocations: AllocationTable): MemoryFlowPanel[] {
  return [...rowsByPanel(allocations).values()]
    .map(rows => panelOf(allocations, Uint32Array.from(rows)))
    .sort((a, b) => b.held.peak.bytes - a.held.peak.bytes);
}

function rowsByPanel({ length, device, address }: AllocationTable): Map<string, number[]> {
  const panels = new Map<string, number[]>();
  for (let row = 0; row < length; row++) {
    const key = `${device[row]} ${address[row] < 0 ? 'packed' : 'real'}`;
    const rows = panels.get(key);
    if (rows) rows.push(row);
    else panels.set(key, [row]);
  }
  return panels;
}

function panelOf(allocations: AllocationTable, rows: Uint32Array): MemoryFlowPanel {
  const { time, lifetime, device, address } = allocations;
  const from = column(rows, row => time[row]);
  const to = column(rows, row => time[row] + lifetime[row]);
  const bytes = column(rows, row => Math.min(allocations.bytes[row], MOST_BYTES));
  const pieces = { from, to, bytes, ending: orderOf(to) };
  const places =
    address[rows[0]] < 0
      ? packedPlaces(pieces)
      : realPlaces(
          column(rows, row => Math.min(address[row], MOST_BYTES)),
          bytes
        );
  return { device: device[rows[0]], rows, ...pieces, ...places, held: heldCurve(pieces) };
}

function column(rows: Uint32Array, valueOf: (row: number) => number): Float64Array {
  const values = new Float64Array(rows.length);
  for (let at = 0; at < rows.length; at++) values[at] = valueOf(rows[at]);
  return values;
}

type Places = Pick<MemoryFlowPanel, 'addressing' | 'bottom' | 'height' | 'stretches'>;

function packedPlaces(pieces: HeldPieces): Places {
  const bottom = packFirstFit(pieces);
  let height = 0;
  bottom.forEach((each, row) => (height = Math.max(height, each + pieces.bytes[row])));
  return { addressing: 'packed', bottom, height, stretches: [] };
}

function realPlaces(address: Float64Array, bytes: Float64Array): Places {
  const stretches = usedStretches(address, bytes);
  const last = stretches[stretches.length - 1];
  const height = last.offset + last.to - last.from;
  const bottom = placeOnStretches(address, stretches);
  return { addressing: 'real', bottom, height, stretches };
}
