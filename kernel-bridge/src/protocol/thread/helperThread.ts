import type { MessagePort } from 'node:worker_threads';
import { parentPort, workerData } from 'node:worker_threads';
import { runMemorySampler } from 'kernelscope/host';
import { Publisher, Reply, Router } from 'zeromq';
import { address } from '../connection';
import type { HelperCommand, HelperData, HelperMessage } from './helperMessages';
import type { Later, StopSignals } from '../../cells/interrupts/interrupt';
import { Interrupter, InterruptState } from '../../cells/interrupts/interrupt';
import { interruptAwaitedChild } from '../../cells/interrupts/awaitedChild';
import { stuckThread } from './stuckThread';
import { MainThreadSession } from './mainThreadSession';
import { OutputServer } from '../output/outputServer';
import { watchParent } from './parentWatch';
import type { Handlers } from '../protocol';
import { Protocol } from '../protocol';
import { outlet, SENDING } from '../sockets';
import { UsageMeter } from '../usage';
import type { Message } from '../wire';

/** A main thread that has not ended so long after a shutdown request is stuck in a cell. */
const KILL_AFTER_MS = 4000;

/** The resources that the thread holds until it is told to stop. */
interface Holdings {
  readonly control: Router;
  readonly heartbeat: Reply;
  readonly iopub: Publisher;
  readonly session: MainThreadSession;
  /** Publishes the remaining output. */
  closeOutput: () => void;
}

function tell(message: HelperMessage): void {
  parentPort?.postMessage(message);
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

function controlHandlers(data: HelperData, holdings: Holdings, output: OutputServer): Handlers {
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
      return { status: 'ok' };
    },
    shutdown_request: ({ content }: Message) => {
      later(() => process.kill(process.pid, 'SIGKILL'), KILL_AFTER_MS);
      return { status: 'ok', restart: content['restart'] === true };
    }
  };
}

function serveOutput(data: HelperData, iopub: Publisher): OutputServer {
  const { sender, output, connection } = data;
  return new OutputServer({ ...output, sender, key: connection.key, iopub: outlet(iopub), later });
}

async function serveControl(data: HelperData, holdings: Holdings): Promise<void> {
  const { control, iopub } = holdings;
  const { connection } = data;
  await control.bind(address(connection, connection.controlPort));
  await iopub.bind(address(connection, connection.iopubPort));
  const output = serveOutput(data, iopub);
  holdings.closeOutput = () => output.close();
  const protocol = new Protocol({
    key: connection.key,
    sender: data.sender,
    shell: outlet(control),
    iopub: { send: () => undefined },
    warn: reason => tell({ kind: 'failed', reason })
  });
  const handlers = controlHandlers(data, holdings, output);
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
 * The helper thread owns the control and heartbeat sockets, so that interrupt, shutdown and usage are
 * answered while a cell keeps the main thread busy. For the same reason it samples memory.
 */
function start(data: HelperData, port: MessagePort): void {
  const holdings: Holdings = {
    control: new Router(SENDING),
    heartbeat: new Reply({ linger: 0 }),
    iopub: new Publisher(SENDING),
    session: new MainThreadSession(),
    closeOutput: () => undefined
  };
  const fail = (error: unknown): void => tell({ kind: 'failed', reason: String(error) });
  serveControl(data, holdings).catch(fail);
  serveHeartbeat(data, holdings).catch(fail);
  const stopSampling = runMemorySampler({ port });
  const stopWatching = watchParent(() => {
    tell({ kind: 'orphaned' });
    later(() => process.kill(process.pid, 'SIGKILL'), KILL_AFTER_MS);
  });
  port.on('message', (message: unknown) => {
    if (isStop(message)) {
      stopSampling();
      stopWatching();
      holdings.session.dispose();
      holdings.closeOutput();
      holdings.iopub.close();
      holdings.control.close();
      holdings.heartbeat.close();
      port.close();
    }
  });
}

if (parentPort !== null) {
  start(workerData as HelperData, parentPort);
}
