import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { runMemorySampler, runTraceWatcher } from 'kernelscope/host';
import { Publisher, Reply, Router } from 'zeromq';
import { address } from './connection';
import type { HelperCommand, HelperData, HelperMessage } from './helperMessages';
import {
  type Later,
  type StopSignals,
  STOP_FUNCTION,
  InterruptState,
  Interrupter
} from '../cells/interrupt';
import { interruptAwaitedChild } from '../cells/awaitedChild';
import { InputSignal } from './inputMessages';
import { InputServer } from './inputServer';
import { OutputServer } from './outputServer';
import { watchParent, stuckThread } from './watches';
import { type Handlers, Protocol } from './protocol';
import { outlet, SENDING, sendTo } from './sockets';
import { UsageMeter } from './usage';
import type { Message } from './wire';
import { Session } from 'node:inspector';

/**
 * The main thread, reached from a worker through the inspector: it answers even during JavaScript that
 * does not return. Connected from the first call on; `dispose` before the process ends.
 */
class MainThreadSession {
  #session: Session | null = null;

  /** Has the main thread end the code of the user that it runs; calls back when it has looked. */
  stop(seen: () => void): void {
    const expression = `${STOP_FUNCTION}()`;
    this.#connected().post('Runtime.evaluate', { expression, silent: true }, () => seen());
  }

  /** Disconnects; safe to call twice. */
  dispose(): void {
    this.#session?.disconnect();
    this.#session = null;
  }

  #connected(): Session {
    if (this.#session === null) {
      this.#session = new Session();
      this.#session.connectToMainThread();
    }
    return this.#session;
  }
}

/** A main thread that has not ended so long after a shutdown request is stuck in a cell. */
const KILL_AFTER_MS = 4000;

/** The resources that the thread holds until it is told to stop. */
interface Holdings {
  readonly control: Router;
  readonly heartbeat: Reply;
  readonly iopub: Publisher;
  readonly stdin: Router;
  readonly session: MainThreadSession;
  /** Publishes the remaining output. */
  closeOutput: () => void;
  /** Tells a cell that waits for the user that there will be no answer. */
  endInput: () => void;
}

function tell(message: HelperMessage): void {
  parentPort?.postMessage(message);
}

function failed(error: unknown): void {
  tell({ kind: 'failed', reason: String(error) });
}

const later: Later = (action, delayMs) => {
  setTimeout(action, delayMs).unref();
};

function stopSignals({ session }: Holdings, output: OutputServer): StopSignals {
  return {
    stop: seen => session.stop(seen),
    stuck: stuckThread({ interruptChild: interruptAwaitedChild, say: text => output.say(text) })
  };
}

/** The two ends that serve cells. */
interface CellServers {
  readonly output: OutputServer;
  readonly input: InputServer;
}

function controlHandlers(
  data: HelperData,
  holdings: Holdings,
  { output, input }: CellServers
): Handlers {
  const signal = new InputSignal(data.input.signal);
  const state = new InterruptState(data.interrupt);
  const interrupter = new Interrupter(state, stopSignals(holdings, output), later);
  const usage = new UsageMeter();
  return {
    kernel_info_request: () => data.kernelInfo,
    usage_request: () => usage.answer(),
    interrupt_request: () => {
      if (interrupter.interrupt()) {
        tell({ kind: 'interrupt' });
      }
      signal.raise();
      return { status: 'ok' };
    },
    shutdown_request: ({ content }: Message) => {
      input.end();
      later(() => process.kill(process.pid, 'SIGKILL'), KILL_AFTER_MS);
      return { status: 'ok', restart: content['restart'] === true };
    }
  };
}

function serveInput({ input }: HelperData, stdin: Router): InputServer {
  const signal = new InputSignal(input.signal);
  return new InputServer({
    later,
    send: frames => sendTo(stdin, frames),
    answer(answer) {
      input.port.postMessage(answer);
      signal.raise();
    }
  });
}

function serveOutput(data: HelperData, iopub: Publisher, input: InputServer): OutputServer {
  const { sender, output, connection } = data;
  const parts = { sender, key: connection.key, iopub: outlet(iopub), later, input };
  return new OutputServer({ ...output, ...parts });
}

/** Passes on what the user answers, until the socket is closed. */
async function readAnswers(stdin: Router, protocol: Protocol, input: InputServer): Promise<void> {
  for await (const frames of stdin) {
    const reply = protocol.decode(frames);
    if (reply !== null) input.take(reply);
  }
}

async function serveControl(data: HelperData, holdings: Holdings): Promise<void> {
  const { control, iopub, stdin } = holdings;
  const { connection } = data;
  await stdin.bind(address(connection, connection.stdinPort));
  await control.bind(address(connection, connection.controlPort));
  await iopub.bind(address(connection, connection.iopubPort));
  const input = serveInput(data, stdin);
  holdings.endInput = () => input.end();
  const output = serveOutput(data, iopub, input);
  holdings.closeOutput = () => output.close();
  const protocol = new Protocol({
    key: connection.key,
    sender: data.sender,
    shell: outlet(control),
    iopub: { send: () => undefined },
    warn: reason => tell({ kind: 'failed', reason })
  });
  const handlers = controlHandlers(data, holdings, { output, input });
  readAnswers(stdin, protocol, input).catch(failed);
  tell({ kind: 'ready' });
  for await (const frames of control) {
    const request = protocol.decode(frames);
    if (request !== null) {
      await protocol.dispatch(request, handlers);
      tell({ kind: 'handled', request });
    }
  }
}

async function serveHeartbeat(data: HelperData, { heartbeat }: Holdings): Promise<void> {
  await heartbeat.bind(address(data.connection, data.connection.heartbeatPort));
  for await (const frames of heartbeat) {
    await heartbeat.send(frames);
  }
}

function isStop(message: unknown): message is HelperCommand {
  return (message as Partial<HelperCommand> | null)?.kind === 'stop';
}

/**
 * The helper thread owns all sockets but that of requests, so that interrupt, shutdown and usage are
 * answered, and answers of the user are taken, while a cell keeps the main thread busy. For the same reason it samples memory.
 */
function start(data: HelperData, port: MessagePort): void {
  const holdings: Holdings = {
    control: new Router(SENDING),
    heartbeat: new Reply({ linger: 0 }),
    iopub: new Publisher(SENDING),
    stdin: new Router({ ...SENDING, mandatory: true }),
    session: new MainThreadSession(),
    closeOutput: () => undefined,
    endInput: () => undefined
  };
  serveControl(data, holdings).catch(failed);
  serveHeartbeat(data, holdings).catch(failed);
  const stopSampling = runMemorySampler({ port });
  const stopTracing = runTraceWatcher({ port });
  const stopWatching = watchParent(() => {
    tell({ kind: 'orphaned' });
    holdings.endInput();
    later(() => process.kill(process.pid, 'SIGKILL'), KILL_AFTER_MS);
  });
  port.on('message', (message: unknown) => {
    if (isStop(message)) {
      stopSampling();
      stopTracing();
      stopWatching();
      holdings.session.dispose();
      holdings.closeOutput();
      holdings.iopub.close();
      holdings.stdin.close();
      data.input.port.close();
      holdings.control.close();
      holdings.heartbeat.close();
      port.close();
    }
  });
}

if (parentPort !== null) {
  start(workerData as HelperData, parentPort);
}
