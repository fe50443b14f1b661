import { RANK_OPTION, rankOption } from '../recording/rank';

/** The facts that labels are made of. */
export interface LabelFacts {
  readonly host: string;
  readonly pid: number;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Jupyter's variable with the path of the notebook of a kernel, which some servers set to something else. */
const NOTEBOOK_VARIABLE = 'JPY_SESSION_NAME';

const NOTEBOOK = /(?<name>[^\\/]+)\.ipynb$/;

/** Characters that the server would take for the end of a value. */
const REFUSED_IN_VALUE = /[,{}\p{Cc}]/gu;

/**
 * The labels of all profiles of this process: `host`, `pid`, and, where they are known, `rank` and `notebook`;
 * then those that were given, `null` for none of that name.
 */
export function continuousLabels(
  { host, pid, environment }: LabelFacts,
  given: ReadonlyMap<string, string | null>
): ReadonlyMap<string, string> {
  const notebook = NOTEBOOK.exec(environment[NOTEBOOK_VARIABLE] ?? '')?.groups?.['name'];
  const known: Readonly<Record<string, string | undefined>> = {
    host,
    pid: String(pid),
    rank: rankOption(environment)[RANK_OPTION],
    notebook
  };
  const labels = new Map<string, string>();
  for (const [name, value] of Object.entries(known)) {
    const text = value?.replace(REFUSED_IN_VALUE, '_').trim() ?? '';
    if (text !== '') labels.set(name, text);
  }
  for (const [name, value] of given) {
    if (value === null) labels.delete(name);
    else labels.set(name, value);
  }
  return labels;
}
