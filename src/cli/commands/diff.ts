import { type Command, Option } from 'commander';
import { loadProfileThatTells } from '../../engine/results/loadProfile';
import { ProfileDiff } from '../../compat/torch/profileDiff';
import { comparisonText } from '../../report';
import type { CommandContext } from '../shared/commandContext';
import { comparedNames } from '../shared/explainText';
import { parseRows } from '../shared/rowsArgument';

interface DiffOptions {
  readonly top: number;
  readonly format: 'table' | 'json';
}

/** Defines `kernelscope diff A B`: what changed from one saved profile to another. */
export function defineDiff(command: Command, { out }: CommandContext): void {
  command
    .argument('<before>', 'a saved profile or trace')
    .argument('<after>', 'another one')
    .addOption(new Option('-n, --top <rows>', 'rows, 0 = all').argParser(parseRows).default(30))
    .addOption(
      new Option('-f, --format <form>', 'form').choices(['table', 'json']).default('table')
    )
    .action((before: string, after: string, { top, format }: DiffOptions) => {
      const diff = new ProfileDiff(loadProfileThatTells(before), loadProfileThatTells(after));
      const names = comparedNames(diff, { before, after });
      const rows = top > 0 ? diff.rows.slice(0, top) : diff.rows;
      const isTable = format === 'table';
      out(
        isTable ? comparisonText(diff.compare(), { names, top }) : `${toJson({ ...names, rows })}\n`
      );
    });
}

function toJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
