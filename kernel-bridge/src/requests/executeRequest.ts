import { type RecordingHost, endCutOff } from 'kernelscope/host';
import type { Display } from './display';
import type { ExecutionQueue } from './executionQueue';
import type { CellOutcome } from '../cells/cellRun';
import { type Failure, KeyboardInterrupt } from '../tslab/failure';
import type { History } from './history';
import type { OutputContext, OutputOwner } from './outputContext';
import { type Protocol, errorContent } from '../protocol/protocol';
import type { Message } from '../protocol/wire';

/** A cell as it reaches the runner. */
export interface CellRequest {
  readonly source: string;
  /** Execution count; names the cell in stacks. */
  readonly number: number;
  /** Id of the cell in its notebook, where the client sends one. */
  readonly cellId: string | undefined;
}

/** Runs cells, magics included; never rejects. */
export type RunCell = (request: CellRequest) => Promise<CellOutcome>;

/** Evaluates one of the expressions that a client wants with the reply; never rejects. */
export type Evaluate = (expression: string, number: number) => Promise<object>;

/** The part of the interrupt state that knows when a cell has been answered. */
interface AnswerState {
  open(): void;
  close(): void;
}

/** Is told when a cell begins and ends. */
export interface CellInput {
  open(owner: OutputOwner): void;
  close(): void;
}

interface ExecuteDeps {
  readonly protocol: Protocol;
  readonly queue: ExecutionQueue;
  readonly context: OutputContext;
  readonly display: Display;
  readonly history: History;
  readonly runCell: RunCell;
  readonly evaluate: Evaluate;
  readonly state: AnswerState;
  readonly input: CellInput;
  /** Called with each cell that begins, before it writes anything. */
  begin(request: Message): void;
  /** Settles when everything published so far was sent. */
  sent(): Promise<void>;
}

interface ExecuteContent {
  readonly code: string;
  readonly isSilent: boolean;
  readonly isStored: boolean;
  readonly stopsOnError: boolean;
  readonly expressions: Readonly<Record<string, string>>;
}

function readExpressions(value: unknown): Record<string, string> {
  const entries = Object.entries((value ?? {}) as Record<string, unknown>);
  return Object.fromEntries(entries.map(([name, expression]) => [name, String(expression)]));
}

function readContent({ content }: Message): ExecuteContent {
  const isSilent = content['silent'] === true;
  return {
    code: typeof content['code'] === 'string' ? content['code'] : '',
    isSilent,
    isStored: !isSilent && content['store_history'] !== false,
    stopsOnError: content['stop_on_error'] !== false,
    expressions: readExpressions(content['user_expressions'])
  };
}

/** Handles `execute_request`s: one at a time, in order, each with its own execution count. */
export class ExecuteRequests {
  readonly #parts: ExecuteDeps;
  #count = 0;

  constructor(parts: ExecuteDeps) {
    this.#parts = parts;
  }

  /** Queues the cell; settles when its reply has been sent. */
  add(request: Message): Promise<void> {
    const { protocol, queue } = this.#parts;
    return queue.add({
      run: () => this.#run(request),
      abort: () => {
        protocol.publishStatus('busy', request);
        protocol.reply(request, { status: 'aborted', execution_count: this.#count });
        protocol.publishStatus('idle', request);
      }
    });
  }

  async #run(request: Message): Promise<void> {
    const { protocol, state } = this.#parts;
    state.open();
    try {
      const delivered = (): Promise<void> => {
        state.close();
        return this.#parts.sent();
      };
      await protocol.handle(request, () => this.#execute(request), delivered);
    } finally {
      state.close();
    }
  }

  async #execute(request: Message): Promise<object> {
    const { context, protocol } = this.#parts;
    const content = readContent(request);
    const number = this.#count + 1;
    if (content.isStored) {
      this.#count = number;
      this.#parts.history.add(number, content.code);
    }
    if (!content.isSilent) {
      const input = { code: content.code, execution_count: number };
      protocol.publish({ type: 'execute_input', content: input }, request);
    }
    this.#parts.begin(request);
    const owner = { request, isSilent: content.isSilent };
    return context.run(owner, async () => {
      this.#parts.input.open(owner);
      try {
        return await this.#answer(request, content, number);
      } finally {
        this.#parts.input.close();
      }
    });
  }

  async #answer(request: Message, content: ExecuteContent, number: number): Promise<object> {
    const cellId = request.metadata['cellId'];
    const outcome = await this.#parts.runCell({
      source: content.code,
      number,
      cellId: typeof cellId === 'string' ? cellId : undefined
    });
    this.#parts.display.settle();
    if (outcome.status === 'error') {
      return this.#fail(request, content, outcome.failure, number);
    }
    return {
      status: 'ok',
      execution_count: number,
      payload: [],
      user_expressions: await this.#evaluateAll(content.expressions, number)
    };
  }

  async #fail(
    request: Message,
    content: ExecuteContent,
    failure: Failure,
    number: number
  ): Promise<object> {
    if (!content.isSilent) {
      this.#parts.protocol.publish({ type: 'error', content: failure }, request);
    }
    if (content.stopsOnError) {
      await this.#parts.queue.discardWaiting();
    }
    return { ...errorContent(failure), execution_count: number };
  }

  async #evaluateAll(
    expressions: Readonly<Record<string, string>>,
    number: number
  ): Promise<object> {
    const results: Record<string, object> = {};
    for (const [name, expression] of Object.entries(expressions)) {
      results[name] = await this.#parts.evaluate(expression, number);
    }
    return results;
  }
}

const INTERRUPTED = new KeyboardInterrupt().name;

/**
 * `runCell` that ends everything an interrupted cell has left open in the profiler. The interrupt runs
 * no `finally` of the cell: without this, later cells would be inside its slices and scopes, and
 * recordings that last as long as a call would never end.
 */
export function endingInterrupted(runCell: RunCell, host: RecordingHost): RunCell {
  return async request => {
    const firstToken = host.recorder.slices.nextToken;
    const { begun } = host.callSessions;
    const outcome = await runCell(request);
    if (outcome.status === 'error' && outcome.failure.ename === INTERRUPTED) {
      endCutOff(host.hooks, firstToken);
      host.callSessions.endSince(begun);
    }
    return outcome;
  };
}
