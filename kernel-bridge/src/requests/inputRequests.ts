import vm from 'node:vm';
import { blockedWaits } from 'kernelscope/host';
import type { InputChannel, InputPrompt } from '../protocol/inputChannel';
import type { InputAnswer } from '../protocol/inputMessages';
import type { RunPhase } from '../cells/interrupt';
import { KeyboardInterrupt } from '../tslab/failure';
import type { CellInput } from './executeRequest';
import type { OutputContext, OutputOwner } from './outputContext';

/** Thrown where a cell asks the user, and the front end that runs it does not let it. */
export class StdinNotImplementedError extends Error {
  override readonly name = 'StdinNotImplementedError';
  constructor(asker: string) {
    super(
      `${asker} needs input, and the front end that runs this cell gives none (allow_stdin is false), ` +
        'as nbconvert and papermill do'
    );
  }
}

/** Thrown where code asks the user for a cell that has ended, or while the kernel ends. */
export class InputError extends Error {
  override readonly name = 'InputError';
}

/** The interrupt state, and what ends a cell. */
export interface InputDeps {
  readonly channel: InputChannel;
  readonly context: OutputContext;
  readonly state: {
    readonly phase: RunPhase;
    readonly isPending: boolean;
    enter(phase: RunPhase): void;
    acknowledge(): void;
  };
  /** Ends the running cell with `reason`, or as interrupted. */
  endCell(reason?: Error): void;
}

/** The text of an answer; null if the user gave none. @throws {InputError} if the kernel ends */
function textOf(answer: InputAnswer): string | null {
  if (answer.kind === 'ending') throw new InputError('the kernel is ending: there is no input');
  return answer.kind === 'text' ? answer.text : null;
}

function isInterruptedScript(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === 'ERR_SCRIPT_EXECUTION_INTERRUPTED';
}

/** Asks the user on behalf of the cell that runs. */
export class InputRequests implements CellInput {
  readonly #deps: InputDeps;
  #running: OutputOwner | null = null;
  #onClose: (() => void)[] = [];
  #breakable: ((wait: () => InputAnswer | null) => InputAnswer | null) | null = null;

  constructor(deps: InputDeps) {
    this.#deps = deps;
  }

  open(owner: OutputOwner): void {
    this.#running = owner;
  }

  close(): void {
    if (this.#running === null) return;
    this.#running = null;
    this.#deps.channel.forget();
    const actions = this.#onClose;
    this.#onClose = [];
    for (const act of actions) act();
  }

  /** The request of the cell whose code calls; null if that cell has ended. */
  get request(): OutputOwner['request'] | null {
    const running = this.#running?.request ?? null;
    return this.#deps.context.current?.request === running ? running : null;
  }

  /** Calls `act` when the running cell ends. */
  whenClosed(act: () => void): void {
    this.#onClose.push(act);
  }

  /**
   * Blocks the thread until the user has answered; null if they gave no answer.
   * @throws {StdinNotImplementedError} if the front end does not let cells ask
   * @throws {InputError} if the cell that asks has ended, or the kernel ends
   * @throws {KeyboardInterrupt} if the cell is interrupted
   */
  ask(prompt: InputPrompt, asker: string): string | null {
    const { channel, state } = this.#deps;
    const request = this.#allowed(asker);
    const wait = (): InputAnswer | null =>
      channel.askBlocking(prompt, request, () => state.isPending);
    const answer = blockedWaits.blockedWait('input', () =>
      state.phase === 'synchronous' ? wait() : this.#waitBreakably(wait)
    );
    if (answer === null) throw new KeyboardInterrupt();
    return textOf(answer);
  }

  /** The same, without blocking: passes the text, or null, to `take`, or ends the cell. */
  askLater(prompt: InputPrompt, asker: string, take: (text: string | null) => void): void {
    try {
      this.#deps.channel.ask(prompt, this.#allowed(asker), answer => {
        if (answer.kind !== 'ending') take(textOf(answer));
      });
    } catch (error) {
      this.#deps.endCell(error as Error);
    }
  }

  #allowed(asker: string): OutputOwner['request'] {
    const { request } = this;
    if (request === null) {
      throw new InputError(`${asker} cannot ask: the cell that called it has ended`);
    }
    if (request.content['allow_stdin'] !== true) throw new StdinNotImplementedError(asker);
    return request;
  }

  /**
   * After an `await` no signal would be heard while the thread is blocked: SIGTERM gets its default effect, and SIGINT
   * breaks the wait, as both do in the synchronous part of a cell.
   */
  #waitBreakably(wait: () => InputAnswer | null): InputAnswer | null {
    const { state } = this.#deps;
    const { phase } = state;
    state.enter('synchronous');
    try {
      this.#breakable ??= breakableCall();
      return this.#breakable(wait);
    } catch (error) {
      if (!isInterruptedScript(error)) throw error;
      state.acknowledge();
      this.#deps.endCell();
      return null;
    } finally {
      state.enter(phase);
    }
  }
}

/** Calls a function such that SIGINT ends it with an error. */
function breakableCall(): (wait: () => InputAnswer | null) => InputAnswer | null {
  const scope = vm.createContext({ wait: (): InputAnswer | null => null });
  const script = new vm.Script('wait()');
  return wait => {
    scope['wait'] = wait;
    return script.runInContext(scope, { breakOnSigint: true }) as InputAnswer | null;
  };
}
