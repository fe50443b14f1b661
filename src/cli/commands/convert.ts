import type { Command } from 'commander';
import { Argument, InvalidArgumentError } from 'commander';
import { savedFileText } from '../../engine/files/exportProfile';
import { loadProfileThatTells } from '../../engine/results/loadProfile';
import { outputFile, writableExtensions } from '../../settings/table/outputFile';
import type { CommandContext } from '../shared/commandContext';

/** Defines `kernelscope convert IN OUT`: a saved profile in another format. */
export function defineConvert(command: Command, { out }: CommandContext): void {
  command
    .argument('<in>', 'a .kscope file, or a trace of Chrome, Perfetto, nvprof or Nsight')
    .addArgument(new Argument('<out>', `file to write; endings: ${endings()}`).argParser(writable))
    .action((input: string, output: string) => {
      out(`${savedFileText(loadProfileThatTells(input).save(output))}\n`);
    });
}

function endings(): string {
  return writableExtensions().join(' ');
}

function writable(path: string): string {
  if (outputFile(path) === null) {
    throw new InvalidArgumentError(`Its ending must be one of ${endings()}`);
  }
  return path;
}
