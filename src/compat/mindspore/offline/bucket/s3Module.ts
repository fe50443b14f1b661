import type { Readable } from 'node:stream';
import { type PackagePlaces, loadOptionalPackage } from '../../../../native/optionalPackage';

/** An object in a page of a list. */
export interface S3Object {
  readonly Key?: string;
  readonly Size?: number;
  readonly LastModified?: Date;
  readonly ETag?: string;
}

/** A page of a list. */
export interface S3Page {
  readonly Contents?: readonly S3Object[];
  /** Where the next page begins; absent on the last one. */
  readonly NextContinuationToken?: string;
}

/** An object that is read. */
export interface S3Content {
  readonly Body?: Readable;
}

/** A request whose reply is a `Reply`. */
export interface S3Command<Reply> {
  readonly reply?: Reply;
}

/** A connection to a store. */
export interface S3Client {
  send<Reply>(command: S3Command<Reply>): Promise<Reply>;
  destroy(): void;
}

/** The settings of a client, of those that the package has. */
export interface S3Settings {
  readonly region: string;
  /** True for `host/bucket` in place of `bucket.host`. */
  readonly forcePathStyle: boolean;
  readonly followRegionRedirects: boolean;
  readonly requestHandler: {
    readonly connectionTimeout: number;
    readonly requestTimeout: number;
    readonly socketTimeout: number;
    readonly throwOnRequestTimeout: boolean;
  };
}

type Command<Input, Reply> = new (input: Input) => S3Command<Reply>;

/** The used exports of `@aws-sdk/client-s3`. */
export interface S3Module {
  readonly S3Client: new (settings: S3Settings) => S3Client;
  readonly ListObjectsV2Command: Command<
    { readonly Bucket: string; readonly Prefix: string; readonly ContinuationToken?: string },
    S3Page
  >;
  readonly GetObjectCommand: Command<
    { readonly Bucket: string; readonly Key: string; readonly IfMatch?: string },
    S3Content
  >;
  readonly PutObjectCommand: Command<
    { readonly Bucket: string; readonly Key: string; readonly Body: Uint8Array },
    unknown
  >;
}

/** The package, which is optional. */
const S3_PACKAGE = '@aws-sdk/client-s3';

/** Loads the client of object stores. @throws PackageUnavailableError */
export function loadS3(places?: PackagePlaces): S3Module {
  return loadOptionalPackage(S3_PACKAGE, places) as S3Module;
}
