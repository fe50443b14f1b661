import { type PackagePlaces, loadOptionalPackage } from '../../native/optionalPackage';

/** A JSON Schema of the arguments of a tool. */
export interface ArgumentSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
}

/** Arguments of a call, or why they are not those of the schema. */
export type CheckedArguments<T> =
  | { readonly valid: true; readonly data: T }
  | { readonly valid: false; readonly errorMessage: string };

/** The outcome of a call, as the protocol has it. */
export interface ToolResult {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[];
  readonly isError: boolean;
}

/** A request to call a tool. */
export interface CallRequest {
  readonly params: { readonly name: string; readonly arguments?: unknown };
}

export interface RequestExtra {
  /** Aborted when the client cancels the request, or is gone. */
  readonly signal: AbortSignal;
}

/** Messages over a pair of streams. */
export type McpTransport = object;

/** A server of the protocol. */
export interface McpServer {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  setRequestHandler(
    schema: unknown,
    handler: (request: CallRequest, extra: RequestExtra) => unknown
  ): void;
  connect(transport: McpTransport): Promise<void>;
  close(): Promise<void>;
}

/** Facts that a server tells its clients about itself. */
export interface McpServerFacts {
  readonly name: string;
  readonly title: string;
  readonly version: string;
}

/** The used exports of `@modelcontextprotocol/sdk`. */
export interface McpSdk {
  readonly Server: new (
    facts: McpServerFacts,
    options: { readonly capabilities: { readonly tools: object }; readonly instructions: string }
  ) => McpServer;
  readonly StdioServerTransport: new () => McpTransport;
  readonly ListToolsRequestSchema: unknown;
  readonly CallToolRequestSchema: unknown;
  readonly AjvJsonSchemaValidator: new () => {
    getValidator<T>(schema: ArgumentSchema): (given: unknown) => CheckedArguments<T>;
  };
}

/** The package, which is optional. */
const MCP_PACKAGE = '@modelcontextprotocol/sdk';

/** Loads the SDK of the Model Context Protocol, version 1.22 or later. @throws PackageUnavailableError */
export function loadMcpSdk(places: PackagePlaces = {}): McpSdk {
  const parts = ['server/index.js', 'server/stdio.js', 'types.js', 'validation/ajv'];
  return Object.assign(
    {},
    ...parts.map(part => loadOptionalPackage(MCP_PACKAGE, { ...places, part }))
  ) as McpSdk;
}
