import { type ProfilerObjects, createObjects } from '../../src/compat/mxnet/createObjects';
import { ArgKind, type Profile } from '../../src/model/profile/profile';
import { Recorder } from '../../src/record/recorder';
import type { RecordingWindow } from '../../src/record/slices/recordingWindow';
import { FakeClock } from './fakeClock';
import { finishWindow } from './recording';

/** The object classes over a recorder of their own, on a clock that the test moves. */
export class ObjectBench {
  readonly clock = new FakeClock();
  readonly recorder = new Recorder({ clock: this.clock.now });
  /** What the user was told, oldest first. */
  readonly warnings: string[] = [];
  readonly objects: ProfilerObjects = createObjects(this.recorder, text => {
    this.warnings.push(text);
  });
  #window: RecordingWindow | null = null;

  /** Begins to record. */
  run(): void {
    this.#window = this.recorder.openWindow();
  }

  /** Ends the recording that `run` began and gives its profile. */
  stop(): Profile {
    if (!this.#window) throw new Error('nothing is being recorded');
    const window = this.#window;
    this.#window = null;
    return finishWindow(this.recorder, window);
  }

  /** The profile of all that `body` does. */
  record(body: () => void): Profile {
    this.run();
    body();
    return this.stop();
  }

  /** Lets microseconds pass. */
  wait(us: number): void {
    this.clock.advance(us * 1000);
  }
}

/** Counters of a profile by category and name: their kinds, units and values. */
export function counterValues(profile: Profile): Record<string, unknown> {
  return Object.fromEntries(
    profile.counters.map(({ category, name, kind, unit, value }) => [
      `${category}/${name}`,
      { kind, unit, values: [...value] }
    ])
  );
}

/** The arguments of slices as `slice key=value`, one a line. */
export function argLines({ args, slices, labels, strings }: Profile): string[] {
  return Array.from({ length: args.length }, (_, row) => {
    const name = strings[labels.name[slices.label[args.slice[row]]]];
    const value = args.value[row];
    const shown = args.kind[row] === ArgKind.string ? strings[value] : String(value);
    return `${name} ${strings[args.key[row]]}=${shown}`;
  });
}
