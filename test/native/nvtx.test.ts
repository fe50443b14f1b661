import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** NVIDIA's headers, which the tests install from the Python package index. */
function nvtxHeaders(): string {
  const libraries = here('../../.venv/lib');
  const [python] = readdirSync(libraries).filter(name => name.startsWith('python3'));
  const nvidia = path.join(libraries, python, 'site-packages', 'nvidia');
  const found = readdirSync(nvidia)
    .map(name => path.join(nvidia, name, 'include'))
    .find(folder => existsSync(path.join(folder, 'nvtx3', 'nvToolsExt.h')));
  if (found) return found;
  throw new Error(`${nvidia} has no headers of NVTX: run npm test, which installs them`);
}

describe('NVTX ranges in a tool that is compiled against the headers of NVIDIA', () => {
  let folder: string;
  let tool: string;

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'kernelscope-nvtx-'));
    tool = path.join(folder, 'tool.so');
    const flags = ['-std=c++17', '-O1', '-fPIC', '-shared', '-Wall', '-Wextra', '-Werror'];
    const headers = ['-isystem', nvtxHeaders()];
    execFileSync('g++', [...flags, ...headers, here('nvtxTool.cc'), '-o', tool]);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function run(environment: NodeJS.ProcessEnv) {
    const log = path.join(folder, 'log');
    rmSync(log, { force: true });
    const { NVTX_INJECTION64_PATH: _, ...inherited } = process.env;
    const { status, stderr } = spawnSync(process.execPath, [here('nvtxProgram.cjs')], {
      env: { ...inherited, NVTX_TOOL_LOG: log, ...environment },
      encoding: 'utf8',
      timeout: 60_000
    });
    const lines = existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : [];
    return { status, stderr, lines: lines.map(line => line.trimEnd()) };
  }

  it('come in order and nested, with the numbers of gradients in their names', () => {
    const { status, stderr, lines } = run({ NVTX_INJECTION64_PATH: tool });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(lines.slice(0, 10)).toEqual([
      'version 3',
      'push forward',
      'push Square, seq = 0',
      'pop',
      'pop',
      'push fetch 漢字',
      'pop',
      'start fetch 漢字',
      'push meanwhile',
      'pop'
    ]);
    expect(lines[10]).toBe('end 1');
    const backward = lines.slice(11);
    expect(backward).toContain('push Square, seq = 1');
    expect(backward).toContain('push SquareBackward, stashed seq = 1');
    expect(lines.filter(line => line.startsWith('push'))).toHaveLength(
      lines.filter(line => line === 'pop').length
    );
    expect(lines.join('\n')).not.toMatch(/before|after/);
  });

  it.each([
    ['is named', {}, 'No tool takes them'],
    ['can be loaded', { NVTX_INJECTION64_PATH: '/nonexistent.so' }, 'cannot be loaded'],
    ['has the entry of NVTX 3', { NVTX_INJECTION64_PATH: 'libm.so.6' }, 'is not a tool for NVTX 3']
  ])('do nothing but warn once where no tool %s', (_, environment, reason) => {
    const { status, stderr } = run(environment);
    expect(status).toBe(0);
    expect(stderr.match(/KernelscopeWarning/g)).toHaveLength(1);
    expect(stderr).toContain(reason);
  });

  it('do nothing but warn where the tool refuses', () => {
    const { status, stderr, lines } = run({
      NVTX_INJECTION64_PATH: tool,
      NVTX_TOOL_REFUSES: '1'
    });
    expect({ status, lines }).toEqual({ status: 0, lines: [] });
    expect(stderr).toContain('refused to start');
  });
});
