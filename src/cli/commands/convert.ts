import type { Command } from 'commander';
import { savedFileText } from '../../api/exportProfile';
import { loadProfile } from '../../api/loadProfile';
import { writableExtensions } from '../../options/outputFile';
import type { CommandOutput } from '../commandOutput';

/** Adds `kernelscope convert IN OUT`: a saved profile in another format. */
export function addConvert(program: Command, { out }: CommandOutput): void {
  program
    .command('convert')
    .description('write a .kscope file in the format of another ending')
    .argument('<in>', 'profile to read')
    .argument('<out>', `file to write; endings: ${writableExtensions().join(' ')}`)
    .action((input: string, output: string) => {
      out(`${savedFileText(loadProfile(input).save(output))}\n`);
    });
}
