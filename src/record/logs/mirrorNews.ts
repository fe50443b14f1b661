import { intrinsics } from '../../base/intrinsics/intrinsics';
import type { CounterHead } from './counterSeriesLog';
import type { SliceLimit } from './sliceLimit';

/** In place of a counter's number: the moments. */
export const INSTANTS = -1;

/** News that another thread needs to follow a recorder whose columns it can read in memory. */
export type MirrorNews =
  /** The slices that the first window of the recording keeps. */
  | { readonly kind: 'limit'; readonly limit: SliceLimit }
  /** Labels, in order of their rows. */
  | {
      readonly kind: 'labels';
      readonly names: readonly string[];
      readonly categories: readonly string[];
    }
  /** Memory of slices; the chunk itself says which. It may be used again for later ones. */
  | { readonly kind: 'slices'; readonly buffer: SharedArrayBuffer }
  /** The next counter. */
  | { readonly kind: 'counter'; readonly head: CounterHead }
  /** The next chunk of a counter, by its number in order of first use, or of {@link INSTANTS}. */
  | { readonly kind: 'values'; readonly counter: number; readonly buffer: SharedArrayBuffer }
  /** All slices, counters and moments were forgotten. */
  | { readonly kind: 'cleared' };

/** Receives news in the order in which they came about. */
export type MirrorListener = (news: MirrorNews) => void;

/** Passes a recorder's news on to its listeners: all news is rare, none of it per slice. */
export class MirrorOutlet {
  #listeners: readonly MirrorListener[] = [];
  #sliceListeners: readonly MirrorListener[] = [];

  /** Adds a listener to all news and returns what removes it. */
  add(listener: MirrorListener): () => void {
    this.#listeners = [...this.#listeners, listener];
    return () => {
      this.#listeners = this.#listeners.filter(each => each !== listener);
    };
  }

  /**
   * The same for memory of slices alone, from that which `announce` tells on: other news, such as each new
   * name, cost nothing.
   */
  addForSlices(
    take: (memory: SharedArrayBuffer) => void,
    announce: (listener: MirrorListener) => void
  ): () => void {
    const listener: MirrorListener = news => {
      if (news.kind === 'slices') take(news.buffer);
    };
    announce(listener);
    this.#sliceListeners = [...this.#sliceListeners, listener];
    return () => {
      this.#sliceListeners = this.#sliceListeners.filter(each => each !== listener);
    };
  }

  /** Notifies all listeners to such news. */
  tell(news: MirrorNews): void {
    const listeners = this.#listeners;
    const sliceListeners = this.#sliceListeners;
    const forMore = news.kind === 'slices' ? sliceListeners.length : 0;
    if (listeners.length + forMore === 0) return;
    intrinsics.own(() => {
      for (let at = 0; at < listeners.length; at++) listeners[at](news);
      for (let at = 0; at < forMore; at++) sliceListeners[at](news);
    });
  }
}
