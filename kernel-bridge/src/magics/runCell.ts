import {
  type Magic,
  type MagicCommand,
  type ProfileOptions,
  findMagic,
  lightValues,
  parseMagicLine
} from 'kernelscope/settings';
import { runTypeScript } from '../requests/cellRunner';
import type { CellRequest, RunCell } from '../requests/executeRequest';
import type { CellOutcome } from '../cells/cellRun';
import type { MagicSession } from './magicSession';
import { profileCell } from './profileCell';
import { noteRecorded } from './tryCell';
import { magicFailure } from './magicFailure';
import { RUNNERS, type Runner } from './runnerTable';

/** Runs cells: with a magic, bare, or lightly profiled while `%profile on` is in force. */
export function createCellRunner(session: MagicSession): RunCell {
  return async request => {
    const magic = findMagic(request.source);
    if (magic !== null) {
      return runMagic(session, request, magic);
    }
    const { settings } = session;
    if (!settings.everyCell) {
      session.host.release();
      return runTypeScript(session, request);
    }
    const options = lightOptions(settings.defaults);
    const cell = { ...request, written: request.source, name: null, options };
    const outcome = await profileCell(session, { ...cell, isLight: true });
    if (outcome.status === 'ok') noteRecorded(session, cell);
    return outcome;
  };
}

/** Runs a cell that begins with `magic`. A line that cannot be understood runs nothing. */
export async function runMagic(
  session: MagicSession,
  request: CellRequest,
  magic: Magic
): Promise<CellOutcome> {
  try {
    const command = parseMagicLine(magic, session.settings.defaults);
    // Of the table each runner takes the command that it stands for.
    const run = RUNNERS[command.command] as Runner<MagicCommand>;
    return await run(session, request, command);
  } catch (error) {
    return magicFailure(error);
  }
}

/**
 * Time between two samples of the stack of a light recording, microseconds: at some 50 µs of work for each, they take half
 * a percent of a core.
 */
const CPU_INTERVAL_US = 10_000;

/** Time between two looks at the memory of a light recording, milliseconds. */
const MEMORY_PERIOD_MS = 50;

/** Slices that a light recording keeps; totals count all of them. */
const MAX_SLICES = 50_000;

/**
 * The options of a light recording, as `%profile on` makes it of every cell: wall, CPU and idle time,
 * garbage collections, memory, GPU work, what the code itself marks, and some samples of its stack. No heap is
 * sampled, no hook sees promises, operators or the threads that cells start. What the defaults in force switch off
 * stays off.
 */
export function lightOptions(defaults: ProfileOptions): ProfileOptions {
  const { cpuIntervalUs, memoryPeriodMs, maxEvents } = defaults;
  return {
    ...defaults,
    ...lightValues(defaults),
    cpuIntervalUs: cpuIntervalUs && lightInterval(cpuIntervalUs),
    // the signals that sample end the wait of the event loop, whose idle time is then lost: samples have it
    idleTime: cpuIntervalUs === null,
    memoryPeriodMs: memoryPeriodMs === null ? null : Math.max(memoryPeriodMs, MEMORY_PERIOD_MS),
    maxEvents: Math.min(maxEvents, MAX_SLICES)
  };
}

function lightInterval(set: number | 'auto'): number {
  return set === 'auto' ? CPU_INTERVAL_US : Math.max(set, CPU_INTERVAL_US);
}
