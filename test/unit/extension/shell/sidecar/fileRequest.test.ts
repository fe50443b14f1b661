import { describe, expect, it } from 'vitest';
import { createFileRequest } from '../../../../../extension/src/shell/sidecar/fileRequest';

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

async function send(url: string, token: string): Promise<Sent> {
  const sent: Sent[] = [];
  const request = createFileRequest({
    baseUrl: 'https://hub.example/user/x/',
    token,
    init: { cache: 'no-store', credentials: 'same-origin' },
    fetch: async (url, init) => {
      sent.push({ url, init });
      return new Response();
    }
  });
  await request(url, new AbortController().signal);
  return sent[0];
}

const tokenOf = ({ init }: Sent): string | null => new Headers(init.headers).get('Authorization');

describe('createFileRequest', () => {
  it('asks the server with its token and with the cookies of the page', async () => {
    const sent = await send('https://hub.example/user/x/files/a.kscope?_xsrf=1', 'secret');
    expect(sent.url).toBe('https://hub.example/user/x/files/a.kscope?_xsrf=1');
    expect(tokenOf(sent)).toBe('token secret');
    expect(sent.init).toMatchObject({ cache: 'no-store', credentials: 'same-origin' });
  });

  it('tells nobody else the token', async () => {
    expect(tokenOf(await send('https://hub.example/user/xy/files/a', 'secret'))).toBeNull();
    expect(tokenOf(await send('blob:https://hub.example/1', 'secret'))).toBeNull();
  });

  it('sends no empty token where cookies say who it is', async () => {
    expect(tokenOf(await send('https://hub.example/user/x/files/a', ''))).toBeNull();
  });
});
