import type { ProfileContent } from './profileTab';

/** Where a view's content comes from, and where more of it can be had. */
export interface ContentSource {
  /** The content that the views show now. */
  readonly current: ProfileContent;
  /** True when {@link current} is a part only and the whole lies beside the notebook. */
  readonly canLoadWhole: boolean;
  /**
   * The whole profile: at once when it is on show, else fetched, checked and shown in all views.
   * Calls while one is under way share its result.
   *
   * @throws Error whose message is a translated sentence that says what went wrong and what to do;
   *   DOMException `AbortError` when the person cancelled.
   */
  loadWhole(): Promise<ProfileContent>;
}
