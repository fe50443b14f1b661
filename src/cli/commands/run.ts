import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { withStartUp } from '../../analysis';
import { evaluateBudgets } from '../../analysis/budgets/evaluateBudgets';
import { profileSubject } from '../../check/checkedProfile';
import { savedFileText } from '../../engine/results/exportProfile';
import { RecordedProfile } from '../../engine/results/recordedProfile';
import { loadProfileThatTells } from '../../engine/results/loadProfile';
import { ProfileDiff } from '../../compat/torch/profileDiff';
import { decodeKscope } from '../../formats/kscope/read';
import { encodeKscope } from '../../formats/kscope/write';
import { findProgram } from '../../program/findProgram';
import { leftBehindText } from '../../program/leftBehind';
import { liveFile, RUN_FOLDER, spareFile } from '../../program/liveFile';
import { takeForkChannel } from '../../program/passedOn';
import { runRepeatedly } from '../../program/runRepeatedly';
import { messageOf } from '../../base/errors';
import { magicHelp } from '../../settings/magics/help';
import type { OutputFile } from '../../formats/shared/format';
import type { ProfileOptions } from '../../settings/table/profileOptions';
import { RUN_COMMAND, type RunLine, parseRunLine } from '../../settings/parse/runCommand';
import { comparisonText } from '../../report';
import { budgetLine } from '../../report/text/budgetText';
import { type CommandContext, ExitCode } from '../shared/commandContext';
import { comparedNames } from '../shared/explainText';
import { noProfileText } from '../shared/noProfileText';
import { briefText } from '../shared/profileText';

const EXIT_CODES =
  'Exit codes: that of the program; 1 when it ended well and a budget was missed or a file could\n' +
  'not be written, 2 wrong usage. Messages of the profiler go to stderr.\n';

/** Defines `kernelscope run FILE [-- ARGS]`: a Node program under the profiler. */
export function defineRun(command: Command, context: CommandContext): void {
  command
    .argument('[words...]', 'options of %%profile, the file, and the arguments of the program')
    .allowUnknownOption()
    .passThroughOptions()
    .helpOption(false)
    .action(async () => {
      // The parser takes a first `--` away, behind which all is the program's.
      const { rawArgs } = command.parent as unknown as { readonly rawArgs: readonly string[] };
      await runWith(rawArgs.slice(rawArgs.indexOf(command.name()) + 1), context);
    });
}

/**
 * Runs `kernelscope run` with the arguments after `run`.
 *
 * @throws MagicError for wrong arguments
 */
export async function runWith(args: readonly string[], context: CommandContext): Promise<void> {
  const line = parseRunLine(args);
  if (line.wants === 'help') context.out(`${magicHelp(RUN_COMMAND)}\n\n${EXIT_CODES}`);
  else await run(line, context);
}

async function run(line: RunLine & { wants: 'run' }, context: CommandContext): Promise<void> {
  const { options } = line;
  const folder = process.cwd();
  const channel = takeForkChannel();
  const { file, args } = findProgram(line);
  const { compare } = options;
  const compared =
    compare === null ? null : { place: compare, profile: loadProfileThatTells(compare) };
  const live = liveFile({ ...options, program: file, folder });
  tellOfKilledRuns(options, context);
  const ended = await runRepeatedly({ file, args }, options, live?.path, channel);
  const { code } = ended;
  const profile = options.startUp ? whole(ended.profile) : ended.profile;
  context.exit(code);
  if (profile === null) {
    live?.release();
    context.err(`kernelscope: ${noProfileText(file, ended)}\n`);
    return;
  }
  if (!options.quiet) context.err(briefText(profile, options));
  if (compared !== null) {
    const diff = new ProfileDiff(compared.profile, profile);
    const places = { before: compared.place, after: 'this run' };
    context.err(comparisonText(diff.compare(), { names: comparedNames(diff, places) }));
  }
  const written = writeOutputs(profile, options, context);
  const isWritten = written.length === options.outputs.length;
  if (isWritten) live?.release();
  else if (!written.some(({ format }) => format === 'kscope')) {
    const spare = [folder, tmpdir()].map(each => spareFile(file, each));
    rescue(profile, live === null ? spare : [live.path, ...spare], context);
  }
  if (code !== 0) return;
  const isWithinBudgets = meetsBudgets(profile, options, context);
  if (!isWritten || !isWithinBudgets) context.exit(ExitCode.failed);
}

function whole(profile: RecordedProfile | null): RecordedProfile | null {
  return profile && new RecordedProfile(withStartUp(profile.data));
}

/** Reports recordings left by earlier runs that were killed. */
function tellOfKilledRuns({ outputs, quiet }: ProfileOptions, { err }: CommandContext): void {
  const folder = process.cwd();
  const folders = outputs.map(({ path }) => dirname(resolve(folder, path)));
  const text = leftBehindText([folder, join(folder, RUN_FOLDER), ...folders]);
  if (text !== null && !quiet) err(`kernelscope: ${text}\n`);
}

/** Reports whether each budget was met; in a quiet run only missed ones. */
function meetsBudgets(
  profile: RecordedProfile,
  { budgets, quiet }: ProfileOptions,
  { err }: CommandContext
): boolean {
  const outcomes = evaluateBudgets(profileSubject(profile), budgets);
  const told = outcomes.filter(({ isMet }) => !quiet || !isMet);
  for (const outcome of told) err(`${budgetLine(outcome)}\n`);
  return outcomes.every(({ isMet }) => isMet);
}

/** @throws KscopeError if what would be written of `profile` cannot be read back */
function requireReadable({ data }: RecordedProfile): void {
  decodeKscope(encodeKscope(data));
}

/** Writes all files that can be written, and returns these. */
function writeOutputs(
  profile: RecordedProfile,
  { outputs, quiet }: ProfileOptions,
  { err }: CommandContext
): readonly OutputFile[] {
  const tell = quiet ? () => undefined : err;
  const write = ({ path, format }: OutputFile): boolean => {
    try {
      // It takes the place of what was kept while the program ran.
      if (format === 'kscope') requireReadable(profile);
      tell(`${savedFileText(profile.save(path))}\n`);
      return true;
    } catch (error) {
      err(`kernelscope: ${messageOf(error)}\n`);
      return false;
    }
  };
  return outputs.filter(write);
}

/** Writes a recording into the first of `files` that can be written, where none was that was to have it. */
function rescue(profile: RecordedProfile, files: readonly string[], { err }: CommandContext): void {
  for (const file of files) {
    try {
      requireReadable(profile);
      profile.save(file);
      return err(`kernelscope: the recording is in ${file}\n`);
    } catch {
      // the next may be written
    }
  }
}
