import type { Profile } from 'kernelscope/model';
import type { CellLink } from '../../../extension/src/shared/content/cellLink';
import { textsOf } from '../../../extension/src/shell/heat/fileHeat';
import { executionCountOf } from '../../../extension/src/shell/heat/matchCell';
import { MAX_CELL_CHARACTERS } from '../messages/messages';
import type { HostChannel } from './hostChannel';

/**
 * Leads from the lines of a profile to cells of the notebook, which the extension host shows. Null without a host.
 * `profileOf` gives the profile on show.
 */
export function hostCells(channel: HostChannel, profileOf: () => Profile | null): CellLink | null {
  if (!channel.hasHost) return null;
  return {
    has: file => executionCountOf(file) !== null,
    show(file, line) {
      const executionCount = executionCountOf(file);
      if (executionCount === null) return;
      channel.post({ type: 'show', executionCount, line, ...textOf(profileOf(), file) });
    }
  };
}

function textOf(
  profile: Profile | null,
  file: string
): { readonly text: string | null; readonly isClipped: boolean } {
  const found = profile && textsOf(profile).find(each => each.file === file);
  if (!found) return { text: null, isClipped: false };
  const { text, isClipped } = found;
  const isTooLong = text.length > MAX_CELL_CHARACTERS;
  return { text: text.slice(0, MAX_CELL_CHARACTERS), isClipped: isClipped || isTooLong };
}
