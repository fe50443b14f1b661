import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConnectionError, readConnection } from '../../../../kernel-bridge/src/protocol/connection';
import { useFolder } from '../../../support/folders';

const folder = useFolder();

function written(fields: Readonly<Record<string, unknown>>): string {
  const file = path.join(folder, 'connection.json');
  const ports = { shell_port: 1, iopub_port: 2, stdin_port: 3, control_port: 4, hb_port: 5 };
  writeFileSync(
    file,
    JSON.stringify({ transport: 'tcp', ip: '::1', key: 'k', ...ports, ...fields })
  );
  return file;
}

describe('a connection file', () => {
  test.each([
    { signature_scheme: 'hmac-sha256' },
    {},
    { signature_scheme: 'hmac-sha512', key: '' }
  ])('is taken with %j', fields => {
    expect(readConnection(written(fields)).heartbeatPort).toBe(5);
  });

  test.each(['hmac-sha512', 'hmac-md5', '', null, 256])('is refused with the scheme %j', scheme => {
    const read = (): unknown => readConnection(written({ signature_scheme: scheme }));
    expect(read).toThrow(ConnectionError);
    expect(read).toThrow(`"signature_scheme" must be "hmac-sha256", got ${JSON.stringify(scheme)}`);
  });
});
