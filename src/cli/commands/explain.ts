import type { Command } from 'commander';
import { loadProfileThatTells } from '../../engine/results/loadProfile';
import type { CommandContext } from '../shared/commandContext';
import { type NamedProfile, explainText } from '../shared/explainText';

interface ExplainOptions {
  readonly compare?: string;
}

/** Defines `kernelscope explain FILE`: the findings of a saved profile as Markdown. */
export function defineExplain(command: Command, { out }: CommandContext): void {
  command
    .argument('<file>', 'a saved profile or trace')
    .option('-c, --compare <file>', 'say what has changed since another one')
    .action((file: string, { compare }: ExplainOptions) => {
      const profile = named(file);
      out(explainText(profile, compare === undefined ? undefined : named(compare)));
    });
}

function named(file: string): NamedProfile {
  return { file, profile: loadProfileThatTells(file) };
}
