import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { packageChecks, runDoctor } from '../../../src/doctor/doctor';
import { addonAdvice, nodeCheck } from '../../../src/doctor/machineChecks';
import { runCommand } from '../../support/runCommand';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kernelscope-doctor-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function install(name: string, text: string): void {
  mkdirSync(join(folder, 'node_modules', name), { recursive: true });
  writeFileSync(join(folder, 'node_modules', name, 'package.json'), text);
}

describe('packages', () => {
  const statusOf = (name: string) => packageChecks(folder).find(check => check.name === name);

  test('are found in the folder first, with their versions', () => {
    install('onnxruntime-node', '{ "version": "1.30.7" }');
    expect(statusOf('onnxruntime-node')).toEqual({
      name: 'onnxruntime-node',
      status: 'ok',
      found: '1.30.7',
      advice: ''
    });
  });

  test('of another version than the hooks were made for say so', () => {
    install('@tensorflow/tfjs', '{ "version": "3.1.0" }');
    expect(statusOf('@tensorflow/tfjs')?.advice).toContain('made for 4.22.x');
  });

  test('that are damaged do not stop the others', () => {
    install('onnxruntime-node', '{');
    expect(statusOf('onnxruntime-node')?.found).toContain('damaged in');
    expect(packageChecks(folder).length).toBeGreaterThan(4);
  });
});

describe('the machine', () => {
  test.each([
    ['20.19.0', 'ok'],
    ['20.18.9', 'failed'],
    ['21.9.0', 'failed'],
    ['22.11.0', 'failed'],
    ['22.12.0', 'ok'],
    ['24.0.0', 'ok']
  ])('with Node %s is %s', (version, status) => {
    expect(nodeCheck(version).status).toBe(status);
  });

  test('without native code says whether a compiler is missing', () => {
    expect(addonAdvice(`/nowhere:${folder}`)).toMatch(/^Install a C\+\+ compiler, such as g\+\+/);
    writeFileSync(join(folder, 'clang++'), '');
    expect(addonAdvice(`/nowhere:${folder}`)).toBe('Run npm install kernelscope again');
  });

  test('without a CPU sampler of ours for this Node says what is missing, and is no failure', () => {
    const { checks } = runDoctor({ folder, addonFolder: folder });
    const sampler = checks.find(({ name }) => name === 'CPU sampler');
    expect(sampler).toMatchObject({ status: 'absent' });
    expect(sampler?.advice).toContain('Linux x64');
  });

  test('fails where something is broken that should work, and tells what to do', () => {
    const { checks, isHealthy } = runDoctor({ folder, addonFolder: folder });
    const broken = checks.find(({ status }) => status === 'failed');
    expect(broken?.advice).not.toBe('');
    expect(isHealthy).toBe(false);
  });
});

describe('kernelscope doctor', () => {
  test('prints a line for each check, or JSON', async () => {
    const { out } = await runCommand('doctor');
    expect(out).toMatch(/^ok +Node +v\d+/m);
    expect(out).toMatch(/^ok +recorder +\d+ ns/m);
    const { code, out: json } = await runCommand('doctor', '--json');
    const report = JSON.parse(json) as { checks: { status: string }[]; isHealthy: boolean };
    expect(code).toBe(report.isHealthy ? 0 : 1);
    expect(report.isHealthy).toBe(report.checks.every(({ status }) => status !== 'failed'));
  });

  test('takes --save with --peaks only', async () => {
    const { code, err } = await runCommand('doctor', '--save', 'peaks.json');
    expect(code).toBe(2);
    expect(err).toContain('--peaks');
  });
});
