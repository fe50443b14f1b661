import { Agent, type Server, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { requirePeer } from './peerEnvironment';

/** What is used of Fastify. */
interface Fastify {
  readonly server: Server;
  get(path: string, options: object, answer: (request: ItemsRequest) => Promise<unknown>): void;
  listen(options: { port: number }): Promise<string>;
  close(): Promise<void>;
}

interface ItemsRequest {
  readonly params: { readonly count: string };
}

/** Requests in all, those that wait at once, and the items of each answer. */
const REQUESTS = 3000;
const AT_ONCE = 20;
const ITEMS = 40;

const ITEM = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    name: { type: 'string' },
    tags: { type: 'array', items: { type: 'string' } }
  }
};

function itemsOf({ params }: ItemsRequest): Promise<unknown> {
  const items = Array.from({ length: Number(params.count) }, (_, id) => {
    return { id, name: `item ${id}`, tags: ['a', 'b', String(id % 7)] };
  });
  return Promise.resolve(items.sort((a, b) => b.name.localeCompare(a.name)));
}

function ask(agent: Agent, port: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = get({ port, path: `/items/${ITEMS}`, agent }, answer => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => (text += part));
      answer.on('end', () => resolve(JSON.parse(text)));
    });
    request.on('error', reject);
  });
}

/** A Fastify server that answers a fixed number of requests of its own process, and ends. */
async function main(folder: string): Promise<void> {
  const app = (requirePeer(folder, 'fastify') as () => Fastify)();
  const schema = { response: { 200: { type: 'array', items: ITEM } } };
  app.get('/items/:count', { schema }, itemsOf);
  await app.listen({ port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  let left = REQUESTS;
  const client = async (): Promise<void> => {
    while (left-- > 0) await ask(agent, port);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  agent.destroy();
  await app.close();
  // What some profilers start would keep the process alive.
  process.exit();
}

void main(process.argv[2]);
