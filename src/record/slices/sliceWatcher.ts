import type { LabelIndex } from '../../model/profile/profile';
import type { Token } from './sliceStore';

/** Notified of every slice of a thread as it happens, in all recordings. Never throws. */
export interface SliceWatcher {
  /** A slice has begun, inside those of the thread that are open. */
  began(token: Token, label: LabelIndex): void;
  /** A slice ends; those inside it may still be open. */
  ended(token: Token): void;
  /** An open slice leaves the thread for an async lane. */
  movedToLane(token: Token): void;
  /** A slice has begun on an async lane. */
  beganAsync(token: Token, label: LabelIndex): void;
  /** A slice of an async lane ends. */
  endedAsync(token: Token): void;
  /** Code of an open slice of an async lane runs on the thread, inside its open slices, until `left`. */
  entered(token: Token): void;
  /** That code has returned. */
  left(token: Token): void;
}

/** The watchers of one thread. */
export class SliceWatchers {
  readonly #watchers: SliceWatcher[] = [];

  /**
   * `onChange` is called with the watcher to notify from now on: none, one watcher, or one for several.
   */
  constructor(private readonly onChange: (told: SliceWatcher | null) => void) {}

  /** Notifies `watcher` of slices until the returned function is called. */
  add(watcher: SliceWatcher): () => void {
    this.#watchers.push(watcher);
    this.#update();
    return () => {
      const at = this.#watchers.indexOf(watcher);
      if (at < 0) return;
      this.#watchers.splice(at, 1);
      this.#update();
    };
  }

  #update(): void {
    const watchers = this.#watchers;
    this.onChange(watchers.length > 1 ? inTurn([...watchers]) : (watchers[0] ?? null));
  }
}

/** Notifies `watchers` in turn: beginnings in order, ends in reverse order. */
function inTurn(watchers: readonly SliceWatcher[]): SliceWatcher {
  const backwards = [...watchers].reverse();
  return {
    began: (token, label) => watchers.forEach(each => each.began(token, label)),
    ended: token => backwards.forEach(each => each.ended(token)),
    movedToLane: token => backwards.forEach(each => each.movedToLane(token)),
    beganAsync: (token, label) => watchers.forEach(each => each.beganAsync(token, label)),
    endedAsync: token => backwards.forEach(each => each.endedAsync(token)),
    entered: token => watchers.forEach(each => each.entered(token)),
    left: token => backwards.forEach(each => each.left(token))
  };
}
