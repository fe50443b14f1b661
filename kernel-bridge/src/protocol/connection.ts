import { readFileSync } from 'node:fs';

/** The part of a Jupyter connection file that the kernel needs. */
export interface Connection {
  readonly transport: string;
  readonly ip: string;
  readonly key: string;
  readonly shellPort: number;
  readonly iopubPort: number;
  readonly stdinPort: number;
  readonly controlPort: number;
  readonly heartbeatPort: number;
}

/** A connection file that is missing, unreadable or incomplete. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

function field<T extends 'string' | 'number'>(
  file: string,
  record: Record<string, unknown>,
  name: string,
  type: T
): T extends 'string' ? string : number {
  const value = record[name];
  if (typeof value !== type) {
    throw new ConnectionError(`${file}: "${name}" must be a ${type}, got ${JSON.stringify(value)}`);
  }
  return value as T extends 'string' ? string : number;
}

/** How this kernel signs its messages, and what a client does that names no scheme. */
const SIGNATURE_SCHEME = 'hmac-sha256';

/** @throws {ConnectionError} for a scheme by which every message would count as forged; none signs without a key */
function requireScheme(
  file: string,
  { key, signature_scheme: scheme }: Record<string, unknown>
): void {
  if (key === '' || scheme === undefined || scheme === SIGNATURE_SCHEME) return;
  throw new ConnectionError(
    `${file}: "signature_scheme" must be "${SIGNATURE_SCHEME}", got ${JSON.stringify(scheme)}`
  );
}

function parse(file: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return value as Record<string, unknown>;
  } catch (error) {
    throw new ConnectionError(`cannot read the connection file ${file}: ${String(error)}`);
  }
}

/**
 * Reads the connection file that a Jupyter client wrote.
 * @throws {ConnectionError} naming the file and the field that is wrong
 */
export function readConnection(file: string): Connection {
  const record = parse(file);
  requireScheme(file, record);
  return {
    transport: field(file, record, 'transport', 'string'),
    ip: field(file, record, 'ip', 'string'),
    key: field(file, record, 'key', 'string'),
    shellPort: field(file, record, 'shell_port', 'number'),
    iopubPort: field(file, record, 'iopub_port', 'number'),
    stdinPort: field(file, record, 'stdin_port', 'number'),
    controlPort: field(file, record, 'control_port', 'number'),
    heartbeatPort: field(file, record, 'hb_port', 'number')
  };
}

/** ZeroMQ address of a port; the `ipc` transport joins with a dash, as Jupyter does. */
export function address(connection: Connection, port: number): string {
  const separator = connection.transport === 'ipc' ? '-' : ':';
  return `${connection.transport}://${connection.ip}${separator}${port}`;
}
