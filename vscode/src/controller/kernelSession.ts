import type { RecordingProgress } from 'kernelscope/model';
import type { BridgeEvent, Content, FailureReason } from './bridgeMessages';
import { type CellExecution, CellRun } from './cellRun';
import type { KernelLine, KernelListener, ProcessEnd } from './kernelProcess';

/** Why a kernel did not start. */
export interface StartFailure {
  readonly reason: FailureReason | 'noPython' | 'untrusted';
  /** What Python or the kernel said last; may be empty. */
  readonly detail: string;
}

/** A cell that is to run. */
export interface CellRequest<Handle> {
  readonly code: string;
  /** Names the cell in its notebook, as long as that is open. */
  readonly cellId: string;
  readonly execution: CellExecution<Handle>;
}

/** What a {@link KernelSession} needs of VS Code. */
export interface SessionDeps {
  /** Starts a kernel; throws a {@link StartRefused} where there may be none. */
  readonly start: (listener: KernelListener) => KernelLine;
  /** Asks the user; null where no answer is given. The signal ends the question. */
  readonly ask: (prompt: string, isPassword: boolean, ended: AbortSignal) => Promise<string | null>;
  /** How far the recording of a cell has come; null where none goes on. */
  readonly onProgress: (cellId: string, progress: RecordingProgress | null) => void;
  /** Called once a kernel is being started, with what resolves when it runs or does not. */
  readonly onStart: (started: Promise<boolean>) => void;
  readonly onFailure: (failure: StartFailure) => void;
  /** The kernel has ended although nobody had asked for it; the sentence says how. */
  readonly onDeath: (sentence: string) => void;
}

/** Thrown instead of starting a kernel. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
  constructor(readonly failure: StartFailure) {
    super(failure.reason);
  }
}

interface Run<Handle> extends CellRequest<Handle> {
  readonly id: number;
  readonly run: CellRun<Handle>;
  /** What its reply says, once it has come. */
  isGood: boolean | null;
  isIdle: boolean;
}

/** A kernel of {@link KernelSession}, from its start to its end. */
interface Life {
  readonly line: KernelLine;
  readonly ready: Promise<boolean>;
  settle: (isReady: boolean) => void;
  isReady: boolean;
  isEnding: boolean;
  failure: StartFailure | null;
}

/** Most questions about code that wait for their answer at a time. */
const MAX_QUESTIONS = 4;

/** How long an answer about code is waited for. A cell that computes keeps the kernel from it. */
const QUESTION_LIMIT_MS = { idle: 3000, busy: 300 } as const;

/** The name of the error of a cell whose kernel ended. */
const DEATH = 'KernelEnded';

/**
 * The kernel of one notebook: started for the first cell, and again after it ended. Cells run one after another; when
 * one fails or is interrupted, those that wait do not run.
 */
export class KernelSession<Handle> {
  readonly #deps: SessionDeps;
  readonly #displays = new Map<string, Handle[]>();
  /** Runs by their number, the last one of each cell. */
  readonly #runs = new Map<number, Run<Handle>>();
  readonly #questions = new Map<number, (content: Content | null) => void>();
  #queue: Run<Handle>[] = [];
  #current: Run<Handle> | null = null;
  #life: Life | null = null;
  #asking: AbortController | null = null;
  #lastId = 0;

  constructor(deps: SessionDeps) {
    this.#deps = deps;
  }

  /** True while a kernel runs that answers. */
  get isAlive(): boolean {
    return this.#life?.isReady === true && !this.#life.isEnding;
  }

  /** True while a cell runs or waits. */
  get isBusy(): boolean {
    return this.#current !== null || this.#queue.length > 0;
  }

  /** Has cells run after those that wait already. */
  run(cells: readonly CellRequest<Handle>[]): void {
    this.#queue.push(...cells.map(cell => this.#newRun(cell)));
    void this.#next();
  }

  /** Interrupts the cell that runs; those that wait do not run. */
  interrupt(): void {
    this.#dropQueue();
    this.#asking?.abort();
    if (this.#life?.isReady === true) this.#life.line.send({ command: 'interrupt' });
    else void this.#endLife();
  }

  /** Ends the kernel and starts another one. Cells that run or wait end. */
  async restart(): Promise<void> {
    await this.#endLife();
    await this.#living();
  }

  /** Ends the kernel, and cells that run or wait. */
  async dispose(): Promise<void> {
    await this.#endLife();
  }

  /**
   * What a running kernel says of code: the content of its reply. Null where there is no kernel or no answer soon: no
   * kernel is started for it. The cursor is an offset in UTF-16.
   */
  question(command: 'complete' | 'inspect', code: string, cursor: number): Promise<Content | null> {
    const line = this.#life?.line;
    if (!line || !this.isAlive || this.#questions.size >= MAX_QUESTIONS) {
      return Promise.resolve(null);
    }
    const id = ++this.#lastId;
    return new Promise(resolve => {
      const answer = (content: Content | null): void => {
        clearTimeout(timer);
        if (this.#questions.delete(id)) resolve(content);
      };
      const limitMs = QUESTION_LIMIT_MS[this.isBusy ? 'busy' : 'idle'];
      const timer = setTimeout(answer, limitMs, null);
      this.#questions.set(id, answer);
      line.send({ command, id, code, cursor: [...code.slice(0, cursor)].length });
    });
  }

  #newRun(request: CellRequest<Handle>): Run<Handle> {
    const { cellId, execution } = request;
    const run = new CellRun(execution, {
      displays: this.#displays,
      onProgress: progress => this.#deps.onProgress(cellId, progress)
    });
    return { ...request, id: ++this.#lastId, run, isGood: null, isIdle: false };
  }

  async #next(): Promise<void> {
    if (this.#current !== null) return;
    const next = this.#queue.shift();
    if (next === undefined) return;
    this.#current = next;
    const life = await this.#living();
    if (this.#current !== next) return;
    if (life === null || this.#life !== life) {
      this.#refuse(next);
      return;
    }
    this.#remember(next);
    next.run.start();
    life.line.send({ command: 'execute', id: next.id, code: next.code, cellId: next.cellId });
  }

  /** The kernel once it runs; null if it does not start. */
  async #living(): Promise<Life | null> {
    const life = this.#life ?? this.#begin();
    if (life === null) return null;
    return (await life.ready) ? life : null;
  }

  #begin(): Life | null {
    let settle = (_: boolean): void => undefined;
    const ready = new Promise<boolean>(resolve => (settle = resolve));
    try {
      const line = this.#deps.start({
        onEvent: event => this.#hear(life, event),
        onEnd: end => this.#ended(life, end)
      });
      const life: Life = { line, ready, settle, isReady: false, isEnding: false, failure: null };
      this.#life = life;
      this.#deps.onStart(ready);
      return life;
    } catch (error) {
      if (!(error instanceof StartRefused)) throw error;
      this.#deps.onFailure(error.failure);
      return null;
    }
  }

  /** The cell does not run, for there is no kernel: what is wrong was said already. */
  #refuse({ run }: Run<Handle>): void {
    this.#current = null;
    run.end(null);
    this.#dropQueue();
  }

  /** Keeps the run for what comes late, in place of the last one of the cell. */
  #remember(next: Run<Handle>): void {
    for (const [id, { cellId, run }] of this.#runs) {
      if (cellId !== next.cellId) continue;
      run.forget();
      this.#runs.delete(id);
    }
    this.#runs.set(next.id, next);
  }

  #hear(life: Life, event: BridgeEvent): void {
    if (this.#life !== life) return;
    switch (event.event) {
      case 'ready':
        life.isReady = true;
        life.settle(true);
        break;
      case 'failed':
        life.failure = { reason: event.reason, detail: event.text };
        break;
      case 'message':
        this.#published(event.id, event.type, event.content);
        break;
      case 'reply':
        this.#replied(event.id, event.content);
        break;
      case 'tooLarge':
        if (event.id !== null) this.#runs.get(event.id)?.run.leaveOut(event.bytes);
        break;
      case 'asked':
        void this.#ask(life, event.prompt, event.isPassword);
        break;
      case 'died':
        this.#died(life, event.code);
        break;
    }
  }

  #published(id: number, type: string, content: Content): void {
    const run = this.#runs.get(id);
    if (run === undefined) return;
    if (type === 'status') {
      if (content['execution_state'] === 'idle') run.isIdle = true;
      this.#finish(run);
    } else run.run.take(type, content);
  }

  #replied(id: number, content: Content): void {
    this.#questions.get(id)?.(content);
    const run = this.#runs.get(id);
    if (run === undefined) return;
    run.isGood = content['status'] === 'ok';
    this.#finish(run);
  }

  /** Ends a cell that has its reply and all that it published before. */
  #finish(run: Run<Handle>): void {
    if (run !== this.#current || run.isGood === null || !run.isIdle) return;
    this.#current = null;
    this.#asking?.abort();
    run.run.end(run.isGood);
    this.#deps.onProgress(run.cellId, null);
    if (!run.isGood) this.#dropQueue();
    void this.#next();
  }

  async #ask(life: Life, prompt: string, isPassword: boolean): Promise<void> {
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    const value = await this.#deps.ask(prompt, isPassword, asking.signal);
    if (!asking.signal.aborted) life.line.send({ command: 'answer', value });
  }

  #died(life: Life, code: number): void {
    const how = code < 0 ? `by signal ${String(-code)}` : `with exit code ${String(code)}`;
    const sentence = `The kernel ended ${how}. Variables and imports of its cells are gone.`;
    life.isEnding = true;
    this.#life = null;
    this.#current?.run.fail(DEATH, sentence);
    this.#dropAll(false);
    this.#deps.onDeath(sentence);
  }

  /** The process is gone: as was wanted, after it had said why, or with nothing said at all. */
  #ended(life: Life, { hasStarted, errors }: ProcessEnd): void {
    const wasReady = life.isReady;
    const isExpected = life.isEnding;
    if (this.#life === life) this.#life = null;
    life.isEnding = true;
    life.settle(false);
    if (isExpected) return;
    if (wasReady) {
      this.#current?.run.fail(DEATH, 'The process of the kernel is gone.');
      this.#dropAll(false);
      this.#deps.onDeath('The process of the kernel is gone.');
      return;
    }
    const { reason, detail } = life.failure ?? { reason: 'start' as const, detail: '' };
    const said = [detail, errors.trim()].filter(text => text !== '').join('\n');
    this.#deps.onFailure({ reason: hasStarted ? reason : 'noPython', detail: said });
  }

  async #endLife(): Promise<void> {
    const life = this.#life;
    this.#life = null;
    this.#dropAll(null);
    if (life === null) return;
    life.isEnding = true;
    life.settle(false);
    await life.line.dispose();
  }

  /** Ends all that runs and waits; nothing of this kernel is updated any more. */
  #dropAll(isGood: false | null): void {
    const current = this.#current;
    this.#current = null;
    this.#asking?.abort();
    current?.run.end(isGood);
    if (current) this.#deps.onProgress(current.cellId, null);
    this.#dropQueue();
    for (const answer of this.#questions.values()) answer(null);
    this.#runs.clear();
    this.#displays.clear();
  }

  #dropQueue(): void {
    const dropped = this.#queue;
    this.#queue = [];
    for (const { run } of dropped) run.end(null);
  }
}
