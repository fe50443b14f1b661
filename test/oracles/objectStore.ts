import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, vi } from 'vitest';

/** The server that `npm test` installed. */
const BUILT = fileURLToPath(new URL('../../.build/moto/bin/moto_server', import.meta.url));

/** The credentials in the environment of the tests, which must be printed nowhere. */
export const CREDENTIALS = { id: 'AKIDKERNELSCOPE', secret: 'hidden/secret+of+the+tests' };

/** A real server of an object store on the loopback interface. */
export class ObjectStore {
  readonly #client = new S3Client({ forcePathStyle: true });

  /** @param requests the lines of the server about what it was asked */
  constructor(private readonly requests: readonly string[]) {}

  async makeBucket(bucket: string): Promise<void> {
    await this.#client.send(new CreateBucketCommand({ Bucket: bucket }));
  }

  async put(bucket: string, key: string, content: Uint8Array | string): Promise<void> {
    await this.#client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: content }));
  }

  /** Puts all files of a folder below a prefix. */
  async putFolder(bucket: string, prefix: string, folder: string): Promise<void> {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    for (const entry of entries.filter(each => each.isFile())) {
      const file = path.join(entry.parentPath, entry.name);
      const name = path.relative(folder, file).replaceAll(path.sep, '/');
      await this.put(bucket, `${prefix}/${name}`, readFileSync(file));
    }
  }

  async read(bucket: string, key: string): Promise<Uint8Array> {
    const { Body } = await this.#client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    if (!Body) throw new Error(`no content: ${key}`);
    return Body.transformToByteArray();
  }

  async remove(bucket: string, key: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
  }

  /** The keys below a prefix, in their order. */
  async keys(bucket: string, prefix: string): Promise<readonly string[]> {
    const { Contents = [] } = await this.#client.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix })
    );
    return Contents.map(({ Key }) => String(Key));
  }

  /** The keys that `work` has read, of those that end so. */
  async readBy(work: () => Promise<unknown>, ending: string): Promise<readonly string[]> {
    const before = this.requests.length;
    await work();
    return this.requests
      .slice(before)
      .flatMap(line => /"GET \/([^?]*)\?x-id=GetObject HTTP/.exec(line)?.[1] ?? [])
      .filter(key => key.endsWith(ending));
  }
}

/** Gives the tests of a file a store, with its address and credentials in the environment. */
export function useObjectStore(): () => ObjectStore {
  let store: ObjectStore;
  let stop = (): void => undefined;
  beforeAll(async () => {
    const program = process.env['MOTO_PATH'] ?? BUILT;
    if (!existsSync(program)) {
      throw new Error('There is no moto_server: run `npm test`, or set MOTO_PATH to one.');
    }
    const requests: string[] = [];
    const server = spawn(program, ['-H', '127.0.0.1', '-p', '0']);
    stop = () => void server.kill();
    const url = await new Promise<string>((resolve, reject) => {
      const onText = (text: string): void => {
        requests.push(...text.split('\n'));
        const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? [];
        if (address !== undefined) resolve(address);
      };
      server.stdout.setEncoding('utf8').on('data', onText);
      server.stderr.setEncoding('utf8').on('data', onText);
      server.on('error', reject);
      server.on('exit', () => reject(new Error(requests.join('\n'))));
    });
    vi.stubEnv('AWS_ENDPOINT_URL', url);
    vi.stubEnv('AWS_REGION', 'eu-central-1');
    vi.stubEnv('AWS_ACCESS_KEY_ID', CREDENTIALS.id);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', CREDENTIALS.secret);
    store = new ObjectStore(requests);
  });
  afterAll(() => {
    stop();
    vi.unstubAllEnvs();
  });
  return () => store;
}
