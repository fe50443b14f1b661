import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { encodeKscope } from 'kernelscope/formats';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawProfile } from '../../support/drawProfile';
import { COMMAND, connectBy, PACKAGE, serverOf, within } from './mcpClient';
import { useFolder } from '../../support/folders';

/** How a client starts a server, in files of settings. */
interface Start {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
}

type Configuration = Readonly<Record<string, { readonly kernelscope: Start }>>;

const GUIDE = readFileSync(path.join(PACKAGE, '..', 'docs', 'user-guide', 'mcp.md'), 'utf8');

const CONFIGURATIONS = Array.from(
  GUIDE.matchAll(/```json\n([^]*?)```/g),
  ([, json], at): readonly [number, Configuration] => [at + 1, JSON.parse(json) as Configuration]
);

let project: string;

/** The same start in the project of the test. */
const inProject = (start: Start): Start =>
  JSON.parse(
    JSON.stringify(start)
      .replaceAll('${workspaceFolder}', project)
      .replaceAll('/Users/me/project', project)
  ) as Start;

const root = useFolder();
let folder: string;

beforeAll(() => {
  folder = path.join(root, 'profiles');
  mkdirSync(path.join(folder, 'runs'), { recursive: true });
  const saved = encodeKscope(drawProfile('main |[work ]'));
  writeFileSync(path.join(folder, 'before.kscope'), saved);
  writeFileSync(path.join(folder, 'runs', 'after.kscope'), saved);
  project = root;
  mkdirSync(path.join(project, 'node_modules', '.bin'), { recursive: true });
  symlinkSync(PACKAGE, path.join(project, 'node_modules', 'kernelscope'));
  const link = path.join(project, 'node_modules', '.bin', 'kernelscope');
  symlinkSync('../kernelscope/bin/kernelscope.cjs', link);
});

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the command with this input, which then ends. */
function run(
  input: string,
  { args = [folder], command = COMMAND, cwd = root } = {}
): Promise<Ended> {
  return new Promise(resolve => {
    const child = spawn(process.execPath, [command, 'mcp', ...args], { cwd });
    let [out, err] = ['', ''];
    child.stdout.on('data', (bytes: Buffer) => (out += bytes.toString()));
    child.stderr.on('data', (bytes: Buffer) => (err += bytes.toString()));
    child.stdin.on('error', () => undefined);
    child.on('close', code => resolve({ code, out, err }));
    child.stdin.end(input);
  });
}

const INITIALIZE = {
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' }
  }
};

const messages = (...all: readonly unknown[]): string =>
  all.map(each => `${typeof each === 'string' ? each : JSON.stringify(each)}\n`).join('');

describe('the command mcp', () => {
  it('ends when its input does', async () => {
    expect(await run('')).toEqual({ code: 0, out: '', err: '' });
  });

  it('ends when its input does, also while it answers', async () => {
    const sql = 'SELECT count(*) FROM range(1e9), range(1e9)';
    const params = { name: 'query', arguments: { file: 'before.kscope', sql } };
    const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params };
    const { code, err } = await run(messages(INITIALIZE, call));
    expect([code, err]).toEqual([0, '']);
  });

  it('writes nothing but messages of the protocol to its output, whatever it is sent', async () => {
    const { code, out, err } = await run(
      messages(
        'no JSON',
        '{"jsonrpc":"1.0"}',
        '[]',
        INITIALIZE,
        '{"jsonrpc":"2.0","id":9,"method":"x"}'
      )
    );
    expect(code).toBe(0);
    const replies = out
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line) as { jsonrpc: string; id: number });
    for (const { jsonrpc } of replies) expect(jsonrpc).toBe('2.0');
    expect(replies.map(({ id }) => id)).toContain(1);
    expect(err).toMatch(/^(kernelscope: a message was not understood: .*\n){3}$/);
  });

  it('is in three forms in the guide', () => {
    expect(CONFIGURATIONS).toHaveLength(3);
  });

  it.each(CONFIGURATIONS)(
    'is started as number %i of the guide tells clients',
    async (_, config) => {
      const [{ kernelscope }] = Object.values(config);
      const { command, args, cwd } = inProject(kernelscope);
      const { text } = await connectBy({ command, args, cwd: cwd ?? project });
      expect(within(await text('list'))).toContain(' before.kscope\n');
    }
  );

  it('serves the working directory unless it is told otherwise', async () => {
    const { text } = await connectBy(serverOf(path.join(folder, 'runs'), []));
    expect(within(await text('list'))).toContain(' after.kscope\n');
  });

  it('says which folder cannot be served', async () => {
    const none = await run('', { args: ['none'] });
    expect([none.code, none.out]).toEqual([2, '']);
    expect(none.err).toBe('kernelscope: Cannot read none: it does not exist\n');
    const file = await run('', { args: [path.join(folder, 'before.kscope')] });
    expect(file.err).toMatch(/^kernelscope: .*before\.kscope is not a folder\n$/);
  });

  it('says what to install where there is no SDK', async () => {
    const copy = path.join(root, 'package');
    for (const part of ['bin', 'lib/bundle']) {
      cpSync(path.join(PACKAGE, part), path.join(copy, part), { recursive: true });
    }
    const needed = readdirSync(path.join(PACKAGE, '..', 'node_modules'));
    mkdirSync(path.join(copy, 'node_modules'));
    for (const name of needed.filter(each => !each.startsWith('@') && !each.startsWith('.'))) {
      symlinkSync(
        path.join(PACKAGE, '..', 'node_modules', name),
        path.join(copy, 'node_modules', name)
      );
    }
    const command = path.join(copy, 'bin', 'kernelscope.cjs');
    const { code, out, err } = await run('', { command });
    expect([code, out]).toEqual([1, '']);
    expect(err).toBe(
      'kernelscope: The package @modelcontextprotocol/sdk is not installed. ' +
        `Run npm install @modelcontextprotocol/sdk in ${root}.\n`
    );
  });
});
