/** A way to react to an {@link ActionMessage}. */
export interface ActionChoice {
  readonly label: string;
  /** Runs within the click, so that it may open a tab. */
  readonly run: () => void;
}

/** A sentence or two that wait for an answer. */
export interface ActionMessage {
  readonly level: 'info' | 'warning';
  readonly text: string;
  /** The first is what most people want. */
  readonly choices: readonly ActionChoice[];
}

/** Where actions tell a person how they fare. */
export interface ActionFeedback {
  /** Shows the progress in a few words, or nothing for an empty text. Removes a question. */
  say(text: string): void;
  /** Puts a question in place of what was said; it stays until answered or put away. */
  ask(message: ActionMessage): void;
}
