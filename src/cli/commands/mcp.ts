import { realpathSync, statSync } from 'node:fs';
import type { Command } from 'commander';
import { fileReasonOf } from '../../base/errors';
import { packageFiles } from '../../native/packageFiles';
import { printable } from '../../tables/printable';
import { CallProcesses } from '../mcp/callProcesses';
import { MCP_LIMITS } from '../mcp/mcpLimits';
import { loadMcpSdk } from '../mcp/mcpSdk';
import { serveMcp } from '../mcp/serveMcp';
import { type CommandContext, UsageError } from '../shared/commandContext';

const HELP = `
The client starts it and talks to it over standard input and output; it ends when its input does. It needs the package
@modelcontextprotocol/sdk, opens no port, reads nothing outside the folder and writes nothing into it.`;

/** Defines `kernelscope mcp [FOLDER]`: the profiles in a folder for clients of the Model Context Protocol. */
export function defineMcp(command: Command, { err }: CommandContext): void {
  command
    .argument('[folder]', 'the folder with the profiles', '.')
    .addHelpText('after', HELP)
    .action(async (folder: string) => {
      const sdk = loadMcpSdk();
      const calls = new CallProcesses(packageFiles().mcpCall, MCP_LIMITS);
      const report = (line: string): void => err(`kernelscope: ${printable(line)}\n`);
      await serveMcp(realFolder(folder), { sdk, calls, report });
    });
}

function realFolder(folder: string): string {
  try {
    const real = realpathSync(folder);
    if (statSync(real).isDirectory()) return real;
  } catch (error) {
    throw new UsageError(`Cannot read ${folder}: ${fileReasonOf(error)}`, { cause: error });
  }
  throw new UsageError(`${folder} is not a folder`);
}
