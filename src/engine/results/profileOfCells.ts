import { mergeCells } from '../../model/merge/mergeCells';
import { FinishedProfile } from './finishedProfile';

const WHOLE_NAME = 'notebook';

/** The profiles of cells as one; see `mergeCells`. @throws ProfileError for none */
export function profileOfCells(cells: readonly FinishedProfile[], id: string): FinishedProfile {
  const profiles = cells.map(({ data }) => data);
  return new FinishedProfile(mergeCells(profiles, { id, name: WHOLE_NAME }));
}
