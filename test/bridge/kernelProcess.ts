import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The bundled kernel. */
export const KERNEL_FOLDER = fileURLToPath(
  new URL('../../kernel-bridge/dist/kernel/', import.meta.url)
);

/** Address, ports and key of a kernel, as its connection file has them. */
export interface KernelConnection {
  readonly ip: string;
  readonly key: string;
  readonly shell_port: number;
  readonly iopub_port: number;
  readonly stdin_port: number;
  readonly control_port: number;
  readonly hb_port: number;
}

/** A bundled kernel in a process of its own, started in an empty folder. */
export interface KernelProcess {
  readonly child: ChildProcess;
  readonly connection: KernelConnection;
  /** The folder that the kernel runs in. */
  readonly folder: string;
  /** What the process wrote to its real standard error. */
  stderr(): string;
  ended(): boolean;
  dispose(): Promise<void>;
}

/**
 * The loopback address of the kernels of this process. It has one of its own, where a system has many,
 * so that nothing that runs beside it can take a port between its choice and the start of a kernel.
 */
const LOOPBACK =
  process.platform === 'linux'
    ? `127.${1 + (process.pid >> 16)}.${(process.pid >> 8) & 255}.${process.pid & 255}`
    : '127.0.0.1';

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, LOOPBACK));
  await Promise.all(servers.map(server => once(server, 'listening')));
  const ports = servers.map(server => (server.address() as AddressInfo).port);
  await Promise.all(servers.map(server => once(server.close(), 'close')));
  return ports;
}

async function createConnection(): Promise<KernelConnection> {
  const [shell, iopub, stdin, control, heartbeat] = await freePorts(5);
  return {
    ip: LOOPBACK,
    key: randomUUID(),
    shell_port: shell,
    iopub_port: iopub,
    stdin_port: stdin,
    control_port: control,
    hb_port: heartbeat
  };
}

/** The command that starts the kernel of a folder with a connection file. */
export type KernelCommand = (kernelFolder: string, connectionFile: string) => readonly string[];

/** Starts a kernel with the Node binary under test. */
const byNode: KernelCommand = (kernelFolder, connectionFile) => [
  process.env['KERNELSCOPE_NODE'] ?? process.execPath,
  '--no-force-async-hooks-checks',
  ...['--require', path.join(kernelFolder, 'packages', 'kernelscope', 'standBy.js')],
  path.join(kernelFolder, 'dist', 'kernel.cjs'),
  connectionFile
];

/** For each kernel that runs: ends it and removes its folder. */
const running = new Set<() => void>();

const endAll = (): void => running.forEach(end => end());

process.once('exit', endAll);
// how Vitest ends the process of a file of tests
process.once('SIGTERM', () => {
  endAll();
  process.kill(process.pid, 'SIGKILL');
});

/** Starts a bundled kernel, or a copy of it. */
export async function startKernelProcess(
  environment: Record<string, string> = {},
  kernelFolder: string = KERNEL_FOLDER,
  command: KernelCommand = byNode
): Promise<KernelProcess> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kernelscope-test-'));
  const connection = await createConnection();
  const file = path.join(folder, 'connection.json');
  const full = {
    ...connection,
    transport: 'tcp',
    signature_scheme: 'hmac-sha256'
  };
  writeFileSync(file, JSON.stringify(full));
  const [program, ...args] = command(kernelFolder, file);
  const child = spawn(program, args, {
    cwd: folder,
    // as Jupyter does, so that a kernel ends when the test that started it was killed
    env: { ...process.env, JPY_PARENT_PID: String(process.pid), ...environment, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'pipe']
  });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  child.stdout.resume();
  const disposeNow = (): void => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  running.add(disposeNow);
  const ended = () => child.exitCode !== null || child.signalCode !== null;
  return {
    child,
    connection,
    folder,
    stderr: () => stderr,
    ended,
    async dispose() {
      if (!ended()) {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
      running.delete(disposeNow);
      rmSync(folder, { recursive: true, force: true });
    }
  };
}
