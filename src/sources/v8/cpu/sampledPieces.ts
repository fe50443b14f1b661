import { StackBuilder } from '../../../model/build/stackBuilder';
import { StringTable } from '../../../model/build/stringTable';
import { joinRecordedSamples } from '../../../model/build/joinRecordedSamples';
import { createTable } from '../../../columns/tableSchema';
import type { RecordedSamples } from '../../../model/profile/recordedPart';
import { NS_PER_US } from '../../../base/time';
import { type NativeCpuSampler, type SampledColumns, loadV8Addon } from '../../../native/v8Addon';
import type { SharedSamples } from '../../../record/build/contribution';
import { FileMapper } from '../scripts/fileMapper';
import type { SourceMapper } from '../scripts/sourceMapper';
import { convertCpuProfile } from './cpuProfileConvert';
import { LineTotals } from './lineTotals';
import { profileOf } from './nativeProfiler';

/** The dependencies of {@link SampledPieces}. */
export interface SampledPiecesOptions extends SharedSamples {
  /** CLOCK_MONOTONIC at the begin of the recorded window, nanoseconds. */
  readonly originNs: bigint;
  /** Default: that of this Node's addon. */
  readonly sampler?: Pick<NativeCpuSampler, 'takePieces'>;
  readonly mapper?: SourceMapper;
}

/**
 * Reads the CPU samples of another thread while that goes on recording. All of them are kept, in a few stretches of
 * time, for a file that has to be written anew.
 */
export class SampledPieces {
  readonly #sampler: Pick<NativeCpuSampler, 'takePieces'>;
  readonly #mapper: SourceMapper;
  readonly #kept: RecordedSamples[] = [];

  constructor(private readonly options: SampledPiecesOptions) {
    this.#sampler = options.sampler ?? loadV8Addon().sampler;
    this.#mapper = options.mapper ?? new FileMapper();
  }

  /** All samples so far. */
  get all(): readonly RecordedSamples[] {
    return this.#kept;
  }

  /** The samples since the last call. */
  take(): readonly RecordedSamples[] {
    const pieces = this.#sampler.takePieces(this.options.handle);
    const taken = pieces.map(columns => this.#read(columns));
    for (const piece of taken) this.#keep(piece);
    return taken;
  }

  /** Joins stretches of like length, so that there are few and each sample is copied seldom. */
  #keep(piece: RecordedSamples): void {
    const kept = this.#kept;
    kept.push(piece);
    for (let last = kept.length - 1; last > 0; last--) {
      const [before, after] = [kept[last - 1], kept[last]];
      if (before.samples.length > 2 * after.samples.length) break;
      kept.splice(last - 1, 2, joinRecordedSamples([before, after]));
    }
  }

  #read(columns: SampledColumns): RecordedSamples {
    const strings = new StringTable();
    const stacks = new StackBuilder();
    const mapper = this.#mapper;
    const { folder, originNs } = this.options;
    const endNs = BigInt(columns.endTime * NS_PER_US);
    const window = { originNs, endNs, track: 0, mapper, folder, strings, stacks };
    const { samples, lineTicks, callLines, coreWaits } = convertCpuProfile(
      profileOf(columns),
      window
    );
    const lines = new LineTotals({ strings, mapper, folder });
    if (callLines !== null) lines.add(callLines);
    const lineTotals = callLines === null ? createTable('lineTotals', 0) : lines.toTable();
    return {
      samples,
      lineTicks,
      lineTotals,
      coreWaits,
      strings: strings.toArray(),
      frames: stacks.frames(),
      stacks: stacks.stacks()
    };
  }
}
