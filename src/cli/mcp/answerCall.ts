import type { LineCostKind } from '../../analysis/stacks/lineCosts';
import { messageOf } from '../../base/errors';
import type { RecordedProfile } from '../../engine/results/recordedProfile';
import { loadProfileUntouched } from '../../engine/results/loadProfile';
import { ProfileFileError } from '../../open/readProfile';
import { ProfileDiff } from '../../compat/torch/profileDiff';
import { queryProfiles } from '../../engine/sql/queryProfiles';
import { PackageUnavailableError } from '../../native/optionalPackage';
import { comparisonText } from '../../report';
import { type NamedProfile, explainText, comparedNames } from '../shared/explainText';
import { dataEnvelope } from './dataEnvelope';
import { linesText } from './linesText';
import { listProfiles } from './listProfiles';
import type { ToolName } from './mcpTools';
import { fileWithin, McpRefusal } from './profileFolder';
import type { McpCall, McpAnswer } from './callProcesses';

interface ToolArguments {
  readonly list: { readonly top?: number };
  readonly explain: { readonly file: string; readonly compare?: string };
  readonly diff: { readonly before: string; readonly after: string; readonly top?: number };
  readonly query: {
    readonly file: string;
    readonly other?: string;
    readonly sql: string;
    readonly top?: number;
    readonly format?: 'table' | 'csv';
  };
  readonly lines: { readonly file: string; readonly kind?: LineCostKind; readonly top?: number };
}

type Answers = {
  readonly [Tool in ToolName]: (
    folder: string,
    args: ToolArguments[Tool]
  ) => string | Promise<string>;
};

/** The text of each tool, which may hold any text from files. */
const ANSWERS: Answers = {
  list: (folder, { top = 100 }) => listProfiles(folder, top),
  explain: (folder, { file, compare }) =>
    explainText(
      profileAt(folder, file, 'file'),
      compare === undefined ? undefined : profileAt(folder, compare, 'compare')
    ),
  diff(folder, { before, after, top = 30 }) {
    const [first, second] = [
      profileAt(folder, before, 'before'),
      profileAt(folder, after, 'after')
    ];
    const diff = new ProfileDiff(first.profile, second.profile);
    return comparisonText(diff.compare(), { names: comparedNames(diff, { before, after }), top });
  },
  async query(folder, { file, other, sql, top = 50, format = 'table' }) {
    const first = profileAt(folder, file, 'file').profile.data;
    const rows =
      other === undefined
        ? await queryProfiles([first], sql)
        : await queryProfiles([first, profileAt(folder, other, 'other').profile.data], sql);
    return format === 'table' ? rows.table(top) : rows.toCsv();
  },
  lines: (folder, { file, kind = 'cpu', top = 30 }) =>
    linesText(profileAt(folder, file, 'file').profile.data, kind, top)
};

/** How a call gets less text, or all of it, by tool. */
const CURES: Readonly<Record<ToolName, string>> = {
  list: 'Ask for fewer files with top.',
  explain: 'Run kernelscope explain for the rest.',
  diff: 'Ask for fewer rows with top.',
  query: 'Select fewer rows or columns.',
  lines: 'Ask for fewer lines with top.'
};

/** Answers a call; whatever fails becomes an answer that is an error. */
export async function answerCall({ tool, folder, args }: McpCall): Promise<McpAnswer> {
  const answer = ANSWERS[tool] as (folder: string, given: McpCall['args']) => Promise<string>;
  try {
    return { text: dataEnvelope(await answer(folder, args), CURES[tool]), isError: false };
  } catch (error) {
    return { text: failureText(error), isError: true };
  }
}

/** Messages of refusals and of missing packages are our own; others may hold text from files. */
function failureText(error: unknown): string {
  if (error instanceof McpRefusal || error instanceof PackageUnavailableError) return error.message;
  return `The call failed for the reason below.\n${dataEnvelope(messageOf(error))}`;
}

function profileAt(folder: string, file: string, name: string): NamedProfile {
  const path = fileWithin(folder, file, name);
  return { file, profile: loaded(path, file) };
}

/** Loads a file, which errors call by the path that the client gave. */
function loaded(path: string, file: string): RecordedProfile {
  try {
    return loadProfileUntouched(path);
  } catch (error) {
    throw new ProfileFileError(messageOf(error).replaceAll(path, file), { cause: error });
  }
}
