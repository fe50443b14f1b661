import type { ResultDisplay } from 'kernelscope/host';
import { DEFAULT_PROFILE_OPTIONS, type ProfileOptions } from 'kernelscope/settings';
import type { Display } from '../requests/display';
import type { Executor } from '../cells/executor';
import type { OutputContext } from '../requests/outputContext';
import type { ProgressNews } from '../protocol/outputMessages';
import type { ProfilingHost } from './profilingHost';
import type { Recovery } from './recovery';
import type { Sidecars } from './sidecar';

/** Settings that magics leave behind for later cells. */
export interface MagicSettings {
  /** Options in force where a line sets none: `%profile config`. */
  defaults: ProfileOptions;
  /** Whether whole profiles are written beside the notebook if the output holds only a part. */
  sidecar: boolean;
  /** Every cell is profiled lightly: `%profile on`. */
  everyCell: boolean;
}

export interface MagicSession {
  readonly executor: Executor;
  readonly display: Display;
  /** Shows a value of a cell as it says that it is shown. */
  readonly showResult: (display: ResultDisplay) => void;
  readonly host: ProfilingHost;
  readonly settings: MagicSettings;
  readonly sidecars: Sidecars;
  readonly recovery: Recovery;
  /** The code of the cells that were recorded, by their ids in the notebook; that of cells without one by `''`. */
  readonly recordedSources: Map<string, string>;
  readonly context: OutputContext;
  /** True if an interrupt has come since the request of the cell began. */
  readonly isInterrupted: () => boolean;
  /** Tells the thread that shows the progress of recordings. */
  readonly tellProgress: (news: ProgressNews) => void;
  /** Monotonic time, nanoseconds. */
  readonly clock: () => bigint;
}

/** The settings of a fresh kernel. */
export function initialSettings(): MagicSettings {
  return { defaults: DEFAULT_PROFILE_OPTIONS, sidecar: true, everyCell: false };
}
