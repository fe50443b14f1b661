import { KernelscopeError } from '../../src/base/errors';
import { decodeBundle, encodeBundle, encodeChromeTrace, encodePerfetto } from '../../src/formats';
import { aggregate } from '../../src/analysis';
import type { Profile } from '../../src/model/profile/profile';
import { TABLE_NAMES } from '../../src/columns/tableSchema';
import { validateProfile } from '../../src/model/validate/validate';
import { deflate, inflate } from '../support/storedBundle';

/** Rows that a byte of a file may become at most, compressed frames of zeros included. */
const ROWS_PER_BYTE = 1032;

/** Errors of the platform that damaged data leads to; any other below a named error is a defect. */
function isOfData(cause: Error): boolean {
  const code = 'code' in cause ? String(cause.code) : '';
  return (
    cause instanceof SyntaxError ||
    cause.name === 'InvalidCharacterError' ||
    /^Z_|^ERR_BUFFER_TOO_LARGE|^ERR_ENCODING|^SQLITE/.test(code) ||
    /SQLite|sqlite|database|no such/.test(`${cause.name} ${cause.message}`)
  );
}

/** The reason why an error is a defect of its reader; undefined where it is sound. */
export function defectOf(error: unknown): string | undefined {
  if (!(error instanceof KernelscopeError)) return `not a named error: ${textOf(error)}`;
  if (error.message === '') return `${error.name} without a message`;
  for (let cause: unknown = error.cause; cause instanceof Error; cause = cause.cause) {
    if (!(cause instanceof KernelscopeError) && !isOfData(cause)) {
      return `a defect behind ${error.name}: ${textOf(cause)}`;
    }
  }
  return undefined;
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : 'a value that is not an error';
}

/** Whether `value` is a profile. */
export function isProfile(value: unknown): value is Profile {
  return typeof value === 'object' && value !== null && 'slices' in value && 'sources' in value;
}

/** Uses a profile as views and exports do. @throws whatever they throw, and for too many rows */
export async function useProfile(profile: Profile, sizeBytes: number): Promise<void> {
  validateProfile(profile);
  const rows = TABLE_NAMES.reduce((sum, name) => sum + profile[name].length, 0);
  if (rows > ROWS_PER_BYTE * sizeBytes) throw new Error(`${rows} rows out of ${sizeBytes} bytes`);
  aggregate(profile);
  encodeChromeTrace(profile);
  encodePerfetto(profile);
  const bundle = JSON.parse(JSON.stringify(encodeBundle(profile, { deflate }))) as unknown;
  await decodeBundle(bundle, { inflate });
}
