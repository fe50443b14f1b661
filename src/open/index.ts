export { messageOf } from '../base/errors';
export { SQLITE } from '../base/sqlRows';
export { inflationLimit } from '../formats/shared/compression';
export { classifyScript } from '../model/profile/scriptKind';
export { findingsWithCauses } from './findingsWithCauses';
export {
  GZIP,
  MAX_EMPTY_BYTES,
  MAX_PROFILE_FILE_BYTES,
  nothingRead,
  ProfileFileError,
  profileName,
  profileOfBytes
} from './readProfile';
export type { FileContext } from './readProfile';
