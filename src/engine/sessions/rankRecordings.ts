import { NS_PER_MS } from '../../base/time';
import { monotonicClock } from '../../base/clock';
import { assertUnreachable } from '../../base/errors';
import type { EndWatcher } from '../../record/build/contribution';
import type { ParentMessages } from '../../sources/async/threadMessages';
import type { Recording } from '../recording/recording';
import type { RecordingOptions } from '../arguments/recordingOptions';
import { asProfileOfThread, packProfile } from '../members/memberProfile';
import { MEMBER_TIMING } from '../members/memberRecordings';
import type { RecordingAnswer, RecordingCommand } from '../members/rankMessage';

/** The longest wait for work of GPUs: the one who asks for the profile waits twice as long. */
const LONGEST_WAIT_NS = MEMBER_TIMING.finish.resultMs * (NS_PER_MS / 2);

/** Ends a wait in time for the one who asks for the profile. */
function whileAwaited(): EndWatcher {
  const begunNs = monotonicClock();
  return {
    waiting: () => undefined,
    isCutOff: () => Number(monotonicClock() - begunNs) > LONGEST_WAIT_NS
  };
}

/** The dependencies of {@link RankRecordings}. */
export interface RankRecordingDeps {
  /** Begins a recording of this thread or process, with those attached to it. */
  readonly start: (options: Partial<RecordingOptions>) => Recording;
  /** The messages with the parent, in a worker thread where they can be followed. */
  readonly messages: ParentMessages | null;
  /**
   * False in a worker thread: its memory and its GPUs are those of its process, which are recorded
   * elsewhere.
   */
  readonly isMainThread: boolean;
}

/** The recordings that this thread or process makes for the one that has attached it. */
export class RankRecordings {
  readonly #open = new Map<string, Recording>();

  constructor(private readonly parts: RankRecordingDeps) {}

  /**
   * Carries out a command of `sender`.
   *
   * @throws MemberProfileError for a profile that is too large, and whatever recording throws
   */
  perform(sender: string, command: RecordingCommand): RecordingAnswer | Promise<RecordingAnswer> {
    const key = `${sender} ${command.id}`;
    switch (command.command) {
      case 'startRecording':
        return this.#start(key, command.options);
      case 'finishRecording':
        return this.#finish(key, BigInt(command.endNs), command.marks);
      case 'dropRecording':
        this.#take(key)?.abandon();
        return {};
      default:
        return assertUnreachable(command);
    }
  }

  #start(key: string, options: Partial<RecordingOptions>): RecordingAnswer {
    const takenUpNs = monotonicClock().toString();
    const { isMainThread, start, messages } = this.parts;
    this.#open.set(
      key,
      start(isMainThread ? options : { ...options, memoryPeriodMs: null, gpu: null })
    );
    if (messages === null) return { takenUpNs, takesMarks: false };
    messages.end.users++;
    messages.end.mark();
    return { takenUpNs, takesMarks: messages.port.listenerCount('message') > 0 };
  }

  async #finish(key: string, endNs: bigint, marks: number): Promise<RecordingAnswer> {
    const recording = this.#take(key);
    if (!recording) throw new Error('it was not recording');
    const { data } = await recording.finish('complete', endNs, whileAwaited());
    const { isMainThread, messages } = this.parts;
    const profile = packProfile(isMainThread ? data : asProfileOfThread(data));
    if (messages === null) return { profile };
    const { end } = messages;
    await end.arrived(marks);
    const posted = end.mark();
    return { profile, soundChannels: end.soundChannels, posted, marks: end.postedMarks };
  }

  #take(key: string): Recording | undefined {
    const recording = this.#open.get(key);
    if (this.#open.delete(key) && this.parts.messages) this.parts.messages.end.users--;
    return recording;
  }
}
