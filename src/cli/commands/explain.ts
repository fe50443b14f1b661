import type { Command } from 'commander';
import { loadProfile } from '../../engine/results/loadProfile';
import { ProfileDiff } from '../../engine/sessions/profileDiff';
import { comparisonMarkdown } from '../../report';
import type { CommandContext } from '../shared/commandContext';
import { comparedNames } from '../shared/comparedNames';

interface ExplainOptions {
  readonly compare?: string;
}

/** Defines `kernelscope explain FILE`: the findings of a saved profile as Markdown. */
export function defineExplain(command: Command, { out }: CommandContext): void {
  command
    .argument('<file>', 'a saved profile or trace')
    .option('-c, --compare <file>', 'say what has changed since another one')
    .action((file: string, { compare }: ExplainOptions) => {
      const profile = loadProfile(file);
      if (compare === undefined) {
        out(profile.explain());
        return;
      }
      const diff = new ProfileDiff(loadProfile(compare), profile);
      const { before } = comparedNames(diff, { before: compare, after: file });
      out(`${profile.explain()}\n${comparisonMarkdown(diff.compare(), before)}`);
    });
}
