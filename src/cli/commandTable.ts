import type { Command } from 'commander';
import type { CommandContext } from './shared/commandContext';

/** Gives a command its arguments, options and action. */
export type DefineCommand = (command: Command, context: CommandContext) => void;

/** A command of `kernelscope`; what it needs is loaded when a command line names it. */
export interface CommandEntry {
  readonly name: string;
  /** Another name, that of a system that has the same command. */
  readonly alias?: string;
  /** Its options and arguments, for help. */
  readonly usage: string;
  readonly description: string;
  /** Whether its long options may be shortened, see `AbbreviatingCommand`. */
  readonly abbreviates?: true;
  readonly load: () => Promise<DefineCommand>;
}

/** All commands, in the order of help. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'run',
    usage: '[options] FILE [-- ARGS]',
    description: 'run a Node program, JavaScript or TypeScript, under the profiler',
    load: async () => (await import('./commands/run.js')).defineRun
  },
  {
    name: 'attach',
    usage: '[options] <pid>',
    description: 'record the CPU profile of a Node process that is running',
    load: async () => (await import('./commands/attach.js')).defineAttach
  },
  {
    name: 'show',
    usage: '[options] <file...>',
    description:
      'print where the time of a saved profile went: findings, packages, lines, functions',
    load: async () => (await import('./commands/show.js')).defineShow
  },
  {
    name: 'explain',
    usage: '[options] <file>',
    description: 'print the findings of a saved profile as Markdown, and what to measure next',
    load: async () => (await import('./commands/explain.js')).defineExplain
  },
  {
    name: 'diff',
    usage: '[options] <before> <after>',
    description: 'print the changes from one saved profile to another, largest first',
    load: async () => (await import('./commands/diff.js')).defineDiff
  },
  {
    name: 'query',
    usage: '[options] <file> [<file>] <query>',
    description:
      'print the rows of an SQL query over one or two saved profiles, or an analysed folder',
    load: async () => (await import('./commands/query.js')).defineQuery
  },
  {
    name: 'analyze',
    alias: 'profile_analyze',
    usage: '[options] <dump>',
    description: 'print the operators of a profile: time, computation, memory and shapes of each',
    abbreviates: true,
    load: async () => (await import('./commands/analyze.js')).defineAnalyze
  },
  {
    name: 'check',
    usage: '[options] <file...>',
    description: 'check profiles against budgets and a baseline',
    load: async () => (await import('./commands/check.js')).defineCheck
  },
  {
    name: 'notebook',
    usage: '[options] <file>',
    description: 'print the profiles in an executed notebook, cell by cell, and what has changed',
    load: async () => (await import('./commands/notebook.js')).defineNotebook
  },
  {
    name: 'convert',
    usage: '[options] <in> <out>',
    description: 'write a saved profile in the format of another ending',
    load: async () => (await import('./commands/convert.js')).defineConvert
  },
  {
    name: 'offline-analyse',
    usage: '[options] <path>',
    description: 'analyse the directories of recorded cycles, and compare their ranks',
    load: async () => (await import('./commands/offlineAnalyse.js')).defineOfflineAnalyse
  },
  {
    name: 'extract-rows',
    usage: '[options]',
    description:
      'read the directories of cycles named on standard input as rows in the Arrow format',
    load: async () => (await import('./commands/extractRows.js')).defineExtractRows
  },
  {
    name: 'extract-views',
    usage: '[options] <folder>',
    description:
      'write the SQL views over the profiles in an analysed folder, for DuckDB and Spark',
    load: async () => (await import('./commands/extractViews.js')).defineExtractViews
  },
  {
    name: 'mcp',
    usage: '[folder]',
    description: 'serve the profiles in a folder to assistants, by the Model Context Protocol',
    load: async () => (await import('./commands/mcp.js')).defineMcp
  },
  {
    name: 'doctor',
    usage: '[options]',
    description: 'check which parts of the profiler work on this machine',
    load: async () => (await import('./commands/doctor.js')).defineDoctor
  }
];
