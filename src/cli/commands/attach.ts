import { type Command, InvalidArgumentError, Option } from 'commander';
import { savedFileText } from '../../engine/results/exportProfile';
import { RecordedProfile } from '../../engine/results/recordedProfile';
import { attachedProfile } from '../../program/attach/attachedProfile';
import { recordTarget } from '../../program/attach/recordTarget';
import { findTarget } from '../../program/attach/targetProcess';
import { outputFile, writableExtensions } from '../../settings/table/outputFile';
import { joinWords } from '../../base/text';
import type { CommandContext } from '../shared/commandContext';
import { briefText } from '../shared/profileText';
import { DEFAULT_PROFILE_OPTIONS } from '../../settings/table/profileOptions';

interface AttachCommandOptions {
  readonly duration: number;
  readonly interval: number;
  readonly output?: string;
  readonly quiet: boolean;
}

/** Signals that end the recording early, and with it the command. */
const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const MS_PER_S = 1000;

/** The longest recording, seconds: its samples are kept in the memory of the process. */
const MAX_SECONDS = 3600;

const NOTES = `
A signal has the process open its inspector: while it is recorded, it listens on 127.0.0.1, usually on port 9229,
where any program of this machine can connect. Its inspector is closed at the end, also after Ctrl + C, unless it
was open before. Ctrl + C ends the recording early and keeps it. Linux only. Nothing is loaded into the process.`;

/** Defines `kernelscope attach PID`: the CPU profile of a Node process that runs already. */
export function defineAttach(command: Command, context: CommandContext): void {
  command
    .argument('<pid>', 'a Node process of the same user', parsePid)
    .addOption(
      new Option('-d, --duration <seconds>', 'end the recording after that')
        .argParser(text => parseNumber(text, { least: 0.001, most: MAX_SECONDS }))
        .default(10)
    )
    .addOption(
      new Option('-i, --interval <us>', 'microseconds between samples')
        .argParser(text => parseNumber(text, { least: 50, most: 1_000_000 }))
        .default(1000)
    )
    .addOption(
      new Option('-o, --output <file>', 'write the profile, in the format of its ending').argParser(
        parseOutput
      )
    )
    .option('-q, --quiet', 'print nothing', false)
    .addHelpText('after', NOTES)
    .action((pid: number, options: AttachCommandOptions) => attach(pid, options, context));
}

async function attach(
  pid: number,
  { duration, interval, output, quiet }: AttachCommandOptions,
  { err, out }: CommandContext
): Promise<void> {
  const tell = quiet ? () => undefined : err;
  const target = findTarget(pid);
  const stopped = new AbortController();
  const stop = (): void => stopped.abort();
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    const recording = await recordTarget(target, {
      durationMs: duration * MS_PER_S,
      intervalUs: interval,
      stop: stopped.signal,
      onBegin: () => tell(`Recording process ${pid} for ${duration} s; Ctrl + C ends it early.\n`)
    });
    const profile = new RecordedProfile(attachedProfile(target, recording));
    if (!quiet) out(briefText(profile, DEFAULT_PROFILE_OPTIONS, target.folder));
    if (output !== undefined) tell(`${savedFileText(profile.save(output))}\n`);
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}

function parsePid(text: string): number {
  const pid = Number(text);
  if (/^[1-9]\d{0,9}$/.test(text)) return pid;
  throw new InvalidArgumentError('Give the number of a process, such as pgrep node prints.');
}

function parseNumber(text: string, { least, most }: { least: number; most: number }): number {
  const value = Number(text);
  if (/^\d+(?:\.\d+)?$/.test(text) && value >= least && value <= most) return value;
  throw new InvalidArgumentError(`Give a number from ${least} to ${most}.`);
}

function parseOutput(path: string): string {
  if (outputFile(path) !== null) return path;
  throw new InvalidArgumentError(`Its ending must be one of ${joinWords(writableExtensions())}.`);
}
