import { FRAME_NUMBER_ARG, frameCategory } from '../../../model/profile/categories';
import type { Token } from '../../../record/slices/sliceStore';
import type { FrameSeries } from './frameSeries';
import { type LaneDuration, LaneObject } from './laneObject';
import { type NamedDomain, domainName } from './namedObject';
import type { ObjectContext } from './objectContext';

/**
 * One pass of something that repeats, such as a picture or a step. Frames of a name are numbered in
 * each recording, `frame1 #7`, and their rate is the counter `frame1 (frames/s)`.
 */
export type Frame = LaneDuration;

/** Constructor of {@link Frame}. */
export interface FrameConstructor {
  /**
   * One pass of something that repeats, such as a step of training, measured from `start` to `stop`, or
   * by `run`. Each is numbered, and their rate is the counter `name (frames/s)`.
   *
   * @throws ObjectDomainError if `domain` is not a domain, ObjectNameError if `name` is not a string.
   */
  new (domain: NamedDomain, name: string): Frame;
}

/** The class `Frame` of one process. */
export function createFrame(context: ObjectContext): FrameConstructor {
  return class Frame extends LaneObject {
    readonly #domain: string;
    #knownSeries: FrameSeries | null = null;

    constructor(domain: NamedDomain, name: string) {
      super(context, 'Frame', name, frameCategory(domainName(domain, 'Frame')));
      this.#domain = domain.name;
    }

    protected override begin(): Token {
      const token = super.begin();
      context.recorder.arg(token, FRAME_NUMBER_ARG, this.#series().next());
      return token;
    }

    protected override end(token: Token): void {
      super.end(token);
      this.#series().recordRate();
    }

    #series(): FrameSeries {
      this.#knownSeries ??= context.frameSeries(this.name, this.#domain);
      return this.#knownSeries;
    }
  };
}
