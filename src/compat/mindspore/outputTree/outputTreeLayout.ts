import path from 'node:path';
import { NS_PER_MS } from '../../../base/time';
import type { Cycle, CycleLayout } from '../../../engine/sessions/cycleLayout';
import type { Recording } from '../../../engine/recording/recording';
import type { RecordingHost } from '../../../engine/recording/recordingHost';
import { TreeCycle } from './treeCycle';

/** Time between two versions of the file of a cycle under way, milliseconds. */
const PERIOD_MS = 1000;

/** A cycle that is over sooner needs no thread that keeps its file, milliseconds. */
const SHORT_CYCLE_MS = 200;

/** The dependencies of {@link outputTreeLayout}. */
export interface OutputTreeOptions {
  readonly host: RecordingHost;
  /** The folder in which each cycle gets a directory; from the present folder, also later on. */
  readonly outputPath: string;
  /** Takes what could not be written and why. */
  readonly warn: (text: string) => void;
  /** {@link PERIOD_MS} unless given. */
  readonly periodMs?: number;
  /** {@link SHORT_CYCLE_MS} unless given. */
  readonly shortCycleMs?: number;
}

/**
 * MindSpore's layout: a directory for each cycle, made when its window begins. A thread updates
 * `profile.kscope` in it every second, so that a process that is killed leaves its recording. The
 * thread begins with the window; after a short cycle, only if this one is not short.
 */
export function outputTreeLayout(options: OutputTreeOptions): CycleLayout {
  return new OutputTreeLayout(options);
}

class OutputTreeLayout implements CycleLayout {
  readonly #outputPath: string;
  #wasShort = false;

  constructor(private readonly options: OutputTreeOptions) {
    this.#outputPath = path.resolve(options.outputPath);
  }

  begin(recording: Recording): Cycle {
    const { host, warn, periodMs = PERIOD_MS, shortCycleMs = SHORT_CYCLE_MS } = this.options;
    const outputPath = this.#outputPath;
    const begun = host.recorder.now();
    const delayMs = this.#wasShort ? shortCycleMs : 0;
    const onEnd = (): void => {
      this.#wasShort = Number(host.recorder.now() - begun) / NS_PER_MS < shortCycleMs;
    };
    return new TreeCycle({ host, recording, outputPath, warn, periodMs, delayMs, onEnd });
  }

  /** Each cycle is complete when it is saved. */
  close(): void {
    return;
  }
}
