import {
  type IncomingHttpHeaders,
  type Server,
  type ServerResponse,
  createServer
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a receiver has read to its end. */
export interface ReceivedPush {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Answers a push; by default with status 200. */
export type Answer = (response: ServerResponse, push: ReceivedPush) => void;

/** A server on the loopback interface that reads pushes as Pyroscope's handler of `/ingest` does. */
export class PyroscopeReceiver {
  readonly pushes: ReceivedPush[] = [];
  answer: Answer = response => void response.end();
  #waiters: (() => void)[] = [];

  private constructor(private readonly server: Server) {}

  /** Starts one on a free port. */
  static async start(answer?: Answer): Promise<PyroscopeReceiver> {
    const server = createServer();
    const receiver = new PyroscopeReceiver(server);
    if (answer) receiver.answer = answer;
    server.on('request', (request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
        const push = {
          method: request.method ?? '',
          path: pathname,
          query: Object.fromEntries(searchParams),
          headers: request.headers,
          body: Buffer.concat(parts)
        };
        receiver.pushes.push(push);
        receiver.answer(response, push);
        for (const wake of receiver.#waiters.splice(0)) wake();
      });
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Waits for so many pushes since the start. */
  async received(count: number): Promise<readonly ReceivedPush[]> {
    while (this.pushes.length < count) {
      await new Promise<void>(resolve => this.#waiters.push(resolve));
    }
    return this.pushes;
  }

  /** Closes all connections. */
  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise(resolve => this.server.close(resolve));
  }
}

/** A name with labels, `name{label=value,…}`, as `labelset.Parse` of Pyroscope reads it. */
export function parseLabelSet(text: string): Readonly<Record<string, string>> {
  const labels: Record<string, string> = {};
  const at = text.indexOf('{');
  labels['__name__'] = at < 0 ? text : text.slice(0, at);
  let [state, key, value] = ['key', '', ''];
  for (const letter of at < 0 ? '' : text.slice(at + 1)) {
    if (state === 'key' && letter === '}') break;
    else if (state === 'key' && letter === '=') state = 'value';
    else if (state === 'key') key += letter;
    else if (letter === ',' || letter === '}') {
      labels[key.trim()] = value.trim();
      [state, key, value] = ['key', '', ''];
    } else value += letter;
  }
  return labels;
}
