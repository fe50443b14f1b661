import protobuf from 'protobufjs';

/** Requests of the trace processor's RPC protocol. */
export const METHOD = { appendTraceData: 1, finalizeTraceData: 2, query: 3, reset: 10 } as const;

/** One message to the trace processor. */
export interface RpcRequest {
  readonly request: number;
  readonly appendTraceData?: Uint8Array;
  readonly queryArgs?: { readonly sqlQuery: string };
}

interface CellsBatch {
  readonly cells: readonly number[];
  readonly varintCells: readonly { toNumber(): number }[];
  readonly float64Cells: readonly number[];
  readonly blobCells: readonly Uint8Array[];
  readonly stringCells: string;
}

interface QueryResult {
  readonly columnNames: readonly string[];
  readonly error: string;
  readonly batch: readonly CellsBatch[];
}

/** The answer to one request; a query may take several messages. */
export interface RpcReply {
  readonly fatalError?: string;
  readonly appendResult?: { readonly error: string };
  readonly finalizeResult?: { readonly error: string };
  readonly queryResults: readonly QueryResult[];
}

/** A row of a query's result, values by column name. */
export type SqlRow = Readonly<Record<string, number | string | null | Uint8Array>>;

const schema = protobuf.parse(`
  syntax = "proto2";
  message QueryArgs { optional string sql_query = 1; }
  message AppendResult { optional uint64 total_bytes_parsed = 1; optional string error = 2; }
  message FinalizeResult { optional string error = 1; }
  message CellsBatch {
    repeated int32 cells = 1 [packed = true];
    repeated int64 varint_cells = 2 [packed = true];
    repeated double float64_cells = 3 [packed = true];
    repeated bytes blob_cells = 4;
    optional string string_cells = 5;
    optional bool is_last_batch = 6;
  }
  message QueryResult {
    repeated string column_names = 1;
    optional string error = 2;
    repeated CellsBatch batch = 3;
  }
  message Rpc {
    optional int64 seq = 1;
    optional int32 request = 2;
    optional int32 response = 3;
    optional int32 invalid_request = 4;
    optional string fatal_error = 5;
    optional bytes append_trace_data = 101;
    optional QueryArgs query_args = 103;
    optional AppendResult append_result = 201;
    optional QueryResult query_result = 203;
    optional FinalizeResult finalize_result = 213;
  }
  message RpcStream { repeated Rpc msg = 1; }
`).root;

const stream = schema.lookupType('RpcStream');

/** One request as bytes of the RPC stream. */
export function encodeRequest(seq: number, request: RpcRequest): Uint8Array {
  return stream.encode(stream.create({ msg: [{ seq, ...request }] })).finish();
}

interface RpcMessage {
  readonly fatalError?: string;
  readonly appendResult?: { readonly error: string };
  readonly finalizeResult?: { readonly error: string };
  readonly queryResult?: QueryResult;
}

/** The replies in `bytes` as one. Throws when the trace processor reports a fatal error. */
export function decodeReplies(bytes: Uint8Array): RpcReply {
  const { msg } = stream.decode(bytes) as unknown as { readonly msg: readonly RpcMessage[] };
  if (msg.length === 0) throw new Error('The trace processor did not answer.');
  const fatal = msg.find(message => message.fatalError);
  if (fatal) throw new Error(fatal.fatalError);
  return {
    ...msg[0],
    queryResults: msg.flatMap(({ queryResult }) => (queryResult ? [queryResult] : []))
  };
}

/** The rows of a query's reply. Throws on an SQL error. */
export function rowsOf({ queryResults }: RpcReply): SqlRow[] {
  const error = queryResults.find(result => result.error)?.error;
  if (error) throw new Error(error);
  const columns = queryResults.flatMap(result => result.columnNames);
  const values = queryResults.flatMap(result => result.batch).flatMap(cellValues);
  return Array.from({ length: columns.length && values.length / columns.length }, (_, row) =>
    Object.fromEntries(columns.map((name, at) => [name, values[row * columns.length + at]]))
  );
}

function cellValues(batch: CellsBatch): SqlRow[string][] {
  const strings = batch.stringCells.split('\0');
  let [varint, float, text, blob] = [0, 0, 0, 0];
  return batch.cells.map(type => {
    if (type === 2) return batch.varintCells[varint++].toNumber();
    if (type === 3) return batch.float64Cells[float++];
    if (type === 4) return strings[text++];
    return type === 5 ? batch.blobCells[blob++] : null;
  });
}
