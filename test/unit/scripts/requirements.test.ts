import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findPython, requireNode } from '../../../scripts/steps/requirements.mjs';

describe('requireNode', () => {
  it.each(['20.19.0', '20.20.2', '22.12.0', '24.0.0'])('accepts Node %s', version => {
    expect(() => requireNode(version)).not.toThrow();
  });

  it.each(['18.20.0', '20.18.3', '21.7.0', '22.11.0'])('says what to install on %s', version => {
    expect(() => requireNode(version)).toThrow(
      `Node ${version} is too old — install Node 20.19 or later, or 22.12 or later`
    );
  });
});

describe('findPython', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kernelscope-python-'));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  /** A program that answers like an interpreter of this version which lacks these modules. */
  function pythonThatSays(answer: string): string[] {
    const path = join(folder, `python-${answer.replace(/\W/g, '-')}`);
    writeFileSync(path, `#!/bin/sh\necho "${answer}"\n`);
    chmodSync(path, 0o755);
    return [path];
  }

  it('takes the first interpreter that is new enough', () => {
    const candidates = [['/nonexistent'], pythonThatSays('3.9.1 '), pythonThatSays('3.12.4 ')];
    expect(findPython(candidates)).toMatchObject({ command: candidates[2], version: '3.12.4' });
  });

  it('names the Debian package when venv is missing', () => {
    expect(() => findPython([pythonThatSays('3.11.2 ensurepip')])).toThrow(
      'Python 3.11.2 has no ensurepip — install it (on Debian or Ubuntu: apt-get install python3.11-venv)'
    );
  });

  it('says that the only Python is too old', () => {
    expect(() => findPython([pythonThatSays('3.8.10 ')])).toThrow('Python 3.8.10 is too old');
  });

  it('says that there is no Python', () => {
    expect(() => findPython([['/nonexistent']])).toThrow('Python was not found');
  });
});
