import type { Command } from 'commander';
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
      const bytes = loadProfile(input).save(output);
      out(`${output}: ${bytes} bytes\n`);
    });
}
