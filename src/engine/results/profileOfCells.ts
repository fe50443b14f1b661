import { mergeCells } from '../../model/merge/mergeCells';
import { RecordedProfile } from './recordedProfile';

const WHOLE_NAME = 'notebook';

/** The profiles of cells as one; see `mergeCells`. @throws ProfileError for none */
export function profileOfCells(cells: readonly RecordedProfile[], id: string): RecordedProfile {
  const profiles = cells.map(({ data }) => data);
  return new RecordedProfile(mergeCells(profiles, { id, name: WHOLE_NAME }));
}
