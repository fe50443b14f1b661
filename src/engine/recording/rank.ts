/** Variables that launchers of many processes tell each its number by, in the order of asking. */
const RANK_VARIABLES = [
  'RANK',
  'LOCAL_RANK',
  'OMPI_COMM_WORLD_RANK',
  'SLURM_PROCID',
  'PMI_RANK'
] as const;

/** The option of a recording that has the number of its process. */
export const RANK_OPTION = 'rank';

/**
 * The number of this process among those that a launcher started, as an option text of its recordings:
 * from the first variable that is an integer. Empty if there is none.
 */
export function rankOption(
  environment: Readonly<Record<string, string | undefined>>
): Readonly<Record<string, string>> {
  for (const name of RANK_VARIABLES) {
    const value = environment[name]?.trim() ?? '';
    if (/^\d{1,15}$/.test(value)) return { [RANK_OPTION]: String(Number(value)) };
  }
  return {};
}
