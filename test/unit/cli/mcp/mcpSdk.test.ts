import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadMcpSdk } from '../../../../src/cli/mcp/mcpSdk';
import { PackageUnavailableError } from '../../../../src/native/optionalPackage';
import { useFolder } from '../../../support/folders';

const folder = useFolder();
const nowhere = path.join(folder, 'nowhere.js');
const PACKAGE = '@modelcontextprotocol/sdk';

describe('the SDK of the Model Context Protocol', () => {
  it('is loaded with all that is used of it', () => {
    expect(Object.keys(loadMcpSdk())).toEqual(
      expect.arrayContaining([
        ...['Server', 'StdioServerTransport', 'ListToolsRequestSchema', 'CallToolRequestSchema'],
        'AjvJsonSchemaValidator'
      ])
    );
  });

  it('is named with what to install where it is missing', () => {
    expect(() => loadMcpSdk({ folder, beside: nowhere })).toThrow(
      new PackageUnavailableError(
        `The package ${PACKAGE} is not installed. Run npm install ${PACKAGE} in ${folder}.`
      )
    );
  });

  it('is named with what to install where it is too old', () => {
    const old = path.join(folder, 'old');
    const place = path.join(old, 'node_modules', PACKAGE);
    mkdirSync(place, { recursive: true });
    writeFileSync(path.join(place, 'package.json'), '{"exports":{".":"./index.js"}}');
    writeFileSync(path.join(place, 'index.js'), '');
    expect(() => loadMcpSdk({ folder: old, beside: nowhere })).toThrow(
      /^The package @modelcontextprotocol\/sdk cannot be loaded: .*\. Run npm install @modelcontextprotocol\/sdk in /
    );
  });
});
