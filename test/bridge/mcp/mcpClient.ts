import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { expect, onTestFinished } from 'vitest';

/** The folder of the package that was built. */
export const PACKAGE = fileURLToPath(new URL('../../../src', import.meta.url));

/** The command line in it. */
export const COMMAND = path.join(PACKAGE, 'bin', 'kernelscope.cjs');

const OPEN = '<kernelscope-untrusted-text>';

/** The end of text from files. */
export const CLOSE = '</kernelscope-untrusted-text>';

/** A server with a client of the official SDK. */
export interface Served {
  readonly client: Client;
  /** Ends both. */
  readonly close: () => Promise<void>;
  /** The text of a call that must succeed, or must fail. */
  readonly text: (tool: string, args?: Record<string, unknown>) => Promise<string>;
  readonly failure: (tool: string, args?: unknown) => Promise<string>;
}

/** How a server is started. */
export interface ServerStart {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

/** How the server of `folder` is started; without arguments, in it. */
export function serverOf(folder: string, args: readonly string[] = [folder]): ServerStart {
  return {
    command: process.execPath,
    args: [COMMAND, 'mcp', ...args],
    cwd: args.length === 0 ? folder : PACKAGE
  };
}

/** Starts a server as clients do, until the end of the test. */
export async function connectBy(start: ServerStart): Promise<Served> {
  const served = await openServer(start);
  onTestFinished(() => served.close());
  return served;
}

/** Starts a server as clients do, until it is closed. */
export async function openServer({ command, args, cwd }: ServerStart): Promise<Served> {
  const transport = new StdioClientTransport({ command, args: [...args], cwd, stderr: 'pipe' });
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport);
  const call = async (tool: string, args: unknown): Promise<[string, boolean]> => {
    const params = { name: tool, arguments: args as Record<string, unknown> };
    const result = (await client.callTool(params)) as CallToolResult;
    const [content, ...others] = result.content;
    expect(others).toEqual([]);
    return [content.type === 'text' ? content.text : '', result.isError === true];
  };
  const having = async (isError: boolean, tool: string, args: unknown): Promise<string> => {
    const [text, failed] = await call(tool, args);
    expect([failed, text]).toEqual([isError, text]);
    return text;
  };
  return {
    client,
    close: () => client.close(),
    text: (tool, args = {}) => having(false, tool, args),
    failure: (tool, args = {}) => having(true, tool, args)
  };
}

/** The text between the tags, which must be there exactly once. */
export function within(text: string): string {
  expect(text.split(OPEN)).toHaveLength(2);
  expect(text.split(CLOSE)).toHaveLength(2);
  return text.slice(text.indexOf(OPEN) + OPEN.length, text.indexOf(CLOSE));
}
