import { statSync } from 'node:fs';
import type { Command } from 'commander';
import { savedFileText } from '../../engine/results/exportProfile';
import { outputFile, writableExtensions } from '../../settings/table/outputFile';
import { type CommandContext, UsageError } from '../shared/commandContext';
import { shownOptions, type ShownOptions, shownProfile } from '../shared/shownProfile';

/** Defines `kernelscope convert IN… OUT`: a saved profile, or several on one timeline, in another format. */
export function defineConvert(command: Command, context: CommandContext): void {
  const files = '.kscope files, or traces of Chrome, Perfetto, nvprof or Nsight, and at last';
  command
    .argument('<files...>', `${files} the file to write; endings: ${endings()}`)
    .action((files: readonly string[], options: ShownOptions) => {
      const output = files[files.length - 1];
      if (files.length < 2) {
        throw new UsageError(
          `Name a profile and the file to write. See kernelscope convert --help.`
        );
      }
      if (outputFile(output) === null) {
        throw new UsageError(`The ending of ${output} must be one of ${endings()}`);
      }
      const inputs = files.slice(0, -1);
      if (inputs.some(input => isSameFile(input, output))) {
        throw new UsageError(`${output} is a file that is read. Name another one to write`);
      }
      const profile = shownProfile(inputs, options, context);
      context.out(`${savedFileText(profile.save(output))}\n`);
    });
  for (const option of shownOptions()) command.addOption(option);
}

/** Whether both lead to one file, by links too. */
function isSameFile(a: string, b: string): boolean {
  try {
    const [first, second] = [a, b].map(file => statSync(file));
    return first.dev === second.dev && first.ino === second.ino;
  } catch {
    return false;
  }
}

function endings(): string {
  return writableExtensions().join(' ');
}
