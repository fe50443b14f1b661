import { describe, expect, it } from 'vitest';
import type { FileStat, Uri } from 'vscode';
import { WorkspaceFiles } from '../../../vscode/src/host/workspaceFiles';

/** A file in VS Code, as far as addresses matter. */
function uri(path: string): Uri {
  const own = { path, with: (change: { readonly path: string }) => uri(change.path) };
  return own as unknown as Uri;
}

const FILES = ['/code/app/src/main.ts', '/code/app/runs/deep/main.ts', '/other/secret.ts'];

/** Looks for a name in a profile of `/code/app/runs/p.kscope`; the folder of the workspace is `/code/app`. */
async function find(name: string, profile = '/code/app/runs/p.kscope') {
  const asked: string[] = [];
  const files = new WorkspaceFiles({
    folders: () => [uri('/code/app')],
    stat: ({ path }) => {
      asked.push(path);
      const type = FILES.includes(path) ? 1 : path === '/code/app/link.ts' ? 65 : 2;
      return FILES.includes(path) || type === 65
        ? Promise.resolve({ type } as FileStat)
        : Promise.reject(new Error('absent'));
    }
  });
  const found = await files.find(name, uri(profile));
  return { path: found?.path ?? null, asked };
}

describe('the files that a profile names', () => {
  it.each([
    ['src/main.ts', '/code/app/src/main.ts'],
    ['./src/main.ts', '/code/app/src/main.ts'],
    ['deep/main.ts', '/code/app/runs/deep/main.ts'],
    ['/code/app/src/main.ts', '/code/app/src/main.ts'],
    ['file:///code/app/src/main.ts', '/code/app/src/main.ts'],
    ['file:///code/app/src/m%61in.ts', '/code/app/src/main.ts'],
    ['src\\main.ts', '/code/app/src/main.ts']
  ])('are found in the workspace: %s', async (name, path) => {
    expect((await find(name)).path).toBe(path);
  });

  it('are found by a profile that is elsewhere', async () => {
    expect((await find('src/main.ts', '/tmp/p.kscope')).path).toBe('/code/app/src/main.ts');
  });

  it.each([
    '/other/secret.ts',
    'file:///other/secret.ts',
    '../../other/secret.ts',
    'src/../../../other/secret.ts',
    '/code/app/../../other/secret.ts',
    '/code/app/%2e%2e/secret.ts',
    'file:///code/app/%2e%2e/%2e%2e/other/secret.ts',
    'file:///code/app/%E0%A4%A',
    '/code/application/main.ts',
    'file://host/code/app/src/main.ts',
    'node:fs',
    'https://example.org/main.ts',
    'wasm://wasm/0a1b',
    'src//main.ts',
    'src/ma\nin.ts',
    'link.ts',
    'absent.ts',
    ''
  ])('are not looked for outside of it, and lead nowhere else: %j', async name => {
    const { path, asked } = await find(name);
    expect(path).toBeNull();
    expect(asked.filter(each => !each.startsWith('/code/app/'))).toEqual([]);
    expect(asked.filter(each => each.split('/').includes('..'))).toEqual([]);
  });
});
