/** The part of a matcher's `this` that is used here. */
export interface MatcherContext {
  readonly isNot: boolean;
  /** The test file. */
  readonly testPath?: string;
  /** Absent outside of a test. */
  readonly snapshotState?: object;
  readonly utils: {
    matcherHint(
      name: string,
      received?: string,
      expected?: string,
      options?: { readonly isNot?: boolean }
    ): string;
    EXPECTED_COLOR(text: string): string;
    RECEIVED_COLOR(text: string): string;
  };
}

/** True with `vitest -u`. Vitest 3 has the state in a field that its types do not show. */
export function updatesSnapshots({ snapshotState = {} }: MatcherContext): boolean {
  const { snapshotUpdateState, _updateSnapshot } = snapshotState as {
    readonly snapshotUpdateState?: unknown;
    readonly _updateSnapshot?: unknown;
  };
  return (snapshotUpdateState ?? _updateSnapshot) === 'all';
}

export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/** The text of an assertion that failed, as those of Vitest read. */
export class AssertionText {
  constructor(
    private readonly context: MatcherContext,
    private readonly name: string,
    private readonly given: readonly unknown[]
  ) {}

  /** The assertion, then the lines of `expected` and `received`, then `rest`. */
  of(expected: string, received: string, rest: readonly string[] = []): string {
    const { utils } = this.context;
    const not = this.context.isNot ? 'not ' : '';
    return [
      this.#head(),
      '',
      `Expected: ${not}${utils.EXPECTED_COLOR(expected)}`,
      `Received: ${utils.RECEIVED_COLOR(received)}`,
      ...rest
    ].join('\n');
  }

  /** The assertion, and why it could not be made. */
  failure(reason: string): string {
    return `${this.#head()}\n\n${reason}`;
  }

  #head(): string {
    const { isNot, utils } = this.context;
    const given = this.given.map(each => JSON.stringify(each)).join(', ');
    return utils.matcherHint(this.name, 'profiled', given, { isNot });
  }
}
