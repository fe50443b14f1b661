import { MESSAGE_FLOW } from '../../model/profile/argKeys';
import { GPU_COMPUTE_CATEGORIES, OPERATOR_CATEGORIES } from '../../model/profile/categories';
import type { Profile } from '../../model/profile/profile';
import { isSyncCall } from '../gpu/hostActivity';
import { isDataWait } from './dataWaits';
import { IntervalUnion, type Intervals, NO_TIME, unionOf } from '../slices/intervals';

type IsLabel = (name: string, category: string) => boolean;

const isOperator: IsLabel = (_, category) => OPERATOR_CATEGORIES.includes(category);

/** The slices around one thread, by the use of its time that they show. */
export class StepSlicesByUse {
  readonly #isThread: Uint8Array;
  readonly #isLane: Uint8Array;

  constructor(
    private readonly profile: Profile,
    private readonly track: number
  ) {
    const { tracks } = profile;
    const { parent } = tracks[track];
    this.#isThread = Uint8Array.from(tracks, (_, at) => Number(at === track));
    this.#isLane = Uint8Array.from(tracks, lane =>
      Number(lane.kind === 'asyncLane' && (lane.parent === parent || lane.parent === track))
    );
  }

  /** Operators that run on the thread itself. */
  threadOperators(): Intervals {
    return this.#timeOf(isOperator, this.#isThread);
  }

  /** Operators that go on while the thread does something else. */
  laneOperators(): Intervals {
    return this.#timeOf(isOperator, this.#isLane);
  }

  /** Calls of `next` that block the thread. */
  blockingWaits(): Intervals {
    return this.#timeOf(isDataWait, this.#isThread);
  }

  /** Calls of `next` whose promise is waited for. */
  laneWaits(): Intervals {
    return this.#timeOf(isDataWait, this.#isLane);
  }

  /** Calls of the thread that return when the GPU is done. */
  gpuSyncs(): Intervals {
    return this.#timeOf(isSyncCall, this.#isThread);
  }

  /** Kernels on any of these tracks, and graphs that were timed as a whole. */
  kernels(streams: readonly number[]): Intervals {
    const isStream = Uint8Array.from(this.profile.tracks, (_, at) => Number(streams.includes(at)));
    return this.#timeOf((_, category) => GPU_COMPUTE_CATEGORIES.includes(category), isStream);
  }

  /**
   * Messages from where they are posted until their handling begins: those that the thread posts or
   * handles, and of these the ones that it handles.
   */
  messages(): { readonly messages: Intervals; readonly receipts: Intervals } {
    const { flows, slices, labels, strings } = this.profile;
    const sent: [number, number][] = [];
    const received: [number, number][] = [];
    for (let flow = 0; flow < flows.length; flow++) {
      if (strings[labels.category[flows.label[flow]]] !== MESSAGE_FLOW) continue;
      const [from, to] = [flows.from[flow], flows.to[flow]];
      const way: [number, number] = [slices.start[from], slices.start[to]];
      if (slices.track[to] === this.track) received.push(way);
      else if (slices.track[from] === this.track) sent.push(way);
    }
    return {
      messages: unionOf(byStart([...sent, ...received])),
      receipts: unionOf(byStart(received))
    };
  }

  #timeOf(isLabel: IsLabel, isTrack: Uint8Array): Intervals {
    const { slices, labels, strings } = this.profile;
    const isWanted = Uint8Array.from(labels.name, (name, label) =>
      Number(isLabel(strings[name], strings[labels.category[label]]))
    );
    if (!isWanted.includes(1) || !isTrack.includes(1)) return NO_TIME;
    const union = new IntervalUnion();
    for (let row = 0; row < slices.length; row++) {
      if (isWanted[slices.label[row]] === 0 || isTrack[slices.track[row]] === 0) continue;
      union.add(slices.start[row], slices.start[row] + slices.duration[row]);
    }
    return union.toIntervals();
  }
}

function byStart(stretches: [number, number][]): [number, number][] {
  return stretches.sort((a, b) => a[0] - b[0]);
}
