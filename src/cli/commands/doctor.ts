import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import type { MeasuredPeak, Peaks } from '../../analysis/operators/roofline';
import { writeFileAtomically } from '../../engine/results/atomicWrite';
import { doctorText, runDoctor } from '../../doctor/doctor';
import { measurePeaks } from '../../doctor/measurePeaks';
import { type CommandContext, ExitCode, UsageError } from '../shared/commandContext';

interface DoctorOptions {
  readonly peaks: boolean;
  readonly save?: string;
  readonly json: boolean;
}

/** Defines `kernelscope doctor`, which checks which parts of the profiler work on this machine. */
export function defineDoctor(command: Command, { out, err, exit }: CommandContext): void {
  command
    .option(
      '--peaks',
      'measure the peaks of the machine in computing and copying, and save them',
      false
    )
    .option('--save <file>', 'file for the peaks; by default in the user’s cache')
    .option('--json', 'print JSON', false)
    .addHelpText(
      'after',
      '\nExit codes: 0 all is well, 1 something that should work does not, 2 wrong usage.'
    )
    .action(async (options: DoctorOptions) => {
      if (options.save !== undefined && !options.peaks) {
        throw new UsageError('--save needs --peaks');
      }
      const folder = process.cwd();
      const report = runDoctor({ folder });
      const peaks = options.peaks ? await measurePeaks(folder) : null;
      if (peaks !== null) err(`Saved the peaks as ${savePeaks(peaks, options.save)}\n`);
      const json = { ...report, ...(peaks !== null && { peaks }) };
      const texts = [doctorText(report), ...(peaks === null ? [] : [peaksText(peaks)])];
      out(`${options.json ? JSON.stringify(json, null, 2) : texts.join('\n\n')}\n`);
      if (!report.isHealthy) exit(ExitCode.failed);
    });
}

function savePeaks(peaks: Peaks, given: string | undefined): string {
  const file = given ?? join(cacheFolder(), 'kernelscope', 'peaks.json');
  if (given === undefined) mkdirSync(dirname(file), { recursive: true });
  writeFileAtomically(file, new TextEncoder().encode(`${JSON.stringify(peaks, null, 2)}\n`));
  return file;
}

function cacheFolder(): string {
  return process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
}

const GIGA = 1e9;
const NAME_WIDTH = 38;

/** The peaks as text, one for each line. */
function peaksText({ compute, memory }: Peaks): string {
  return [
    ...compute.map(peak => lineOf(peak, 'GFLOP/s')),
    lineOf({ ...memory, name: `memory, ${memory.name}` }, 'GB/s')
  ].join('\n');
}

function lineOf({ name, value, isCertain, why }: MeasuredPeak, unit: string): string {
  const doubt = isCertain ? '' : ` (uncertain: ${why})`;
  return `${name.padEnd(NAME_WIDTH)}${(value / GIGA).toFixed(1)} ${unit}${doubt}`;
}
