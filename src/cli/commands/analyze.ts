import type { Command } from 'commander';
import { analyzeBy, readRoof } from '../../compat/megengine/analyze';
import type { Place } from '../../analysis/operators/operatorRecord';
import { analyzeCsv, analyzeJson } from '../../compat/megengine/report/operatorAnalysis';
import {
  type AnalyzeQuery,
  type AnalyzeReport,
  analyzeText
} from '../../compat/megengine/report/analyzeReport';
import { type AnalyzeOptions, analyzeOptions } from '../shared/analyzeOptions';
import type { CommandContext } from '../shared/commandContext';

/** Defines `kernelscope analyze FILE`: the operators of a profile, with MegEngine's options. */
export function defineAnalyze(command: Command, { out, err }: CommandContext): void {
  for (const option of analyzeOptions()) command.addOption(option);
  command
    .argument('<dump>', 'a profile of MegEngine, a .kscope file, or a trace of Chrome or Perfetto')
    .action((file: string, options: AnalyzeOptions) => {
      if (options.aggregateBy !== undefined && options.aggregate === undefined) {
        command.error("error: option '--aggregate-by <key>' needs '--aggregate <operation>'");
      }
      const { report, notes } = analyzeBy(file, queryOf(options));
      for (const note of notes) err(`kernelscope: ${note}\n`);
      out(`${textOf(report, options)}\n`);
    });
}

function queryOf(options: AnalyzeOptions): AnalyzeQuery {
  return {
    filter: {
      types: options.type,
      name: options.oprName ?? null,
      inputType: options.inputDtype || null
    },
    endKey: options.topEndKey,
    minTime: options.minTime,
    maxTime: options.maxTime,
    aggregate: options.aggregate ?? null,
    aggregateBy: options.aggregateBy ?? null,
    order: options.orderBy,
    top: options.top,
    withCopies: options.copyTime,
    roof: options.peaks === undefined ? null : readRoof(options.peaks),
    places: placesOf(options)
  };
}

function placesOf({ printOnly, showHost }: AnalyzeOptions): readonly Place[] {
  if (printOnly === 'summary') return [];
  if (printOnly !== undefined) return [printOnly];
  return showHost ? ['device', 'host'] : ['device'];
}

function textOf(report: AnalyzeReport, options: AnalyzeOptions): string {
  if (options.format === 'json') return analyzeJson(report);
  if (options.format === 'csv') return analyzeCsv(report);
  return analyzeText(report, {
    style: options.confluence || options.wiki === true ? 'wiki' : 'grid',
    withSummary: options.printOnly === undefined || options.printOnly === 'summary',
    namesOnly: options.dumpOnlyOpr
  });
}
