import type { Command } from 'commander';
import { Option } from 'commander';
import { loadProfile } from '../../engine/results/loadProfile';
import type { SortKey, TextFormat } from '../../settings/table/profileOptions';
import {
  DEFAULT_PROFILE_OPTIONS,
  SORT_KEYS,
  TEXT_FORMATS
} from '../../settings/table/profileOptions';
import type { Profile } from '../../model/profile/profile';
import type { CommandContext } from '../shared/commandContext';
import { gpuText } from '../shared/gpuText';
import { profileText } from '../shared/profileText';
import { parseRows } from '../shared/rowsArgument';

interface ShowOptions {
  readonly sortBy: SortKey;
  readonly ascending: boolean;
  readonly top: number;
  readonly format: TextFormat;
  readonly gpu: boolean;
}

/** Defines `kernelscope show FILE`: the statistics of a saved profile as text. */
export function defineShow(command: Command, { out, err }: CommandContext): void {
  const { sortBy, top, format } = DEFAULT_PROFILE_OPTIONS;
  command
    .argument('<file>', 'a .kscope file, or a trace of Chrome, Perfetto, nvprof or Nsight')
    .addOption(new Option('-s, --sort-by <key>', 'order').choices(SORT_KEYS).default(sortBy))
    .option('-a, --ascending', 'smallest first', false)
    .addOption(new Option('-n, --top <rows>', '0 = all').argParser(parseRows).default(top))
    .addOption(new Option('-f, --format <form>', 'form').choices(TEXT_FORMATS).default(format))
    .option('-g, --gpu', 'print GPU activity instead', false)
    .action((file: string, options: ShowOptions) => {
      const profile = loadProfile(file);
      if (isEmpty(profile.data)) err('kernelscope: the trace is empty\n');
      out(options.gpu ? gpuText(profile.data, options) : profileText(profile, options));
    });
}

/** True if nothing at all was recorded. */
function isEmpty({ slices, samples, instants, counters, allocations, meta }: Profile): boolean {
  const tables = [slices, samples, instants, counters, allocations];
  return tables.every(({ length }) => length === 0) && meta.dropped.slices === 0;
}
