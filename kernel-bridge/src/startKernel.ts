import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as kernelscope from 'kernelscope';
import { host as recordingHost } from 'kernelscope/host';
import { createEvaluator } from './cellRunner';
import type { CellSystem } from './cellSystem';
import { createCellSystem } from './cellSystem';
import { CellTexts, keepingTexts } from './cellTexts';
import { createCellLanguage } from './completion';
import type { Connection } from './connection';
import { readConnection } from './connection';
import type { Display } from './display';
import { createDisplay } from './display';
import { endingInterrupted } from './endInterrupted';
import { ExecuteRequests } from './executeRequest';
import { ExecutionQueue } from './executionQueue';
import type { Helper } from './helperHost';
import { startHelper } from './helperHost';
import { History } from './history';
import { InterruptState } from './interrupt';
import { kernelInfo } from './kernelInfo';
import { magicLanguage } from './magics/magicLanguage';
import { initialSettings } from './magics/magicSession';
import { createCellRunner } from './magics/runCell';
import { Sidecars } from './magics/sidecar';
import type { OutputContext } from './outputContext';
import { createOutputContext } from './outputContext';
import { redirectOutput } from './outputStreams';
import { surviveCells } from './processEvents';
import { configureHost, createProfilingHost } from './profilingHost';
import { Protocol } from './protocol';
import { Recovery } from './recovery';
import { commHandlers, languageHandlers } from './requestHandlers';
import { sharePackages } from './sharePackages';
import type { MainSockets } from './sockets';
import { bindMainSockets } from './sockets';
import { routeTslabDisplay, tslabModule } from './tslab';
import type { Message, Sender } from './wire';

/** How long replies have to leave the process before it ends. */
const EXIT_GRACE_MS = 50;
/** Folder of the bundle, with a separator at its end. */
const KERNEL_FOLDER = path.join(__dirname, path.sep);
const HELPER_BUNDLE = path.join(__dirname, 'workers', 'helperThread.cjs');
/** Packages for what cells start outside of this thread. */
const PACKAGES = path.join(__dirname, '..', 'packages');

/** The parts of a running kernel, made once. */
interface KernelParts {
  readonly connection: Connection;
  readonly sender: Sender;
  readonly sockets: MainSockets;
  readonly protocol: Protocol;
  readonly context: OutputContext;
  readonly display: Display;
  readonly state: InterruptState;
  readonly cells: CellSystem;
  readonly cellTexts: CellTexts;
  readonly info: object;
}

async function createParts(connection: Connection): Promise<KernelParts> {
  const sender = { session: randomUUID(), username: 'kernelscope' };
  const sockets = await bindMainSockets(connection);
  const context = createOutputContext();
  const { shell, iopub } = sockets;
  const warn = (text: string): void => display.write('stderr', text);
  const protocol = new Protocol({ key: connection.key, sender, shell, iopub, warn });
  const display = createDisplay(context, draft =>
    protocol.publish(draft, context.current?.request ?? null)
  );
  protocol.publishStatus('starting', null);
  const state = new InterruptState();
  const builtins = { tslab: () => tslabModule, kernelscope: () => kernelscope };
  const cells = createCellSystem({ kernelFolder: KERNEL_FOLDER, builtins, state });
  const { typescript, node } = tslabModule.versions;
  const info = kernelInfo({ kernelscope: kernelscope.VERSION, typescript, node });
  const cellTexts = new CellTexts();
  return { connection, sender, sockets, protocol, context, display, state, cells, cellTexts, info };
}

/** For a process that is ending: its streams lead to clients, which have gone. */
function writeToProcess(stream: 'stdout' | 'stderr', text: string): void {
  try {
    writeSync(process[stream].fd, text);
  } catch {
    return;
  }
}

function createExecuteRequests(parts: KernelParts, history: History): ExecuteRequests {
  const { protocol, context, display } = parts;
  const { executor } = parts.cells;
  const queue = new ExecutionQueue(async delayMs => sleep(delayMs));
  const host = createProfilingHost(recordingHost);
  const sidecars = new Sidecars(process.cwd(), process.env['JPY_SESSION_NAME']);
  const settings = initialSettings();
  const recovery = new Recovery(process.cwd(), text => writeToProcess('stderr', text));
  process.once('exit', () => recovery.save(recordingHost.openRecordings()));
  const clock = recordingHost.recorder.now;
  const session = { executor, display, host, settings, sidecars, recovery, context, clock };
  const run = endingInterrupted(createCellRunner(session), recordingHost);
  const runCell = keepingTexts(run, parts.cellTexts, process.cwd());
  const evaluate = createEvaluator(executor);
  return new ExecuteRequests({ protocol, queue, context, display, history, runCell, evaluate });
}

function createHelper(parts: KernelParts, shutDown: () => void): Helper {
  const { connection, sender, protocol, state, display, cells } = parts;
  const data = { connection, sender, interrupt: state.memory, kernelInfo: parts.info };
  return startHelper(HELPER_BUNDLE, data, {
    failed: reason => display.write('stderr', `kernel helper thread: ${reason}\n`),
    interrupt: () => {
      if (state.isPending) {
        state.acknowledge();
        cells.executor.interrupt();
      }
    },
    handled: request => {
      protocol.publishStatus('busy', request);
      protocol.publishStatus('idle', request);
      if (request.header.msg_type === 'shutdown_request') {
        shutDown();
      }
    }
  });
}

async function serve(parts: KernelParts, shutDown: () => void): Promise<void> {
  const { protocol, sockets, cells, info } = parts;
  const history = new History();
  const requests = createExecuteRequests(parts, history);
  const handlers = {
    ...languageHandlers(info, createCellLanguage(cells.language, magicLanguage), history),
    ...commHandlers(protocol),
    shutdown_request: ({ content }: Message) => {
      shutDown();
      return { status: 'ok', restart: content['restart'] === true };
    }
  };
  await sockets.listen(frames => {
    const request = protocol.decode(frames);
    if (request === null) {
      return;
    }
    void (request.header.msg_type === 'execute_request'
      ? requests.add(request)
      : protocol.dispatch(request, handlers));
  });
}

/**
 * Starts the Jupyter kernel that the connection file describes; settles when its sockets are closed.
 * @throws {ConnectionError} when the file is unusable, and ZeroMQ's error when a port is taken
 */
export async function startKernel(connectionFile: string): Promise<void> {
  const parts = await createParts(readConnection(connectionFile));
  const { display, state, cells, cellTexts } = parts;
  const exit = surviveCells({ executor: cells.executor, display, state });
  const end = async (): Promise<void> => {
    cells.dispose();
    await Promise.all([helper.dispose(), sleep(EXIT_GRACE_MS)]);
    parts.sockets.close();
    redirectOutput({ write: writeToProcess });
    exit(0);
  };
  const shutDown = (): void => void end();
  await routeTslabDisplay((data, isUpdate) =>
    isUpdate ? display.update(data) : display.show(data)
  );
  redirectOutput(display);
  sharePackages(PACKAGES, process.env);
  const helper = createHelper(parts, shutDown);
  configureHost(recordingHost, { kernelFolder: KERNEL_FOLDER, memoryHost: helper, cellTexts });
  await helper.ready;
  await serve(parts, shutDown);
}
