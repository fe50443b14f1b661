import { describe, expect, it } from 'vitest';
import { isLoopback, safeAddress } from '../../../../../extension/src/shared/elements/webAddress';

describe('safeAddress', () => {
  it('takes https anywhere, and http on this very machine', () => {
    const addresses = [
      'https://ui.perfetto.dev',
      ' https://perfetto.example:8443/ui/ ',
      'http://localhost:10000',
      'http://perfetto.localhost/',
      'http://127.0.0.1:9001/#!/viewer',
      'http://[::1]:9001'
    ];
    expect(addresses.map(address => safeAddress(address)?.origin)).toEqual([
      'https://ui.perfetto.dev',
      'https://perfetto.example:8443',
      'http://localhost:10000',
      'http://perfetto.localhost',
      'http://127.0.0.1:9001',
      'http://[::1]:9001'
    ]);
  });

  it('refuses what could run code, be read on the way, or is no address', () => {
    const addresses = [
      'javascript:alert(1)',
      'data:text/html,x',
      'blob:https://x/1',
      'file:///etc/passwd',
      'http://ui.perfetto.dev',
      'http://127.0.0.1.example.com',
      'http://notlocalhost',
      'https://user:secret@ui.perfetto.dev',
      'ui.perfetto.dev',
      'https://',
      ''
    ];
    expect(addresses.filter(address => safeAddress(address) !== null)).toEqual([]);
  });

  it('reads a number for the machine that it stands for', () => {
    expect(safeAddress('http://2130706433/')?.hostname).toBe('127.0.0.1');
    expect(isLoopback('128.0.0.1')).toBe(false);
  });
});
