import { randomUUID } from 'node:crypto';
import { Dealer, Request, Subscriber } from 'zeromq';
import { type JupyterMessage, packRequest, unpack } from './jupyterMessage';
import { type KernelCommand, type KernelProcess, startKernelProcess } from './kernelProcess';

/** Something displayed, in all its MIME types. */
export interface DisplayOutput {
  readonly type: 'display_data' | 'update_display_data';
  readonly data: Record<string, unknown>;
  readonly transient: Record<string, unknown>;
}

/** An output as a notebook would keep it; consecutive text of one stream is joined. */
export type Output =
  | DisplayOutput
  | {
      readonly type: 'execute_result';
      readonly data: Record<string, unknown>;
      readonly count: number;
    }
  | { readonly type: 'stream'; readonly name: string; readonly text: string }
  | {
      readonly type: 'error';
      readonly ename: string;
      readonly evalue: string;
      readonly traceback: string[];
    };

/** A cell that has been run. */
export interface Execution {
  readonly id: string;
  readonly reply: Record<string, unknown>;
  readonly outputs: readonly Output[];
}

/** Fields of an `execute_request` that differ from the usual ones. */
export interface ExecuteOptions {
  readonly silent?: boolean;
  readonly store_history?: boolean;
  readonly stop_on_error?: boolean;
  readonly user_expressions?: Record<string, string>;
  readonly cellId?: string;
  readonly allow_stdin?: boolean;
}

type Waiter = () => void;
const TIMEOUT_MS = 60_000;

/** How long what a kernel sent before it ended may take to arrive. */
const LAST_WORDS_MS = 2_000;

/** True for the progress of a recording: it updates what was never displayed, so no notebook keeps it. */
export function isProgress({ header, content }: JupyterMessage): boolean {
  const { display_id: id } = (content['transient'] ?? {}) as Record<string, unknown>;
  const isUpdate = header.msg_type === 'update_display_data';
  return isUpdate && String(id).startsWith('kernelscope-progress-');
}

function toOutput(message: JupyterMessage): Output | null {
  const { content } = message;
  switch (message.header.msg_type) {
    case 'stream':
      return { type: 'stream', name: content['name'] as string, text: content['text'] as string };
    case 'display_data':
    case 'update_display_data':
      return isProgress(message)
        ? null
        : {
            type: message.header.msg_type,
            data: content['data'] as Record<string, unknown>,
            transient: content['transient'] as Record<string, unknown>
          };
    case 'execute_result':
      return {
        type: 'execute_result',
        data: content['data'] as Record<string, unknown>,
        count: content['execution_count'] as number
      };
    case 'error':
      return { type: 'error', ...content } as Output;
    default:
      return null;
  }
}

function append(outputs: Output[], output: Output): void {
  const last = outputs.at(-1);
  if (last?.type === 'stream' && output.type === 'stream' && last.name === output.name) {
    outputs[outputs.length - 1] = { ...last, text: last.text + output.text };
  } else {
    outputs.push(output);
  }
}

/** Clients of kernels that files of tests have given back. */
const returned: KernelClient[] = [];

/** A Jupyter client for one kernel: as small as the tests allow. */
export class KernelClient {
  readonly process: KernelProcess;
  readonly #session = randomUUID();
  readonly #identity = randomUUID();
  readonly #shell = new Dealer({ linger: 0, routingId: this.#identity });
  /** Has the identity of the shell socket: the kernel asks whoever sent the cell. */
  readonly #stdin = new Dealer({ linger: 0, routingId: this.#identity });
  readonly #control = new Dealer({ linger: 0 });
  readonly #iopub = new Subscriber({ linger: 0 });
  readonly #published: JupyterMessage[] = [];
  readonly #idle = new Set<string>();
  readonly #questions: JupyterMessage[] = [];
  readonly #replies = new Map<string, JupyterMessage>();
  #waiters: Waiter[] = [];
  /** Set when the kernel did not answer in time: it is not waited for again. */
  #silence: Error | null = null;
  #isLent = false;

  private constructor(kernel: KernelProcess) {
    this.process = kernel;
  }

  /** Starts a kernel, or a copy of it, connects to it and waits until it answers. */
  static async start(
    environment?: Record<string, string>,
    kernelFolder?: string,
    command?: KernelCommand
  ): Promise<KernelClient> {
    const kernel = await startKernelProcess(environment, kernelFolder, command);
    const client = new KernelClient(kernel);
    client.#connect();
    await client.request('kernel_info_request', {});
    await client.#settleOutput();
    return client;
  }

  /**
   * A kernel whose state does not matter: one that another file of tests has given back by {@link dispose}, or a new
   * one. It may have run cells.
   */
  static async lend(): Promise<KernelClient> {
    const client = returned.pop() ?? (await KernelClient.start());
    client.#published.length = 0;
    client.#questions.length = 0;
    client.#isLent = true;
    return client;
  }

  /** Whether the kernel has answered whenever it was waited for, and runs. */
  get answers(): boolean {
    return this.#silence === null && !this.process.ended();
  }

  /** Everything published so far, in order. */
  get published(): readonly JupyterMessage[] {
    return this.#published;
  }

  /** Sends a request on the shell channel; its id. */
  send(
    type: string,
    content: object,
    more: { metadata?: object; buffers?: readonly Buffer[] } = {}
  ): string {
    return this.#send(this.#shell, type, content, more);
  }

  /** Sends a request on the shell channel and waits for its reply. */
  async request(type: string, content: object): Promise<Record<string, unknown>> {
    return (await this.replyTo(this.send(type, content))).content;
  }

  /** Sends a request on the control channel and waits for its reply. */
  async control(type: string, content: object = {}): Promise<JupyterMessage> {
    return this.replyTo(this.#send(this.#control, type, content));
  }

  /** The reply to a request, as soon as it is there. */
  async replyTo(id: string): Promise<JupyterMessage> {
    await this.waitUntil(() => this.#replies.has(id), `the reply to ${id}`);
    return this.#replies.get(id)!;
  }

  /** Sends a cell without waiting for it; its id. */
  submit(code: string, options: ExecuteOptions = {}): string {
    const { cellId, ...rest } = options;
    const content = {
      code,
      silent: false,
      store_history: true,
      stop_on_error: true,
      allow_stdin: false,
      user_expressions: {},
      ...rest
    };
    return this.send('execute_request', content, {
      metadata: cellId === undefined ? {} : { cellId }
    });
  }

  /** The `input_request`s so far, in order. */
  get questions(): readonly JupyterMessage[] {
    return this.#questions;
  }

  /** Waits until the kernel has asked `count` times in all; the last of these requests. */
  async question(count = 1): Promise<JupyterMessage> {
    await this.waitUntil(() => this.#questions.length >= count, `input_request ${count}`);
    return this.#questions[count - 1];
  }

  /** Answers a request for input, as JupyterLab does; as older clients do where `question` is null. */
  answer(value: string, question: JupyterMessage | null, content: object = {}): void {
    const reply = { type: 'input_reply', content: { status: 'ok', value, ...content } };
    const parent = question?.header ?? {};
    const { frames } = packRequest(this.process.connection.key, this.#session, {
      ...reply,
      parent
    });
    void this.#stdin.send(frames);
  }

  /** The result of a submitted cell: waits for its reply and for `idle`. */
  async finish(id: string): Promise<Execution> {
    const { content } = await this.replyTo(id);
    await this.waitUntil(() => this.#isIdle(id), `idle of ${id}`);
    return { id, reply: content, outputs: this.outputsOf(id) };
  }

  /** Runs a cell to its end. */
  async execute(code: string, options?: ExecuteOptions): Promise<Execution> {
    return this.finish(this.submit(code, options));
  }

  /** Outputs that belong to a request, those after its end included. */
  outputsOf(id: string): Output[] {
    const outputs: Output[] = [];
    for (const message of this.#published) {
      const output = message.parent.msg_id === id ? toOutput(message) : null;
      if (output !== null) {
        append(outputs, output);
      }
    }
    return outputs;
  }

  /** Text that belongs to a request: of a stream, and with that of `stdout` the text of the result. */
  textOf(id: string, name = 'stdout'): string {
    const texts = this.outputsOf(id).flatMap(output => {
      if (output.type === 'stream') return output.name === name ? [output.text] : [];
      const isResult = output.type === 'execute_result' && name === 'stdout';
      return isResult ? [`${String(output.data['text/plain'])}\n`] : [];
    });
    return texts.join('');
  }

  /** Waits for a condition over what has been received. */
  async waitUntil(condition: () => boolean, what: string): Promise<void> {
    let deadline = Date.now() + TIMEOUT_MS;
    while (!condition()) {
      if (this.process.ended()) {
        deadline = Math.min(deadline, Date.now() + LAST_WORDS_MS);
      }
      const left = deadline - Date.now();
      if (this.#silence !== null) throw this.#silence;
      if (left <= 0) {
        const { exitCode, signalCode } = this.process.child;
        const end = signalCode ?? exitCode ?? 'alive';
        this.#silence = new Error(`no ${what}; kernel: ${end}; stderr: ${this.process.stderr()}`);
        throw this.#silence;
      }
      await new Promise<void>(resolve => {
        const timer = setTimeout(resolve, Math.min(left, 200));
        this.#waiters.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  /** Sends one heartbeat and waits for its echo. */
  async heartbeat(): Promise<string> {
    const socket = new Request({ linger: 0, receiveTimeout: TIMEOUT_MS });
    socket.connect(this.#address(this.process.connection.hb_port));
    await socket.send('ping');
    const [echo] = await socket.receive();
    socket.close();
    return echo.toString();
  }

  /** Ends the kernel and the client, or gives back a kernel that was lent and still answers. */
  async dispose(): Promise<void> {
    if (this.#isLent && this.answers) {
      returned.push(this);
      return;
    }
    for (const socket of [this.#shell, this.#stdin, this.#control, this.#iopub]) {
      socket.close();
    }
    await this.process.dispose();
  }

  #address(port: number): string {
    return `tcp://${this.process.connection.ip}:${port}`;
  }

  #connect(): void {
    const { connection } = this.process;
    this.#shell.connect(this.#address(connection.shell_port));
    this.#stdin.connect(this.#address(connection.stdin_port));
    this.#control.connect(this.#address(connection.control_port));
    this.#iopub.connect(this.#address(connection.iopub_port));
    this.#iopub.subscribe();
    void this.#read(this.#shell, message => this.#replies.set(message.parent.msg_id!, message));
    void this.#read(this.#stdin, message => this.#questions.push(message));
    void this.#read(this.#control, message => this.#replies.set(message.parent.msg_id!, message));
    void this.#read(this.#iopub, message => this.#hear(message));
  }

  #hear(message: JupyterMessage): void {
    this.#published.push(message);
    if (message.content['execution_state'] === 'idle' && message.parent.msg_id !== undefined) {
      this.#idle.add(message.parent.msg_id);
    }
  }

  /** A subscriber may miss what was published before it was connected: ask until it hears. */
  async #settleOutput(): Promise<void> {
    for (let attempt = 0; attempt < 50; attempt += 1) {
      const id = this.send('kernel_info_request', {});
      await this.replyTo(id);
      await new Promise(resolve => setTimeout(resolve, 20));
      if (this.#isIdle(id)) {
        return;
      }
    }
    throw new Error('the kernel publishes no status');
  }

  #isIdle(id: string): boolean {
    return this.#idle.has(id);
  }

  #send(
    socket: Dealer,
    type: string,
    content: object,
    more: { metadata?: object; buffers?: readonly Buffer[] } = {}
  ): string {
    const { key } = this.process.connection;
    const { id, frames } = packRequest(key, this.#session, { type, content, ...more });
    void socket.send(frames);
    return id;
  }

  async #read(socket: Dealer | Subscriber, take: (message: JupyterMessage) => void): Promise<void> {
    for await (const frames of socket) {
      take(unpack(this.process.connection.key, frames));
      const waiters = this.#waiters;
      this.#waiters = [];
      waiters.forEach(wake => wake());
    }
  }
}
