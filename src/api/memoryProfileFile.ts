import { quoted, spreadsheetText } from '../report/csvText';
import type { Profile } from '../model/profile';
import { compareBytes } from '../report';
import { writeFileAtomically } from './atomicWrite';
import type { SavedFile } from './exportProfile';

const COLUMNS = ['Attribute Name', 'Requested Size', 'Device', 'Actual Size', 'Reuse?'];

/** A piece of device memory that was still held at the end. */
interface HeldMemory {
  /** Scope and operator: `encoder:dense_1:MatMul`. */
  readonly name: string;
  readonly device: string;
  readonly bytes: number;
}

/**
 * Writes the device memory that was still held at the end of `profile` to `<prefix>-pid_<pid>.csv`,
 * in MXNet's layout: a line for each piece, ordered by the bytes of its name, then by when it was asked
 * for. No pool between program and device is known that would round a size up or use memory again, so
 * the actual size is the requested one and nothing is reused. Null, and no file, when nothing was
 * allocated.
 *
 * @throws OutputFileError for a path that cannot be written.
 */
export function writeMemoryProfile(profile: Profile, prefix: string): SavedFile | null {
  if (profile.allocations.length === 0) return null;
  const rows = heldMemory(profile).map(({ name, bytes, device }) => {
    const size = String(bytes);
    return [spreadsheetText(name), size, spreadsheetText(device), size, '0'];
  });
  const lines = [COLUMNS, ...rows].map(fields => `${fields.map(quoted).join(',')}\n`);
  const content = Buffer.from(lines.join(''));
  const path = `${prefix}-pid_${profile.meta.pid}.csv`;
  writeFileAtomically(path, content);
  return { path, sizeBytes: content.length, losses: [] };
}

function heldMemory({ allocations, strings }: Profile): HeldMemory[] {
  const { isHeld, scope, name, device, bytes } = allocations;
  const held: HeldMemory[] = [];
  isHeld.forEach((flag, row) => {
    if (flag === 0) return;
    const full = strings[scope[row]] + strings[name[row]];
    held.push({ name: full, device: strings[device[row]], bytes: bytes[row] });
  });
  return held.sort((a, b) => compareBytes(a.name, b.name));
}
