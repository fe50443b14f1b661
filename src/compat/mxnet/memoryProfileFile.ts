import { deviceNumber, devicePlace } from '../../analysis/gpu/gpuWork';
import { GPU_COUNTER_CATEGORY, GPU_MEMORY_USED } from '../../model/profile/categories';
import type { Profile } from '../../model/profile/profile';
import { compareBytes } from '../../report';
import { quoted, spreadsheetText } from '../../tables/csvText';
import { writeFileAtomically, type SavedFile } from '../../engine/results/atomicWrite';

const COLUMNS = ['Attribute Name', 'Requested Size', 'Device', 'Actual Size', 'Reuse?'];

/** A piece of device memory that was still held at the end. */
interface HeldPiece {
  /** Scope and operator: `encoder:dense_1:MatMul`. */
  readonly name: string;
  readonly device: string;
  readonly bytes: number;
}

/**
 * Writes the device memory that was still held at the end of `profile` to `<prefix>-pid_<pid>.csv`, in
 * MXNet's layout: one line per allocation, ordered by the bytes of its name, then by its time. No known
 * pool between program and device rounds sizes up or reuses memory, so the actual size is the requested
 * one and nothing is reused. The last line of each GPU, `nvml_amend`, has the rest of its used memory
 * by NVML's last count: used by other processes and by the driver itself. Null, and no file, if nothing
 * was allocated.
 *
 * @throws OutputFileError for a path that cannot be written.
 */
export function writeMemoryProfile(profile: Profile, prefix: string): SavedFile | null {
  if (profile.allocations.length === 0) return null;
  const held = heldPieces(profile);
  const rows = [...held, ...amendments(profile, held)].map(({ name, bytes, device }) => {
    const size = String(bytes);
    return [spreadsheetText(name), size, spreadsheetText(device), size, '0'];
  });
  const lines = [COLUMNS, ...rows].map(fields => `${fields.map(quoted).join(',')}\n`);
  const content = Buffer.from(lines.join(''));
  const path = `${prefix}-pid_${profile.meta.pid}.csv`;
  writeFileAtomically(path, content);
  return { path, sizeBytes: content.length, losses: [] };
}

const AMENDMENT = 'nvml_amend';

/** The used memory of each GPU with allocations, beyond those that are held. */
function amendments(profile: Profile, held: readonly HeldPiece[]): readonly HeldPiece[] {
  const { allocations, strings } = profile;
  const devices = [...new Set(Array.from(allocations.device, device => strings[device]))];
  return devices.sort(compareBytes).flatMap(device => {
    const { isGpu, id } = devicePlace(device);
    const used = isGpu ? usedMemory(profile, id) : null;
    if (used === null) return [];
    const known = held.filter(one => one.device === device);
    const bytes = known.reduce((rest, one) => rest - one.bytes, used);
    return [{ name: AMENDMENT, device, bytes: Math.max(0, bytes) }];
  });
}

/** Bytes of a GPU used by all processes at the last sample; null if there was none. */
function usedMemory({ counters, tracks }: Profile, gpu: number): number | null {
  const series = counters.find(
    ({ category, name, track }) =>
      category === GPU_COUNTER_CATEGORY &&
      name === GPU_MEMORY_USED &&
      deviceNumber(tracks, track) === gpu
  );
  return series?.value.filter(Number.isFinite).at(-1) ?? null;
}

function heldPieces({ allocations, strings }: Profile): HeldPiece[] {
  const { isHeld, scope, name, device, bytes } = allocations;
  const held: HeldPiece[] = [];
  isHeld.forEach((flag, row) => {
    if (flag === 0) return;
    const full = strings[scope[row]] + strings[name[row]];
    held.push({ name: full, device: strings[device[row]], bytes: bytes[row] });
  });
  return held.sort((a, b) => compareBytes(a.name, b.name));
}
