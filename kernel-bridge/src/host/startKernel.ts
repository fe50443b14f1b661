import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import * as kernelscope from 'kernelscope';
import {
  host as recordingHost,
  intrinsics,
  onFullHeap,
  ownListener,
  sealIntrinsics
} from 'kernelscope/host';
import { createEvaluator } from '../requests/cellRunner';
import { type CellSystem, createCellSystem } from '../cells/cellSystem';
import { CellTexts, keepingTexts } from '../requests/cellTexts';
import { createCellLanguage, type CellLanguage } from '../requests/completion';
import { type Connection, readConnection } from '../protocol/connection';
import { type Display, createDisplay } from '../requests/display';
import { endingInterrupted, ExecuteRequests } from '../requests/executeRequest';
import { ExecutionQueue } from '../requests/executionQueue';
import { type Helper, startHelper } from '../protocol/helperHost';
import { History } from '../requests/history';
import { magicLanguage } from '../magics/magicLanguage';
import { type MagicSession, initialSettings } from '../magics/magicSession';
import { showResult } from '../magics/showProfile';
import { createCellRunner } from '../magics/runCell';
import { sidecarFolder, Sidecars } from '../magics/sidecar';
import { createIdleWork } from './idleWork';
import type { LoadedCode } from './loadedCode';
import { nextTurn } from '../cells/ownTurn';
import { OutputChannel } from '../protocol/outputChannel';
import { OutputFiles } from '../requests/outputFiles';
import { createOutputLimits } from '../requests/outputLimit';
import { type ProgressNews, type StreamName, OutputCounts } from '../protocol/outputMessages';
import { type OutputContext, createOutputContext } from '../requests/outputContext';
import { redirectOutput } from '../requests/outputStreams';
import { showConsoleTables } from '../requests/rowsTable';
import { surviveCells } from './processEvents';
import { attachEarly, configureHost, createProfilingHost } from '../magics/profilingHost';
import { Protocol, kernelInfo, type Handlers } from '../protocol/protocol';
import { Recovery } from '../magics/recovery';
import { sharePackages } from './sharePackages';
import { type MainSockets, bindMainSockets } from '../protocol/sockets';
import { TerminableState } from './terminableState';
import { routeTslabDisplay, tslabModule } from '../tslab/tslab';
import { type KernelInput, createKernelInput } from './kernelInput';
import type { Draft, Message, Sender } from '../protocol/wire';

/** As it was before cells could replace it. */
const { apply } = Reflect;

type EndName = 'abort' | 'reallyExit' | 'kill';
type EndFunction = (...args: unknown[]) => unknown;

/**
 * Has `flush`, which publishes all output and blocks until that is done, called before the process ends
 * itself. If it is ended from outside, or crashes, the output of the last 100 ms can be lost.
 */
function flushAtEnd(flush: () => void): void {
  const host = process as unknown as Record<EndName, EndFunction>;
  const before = (name: EndName, isEnd: (args: readonly unknown[]) => boolean): void => {
    const original = host[name];
    host[name] = function (this: unknown, ...args: unknown[]): unknown {
      if (isEnd(args)) intrinsics.own(flush);
      return apply(original, this, args);
    };
  };
  process.on('exit', ownListener(flush));
  before('abort', () => true);
  before('reallyExit', () => true);
  before('kill', ([pid, signal]) => pid === process.pid && signal !== 0);
}

/** Time for replies to leave the process before it ends. */
const EXIT_GRACE_MS = 50;
/** Folder of the bundle, with a separator at its end. */
const KERNEL_FOLDER = path.join(__dirname, path.sep);
const HELPER_BUNDLE = path.join(__dirname, 'workers', 'helperThread.cjs');
/** Packages for what cells start outside of this thread. */
const PACKAGES = path.join(__dirname, '..', 'packages');

/** Both ends of the way that everything published takes. */
interface KernelOutput {
  readonly channel: OutputChannel;
  /** The end of the helper thread, and what both ends count. */
  readonly helper: { readonly port: MessagePort; readonly counts: SharedArrayBuffer };
}

/** The parts of a running kernel, made once. */
interface KernelDeps {
  readonly connection: Connection;
  readonly sender: Sender;
  readonly sockets: MainSockets;
  readonly output: KernelOutput;
  readonly protocol: Protocol;
  readonly input: KernelInput;
  readonly context: OutputContext;
  readonly display: Display;
  readonly state: TerminableState;
  readonly cells: CellSystem;
  readonly cellTexts: CellTexts;
  readonly info: object;
}

function nowMs(): number {
  return Number(recordingHost.recorder.now()) / 1e6;
}

function createOutput(): KernelOutput {
  const { port1, port2 } = new MessageChannel();
  const counts = OutputCounts.allocate();
  return { channel: new OutputChannel(port1, counts), helper: { port: port2, counts } };
}

function createKernelDisplay(
  { protocol, output, context }: Pick<KernelDeps, 'protocol' | 'output' | 'context'>,
  files: OutputFiles
): Display {
  const publish = (draft: Draft): void => {
    const request = context.current?.request ?? null;
    if (draft.type === 'stream') {
      const { name, text } = draft.content as { name: StreamName; text: string };
      output.channel.write(name, text, request);
    } else {
      intrinsics.own(() => protocol.publish(draft, request));
    }
  };
  return createDisplay(context, publish, createOutputLimits(files, nowMs));
}

async function createParts(connection: Connection): Promise<KernelDeps> {
  const sender = { session: randomUUID(), username: 'kernelscope' };
  const sockets = await bindMainSockets(connection);
  const context = createOutputContext();
  const output = createOutput();
  const warn = (text: string): void => display.write('stderr', text);
  const outlets = { shell: sockets.shell, iopub: output.channel };
  const protocol = new Protocol({ key: connection.key, sender, ...outlets, warn });
  const folder = sidecarFolder(process.cwd(), process.env['JPY_SESSION_NAME']);
  const files = new OutputFiles(process.cwd(), folder);
  const display = createKernelDisplay({ protocol, output, context }, files);
  protocol.publishStatus('starting', null);
  flushAtEnd(() => {
    display.save();
    output.channel.flush();
  });
  const state = new TerminableState();
  const builtins = { tslab: () => tslabModule, kernelscope: () => kernelscope };
  const cells = createCellSystem({ kernelFolder: KERNEL_FOLDER, builtins, state });
  const { typescript, node } = tslabModule.versions;
  const info = kernelInfo({ kernelscope: kernelscope.VERSION, typescript, node });
  const cellTexts = new CellTexts();
  const wire = { key: connection.key, sender, outlet: output.channel };
  const input = createKernelInput({ ...wire, context, state, executor: cells.executor });
  const speech = { output, protocol, context, display, input };
  return { connection, sender, sockets, ...speech, state, cells, cellTexts, info };
}

/** For a process that is ending: its streams lead to clients, which have gone. */
function writeToProcess(stream: 'stdout' | 'stderr', text: string): void {
  try {
    writeSync(process[stream].fd, text);
  } catch {
    return;
  }
}

function createExecuteRequests(parts: KernelDeps, history: History): ExecuteRequests {
  const { protocol, context, display, state } = parts;
  const { executor } = parts.cells;
  const queue = new ExecutionQueue(async delayMs => sleep(delayMs));
  const host = createProfilingHost(recordingHost);
  const sidecars = new Sidecars(process.cwd(), process.env['JPY_SESSION_NAME']);
  const settings = initialSettings();
  const recovery = new Recovery(process.cwd(), text => writeToProcess('stderr', text));
  beforeEnd(() => recovery.save(recordingHost.openRecordings()));
  recordingHost.exitActions.hearBy(beforeEnd);
  onFullHeap(limitBytes => {
    const said = recovery.saveFull(recordingHost.openRecordings(), limitBytes);
    display.write('stderr', `${said.join('\n')}\n`);
    display.save();
    parts.output.channel.flush();
  });
  const clock = recordingHost.recorder.now;
  const tellProgress = (news: ProgressNews): void => parts.output.channel.tellProgress(news);
  const kept = { settings, sidecars, recovery, recordedSources: new Map<string, string>() };
  const session: MagicSession = {
    ...{ executor, display, host, context, tellProgress, clock, ...kept },
    isInterrupted: () => state.isPending || state.isUnanswered,
    showResult: result => showResult(session, result)
  };
  const run = endingInterrupted(createCellRunner(session), recordingHost);
  const runCell = keepingTexts(run, parts.cellTexts, process.cwd());
  const evaluate = createEvaluator(executor);
  const begin = (request: Message): void => parts.output.channel.begin(request);
  const sent = (): Promise<void> => intrinsics.own(() => parts.output.channel.sent());
  const input = parts.input.requests;
  const speech = { protocol, context, display, state, input, begin, sent };
  return new ExecuteRequests({ ...speech, queue, history, runCell, evaluate });
}

function createHelper(parts: KernelDeps, shutDown: () => void): Helper {
  const { connection, sender, protocol, state, cells } = parts;
  const kernel = { connection, sender, kernelInfo: parts.info };
  const ends = { output: parts.output.helper, input: parts.input.helper };
  const data = { ...kernel, ...ends, interrupt: state.memory };
  return startHelper(HELPER_BUNDLE, data, {
    failed: reason => writeToProcess('stderr', `kernel helper thread: ${reason}\n`),
    orphaned: shutDown,
    interrupt: () => {
      cells.stop.settle(() => {
        if (state.isPending) {
          state.acknowledge();
          cells.executor.interrupt();
        }
      });
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

/** Called when the client wants the kernel to end, and after each cell that was answered. */
interface ServeEvents {
  readonly shutDown: () => void;
  readonly answered: () => void;
}

async function serve(parts: KernelDeps, { shutDown, answered }: ServeEvents): Promise<void> {
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
  const receive = (frames: readonly Uint8Array[]): void => {
    const request = protocol.decode(frames);
    if (request === null) {
      return;
    }
    void (request.header.msg_type === 'execute_request'
      ? requests.add(request).then(answered)
      : protocol.dispatch(request, handlers));
  };
  // Node puts its functions for base64 there at the first use, which may be that of a profile
  void globalThis.btoa;
  // what the kernel itself has replaced by now is what it works with
  sealIntrinsics();
  await sockets.listen(frames => intrinsics.begin(() => receive(frames)));
}

/**
 * Starts the Jupyter kernel that the connection file describes; settles when its sockets are closed. `code`
 * is that of the kernel itself.
 * @throws {ConnectionError} when the file is unusable, and ZeroMQ's error when a port is taken
 */
export async function startKernel(connectionFile: string, code: LoadedCode): Promise<void> {
  attachEarly(recordingHost, KERNEL_FOLDER);
  const parts = await createParts(readConnection(connectionFile));
  const { display, state, cells, cellTexts } = parts;
  const exit = surviveCells({ executor: cells.executor, display, state });
  const end = async (code: number): Promise<void> => {
    cells.dispose();
    await Promise.all([helper.dispose(), sleep(EXIT_GRACE_MS)]);
    // a thread's inspector sessions end in a turn of this one; Node reports those that are left at the exit
    await nextTurn();
    intrinsics.leaveUsers();
    parts.output.channel.close();
    parts.sockets.close();
    redirectOutput({ write: writeToProcess });
    exit(code);
  };
  const shutDown = (): void => void end(0);
  state.endOnSignals(code => void end(code));
  await routeTslabDisplay((data, isUpdate) =>
    intrinsics.own(() => (isUpdate ? display.update(data) : display.show(data)))
  );
  redirectOutput(display);
  showConsoleTables(console, data => display.show({ data }));
  sharePackages(PACKAGES, process.env);
  const helper = createHelper(parts, shutDown);
  configureHost(recordingHost, { kernelFolder: KERNEL_FOLDER, memoryHost: helper, cellTexts });
  await helper.ready;
  const { executor } = cells;
  const answered = createIdleWork(code, {
    isRunning: () => executor.isRunning,
    isRecording: () => recordingHost.openRecordings().length > 0
  });
  await serve(parts, { shutDown, answered });
}

/** The way out of Node that emits no event. */
interface Leaving {
  reallyExit: (code?: number) => never;
}

/**
 * Calls `act` once before this process ends: at its `exit` event, or when code leaves past that event. What
 * `act` throws does not stop the process from ending.
 */
function beforeEnd(act: () => void): void {
  const target = process as unknown as Leaving;
  const leave = target.reallyExit.bind(process);
  let isDone = false;
  const once = ownListener(() => {
    if (isDone) return;
    isDone = true;
    act();
  });
  process.on('exit', once);
  target.reallyExit = (code?: number): never => {
    try {
      once();
    } catch {
      return leave(code);
    }
    return leave(code);
  };
}

function codeAndCursor({ content }: Message): [code: string, cursor: number] {
  const { code, cursor_pos: cursor } = content;
  return [typeof code === 'string' ? code : '', typeof cursor === 'number' ? cursor : 0];
}

/** Requests that are answered immediately, even while a cell waits for something. */
function languageHandlers(info: object, language: CellLanguage, history: History): Handlers {
  return {
    kernel_info_request: () => info,
    complete_request: request => language.complete(...codeAndCursor(request)),
    inspect_request: request => language.inspect(...codeAndCursor(request)),
    is_complete_request: request => language.isComplete(codeAndCursor(request)[0]),
    history_request: request => history.answer(request.content)
  };
}

/** This kernel has no comm targets: opening one is answered by closing it, as the protocol asks. */
function commHandlers(protocol: Protocol): Handlers {
  return {
    comm_info_request: () => ({ status: 'ok', comms: {} }),
    comm_open: request => {
      const content = { comm_id: request.content['comm_id'], data: {} };
      protocol.publish({ type: 'comm_close', content }, request);
      return null;
    },
    comm_msg: () => null,
    comm_close: () => null
  };
}
