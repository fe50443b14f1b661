import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { codeOf, firstLineOf } from '../../../../base/errors';
import type { SourceState } from '../rows/sourceState';
import { BucketError, type BucketFolder, bucketUrl } from './bucketUrl';
import type { S3Client, S3Command, S3Module, S3Object } from './s3Module';

/** An object in a folder of a bucket. */
export interface BucketObject extends SourceState {
  /** Its key in the folder, with slashes. */
  readonly name: string;
  /** The tag of its content; absent where the store gives none. */
  readonly tag: string | undefined;
}

/** A folder with more objects is refused, since a list is kept in memory. */
const MAX_OBJECTS = 2_000_000;

/** How long a connection may take to open, in milliseconds. */
const CONNECT_MS = 10_000;

/** How long a store may be silent, in milliseconds. */
const SILENCE_MS = 60_000;

/** The region where none is set; a bucket elsewhere names its own. */
const USUAL_REGION = 'us-east-1';

/** A folder of a bucket of an object store that speaks S3. */
export class Bucket {
  readonly #client: S3Client;

  /** Nothing is asked of the store yet. */
  constructor(
    private readonly folder: BucketFolder,
    private readonly s3: S3Module,
    silenceMs = SILENCE_MS
  ) {
    const { AWS_REGION, AWS_DEFAULT_REGION, AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL } = process.env;
    this.#client = new s3.S3Client({
      region: AWS_REGION || AWS_DEFAULT_REGION || USUAL_REGION,
      // Stores other than Amazon's seldom have a host name for each bucket.
      forcePathStyle: Boolean(AWS_ENDPOINT_URL_S3 || AWS_ENDPOINT_URL),
      followRegionRedirects: true,
      requestHandler: {
        connectionTimeout: Math.min(CONNECT_MS, silenceMs),
        requestTimeout: silenceMs,
        socketTimeout: silenceMs,
        throwOnRequestTimeout: true
      }
    });
  }

  /** The address of an object, or of the folder. */
  urlOf(name = ''): string {
    return bucketUrl(this.folder, name);
  }

  /** All objects in the folder and its folders, in the order of their keys. @throws BucketError */
  async list(): Promise<readonly BucketObject[]> {
    const prefix = this.#keyOf('');
    const found: BucketObject[] = [];
    let token: string | undefined;
    do {
      const page = await this.#ask(
        `Cannot list ${this.urlOf()}`,
        new this.s3.ListObjectsV2Command({
          Bucket: this.folder.bucket,
          Prefix: prefix,
          ...(token === undefined ? {} : { ContinuationToken: token })
        })
      );
      for (const each of page.Contents ?? []) found.push(objectOf(each, prefix));
      if (found.length > MAX_OBJECTS) {
        throw new BucketError(
          `${this.urlOf()} has more than ${MAX_OBJECTS} objects: name a folder in it`
        );
      }
      token = page.NextContinuationToken;
    } while (token !== undefined);
    return found;
  }

  /** Reads an object into a new file, if it is still the one that was listed. @throws BucketError */
  async fetch({ name, tag }: BucketObject, file: string): Promise<void> {
    const failure = `Cannot read ${this.urlOf(name)}`;
    const { Body } = await this.#ask(
      failure,
      new this.s3.GetObjectCommand({
        Bucket: this.folder.bucket,
        Key: this.#keyOf(name),
        ...(tag === undefined ? {} : { IfMatch: tag })
      })
    );
    if (!Body) throw new BucketError(`${failure}: the store sent no content`);
    try {
      await mkdir(path.dirname(file), { recursive: true });
      await pipeline(Body, createWriteStream(file, { flags: 'wx' }));
    } catch (error) {
      await rm(file, { force: true });
      throw new BucketError(`${failure}: ${reasonOf(error)}`);
    }
  }

  /** Writes a file to an object. @throws BucketError */
  async put(file: string, name: string): Promise<void> {
    const command = new this.s3.PutObjectCommand({
      Bucket: this.folder.bucket,
      Key: this.#keyOf(name),
      Body: await readFile(file)
    });
    await this.#ask(`Cannot write ${this.urlOf(name)}`, command);
  }

  /** Ends the connections. */
  close(): void {
    this.#client.destroy();
  }

  #keyOf(name: string): string {
    const { prefix } = this.folder;
    return prefix === '' ? name : `${prefix}/${name}`;
  }

  async #ask<Reply>(failure: string, command: S3Command<Reply>): Promise<Reply> {
    try {
      return await this.#client.send(command);
    } catch (error) {
      throw new BucketError(`${failure}: ${reasonOf(error)}`);
    }
  }
}

function objectOf({ Key, Size, LastModified, ETag }: S3Object, prefix: string): BucketObject {
  return {
    name: String(Key).slice(prefix.length),
    sizeBytes: Size ?? 0,
    changedAtMs: LastModified?.getTime() ?? 0,
    tag: ETag
  };
}

/** Variables whose values are never printed. */
const SECRETS = ['AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'AWS_ACCESS_KEY_ID'];

/** Reasons in words, by the name of an error. */
const REASONS: Readonly<Record<string, string>> = {
  CredentialsProviderError:
    'there are no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment',
  NoSuchBucket: 'there is no such bucket',
  NoSuchKey: 'it is no longer there',
  PreconditionFailed: 'it has changed since it was listed; run this again',
  AccessDenied: 'access is denied with these credentials'
};

/** Why a store did not do something, without any credentials. */
export function reasonOf(error: unknown): string {
  const known = error instanceof Error ? REASONS[error.name] : undefined;
  return known ?? withoutSecrets(firstLineOf(error) || codeOf(error) || 'the connection failed');
}

function withoutSecrets(text: string): string {
  return SECRETS.reduce((rest, name) => {
    const secret = process.env[name];
    return secret ? rest.replaceAll(secret, `(${name})`) : rest;
  }, text);
}
