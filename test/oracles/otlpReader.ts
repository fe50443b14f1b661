import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { OtlpJson } from '../support/otlpRequest';

const PYTHON = fileURLToPath(new URL('../../.venv/bin/python', import.meta.url));
const PROGRAM = fileURLToPath(new URL('readOtlp.py', import.meta.url));

/**
 * A request as the classes read it that OpenTelemetry's package for Python generated from the schema.
 *
 * @throws Error for bytes that are no request, and for fields that the schema does not have
 */
export function readByOpenTelemetry(request: Uint8Array): OtlpJson {
  const json = execFileSync(PYTHON, [PROGRAM], { input: request, encoding: 'utf8', stdio: 'pipe' });
  return JSON.parse(json) as OtlpJson;
}
