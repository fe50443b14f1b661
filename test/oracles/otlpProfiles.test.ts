import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createProfile } from '../../src/compat/torch/profile';
import { RecordingHost } from '../../src/engine/recording/recordingHost';
import { encodeOtlp } from '../../src/formats/otlp';
import { busyInTypeScript } from '../support/busyTypeScript';
import { useFolder } from '../support/folders';
import { type OtlpRequest, readOtlpJson } from '../support/otlpRequest';
import { PyroscopeReceiver } from '../support/pyroscopeReceiver';
import { richProfile } from '../support/richProfile';
import { readByOpenTelemetry } from './otlpReader';

const host = new RecordingHost();
const folder = useFolder();
let receiver: PyroscopeReceiver;

beforeEach(async () => {
  receiver = await PyroscopeReceiver.start();
});

afterEach(() => receiver.stop());
afterAll(() => host.cpuAttachment.dispose());

const totalNs = ({ stacks }: OtlpRequest): number =>
  stacks.reduce((sum, { values: [value] }) => sum + value, 0);

describe("OpenTelemetry's own reader", () => {
  test('finds the stacks, lines, times and attributes that were pushed', async () => {
    const work = busyInTypeScript(folder, 'otlpWork');
    const beforeMs = Date.now();
    const profiling = createProfile(host).continuous({
      ...{ push: receiver.url, protocol: 'otlp', name: 'checkout', cpuHz: 500, every: '1m' },
      labels: { 'service.version': '2.4.1', zone: 'eu-1' }
    });
    work({ rounds: 200 });
    const stats = await profiling.stop();
    expect(stats).toMatchObject({ pushed: 1, dropped: 0, lastError: null });
    const [{ path, headers, body }] = receiver.pushes;
    expect(path).toBe('/v1development/profiles');
    expect(headers).toMatchObject({ 'content-type': 'application/x-protobuf' });
    expect(headers['content-encoding']).toBe('gzip');
    const request = readOtlpJson(readByOpenTelemetry(gunzipSync(body)));
    expect(request.resource).toMatchObject({
      ...{ 'service.name': 'checkout', 'service.version': '2.4.1', zone: 'eu-1' },
      ...{ 'process.pid': process.pid, 'process.runtime.name': 'nodejs' }
    });
    expect(request).toMatchObject({
      ...{ scope: 'kernelscope', sampleType: 'cpu/nanoseconds', periodType: 'cpu/nanoseconds' }
    });
    expect(request.profileId.length).toBe(16);
    expect(request.startedAtMs).toBeGreaterThan(beforeMs - 1000);
    expect(request.startedAtMs + request.durationMs).toBeLessThanOrEqual(Date.now() + 1);
    const busy = request.stacks.filter(({ places }) => places[0].startsWith('busyInTypeScript '));
    expect(busy.map(({ places }) => places[0])[0]).toMatch(/otlpWork\.ts:8$/);
    expect(busy[0].frameTypes[0]).toBe('v8js');
    expect(busy[0].attributes).toEqual({ 'thread.name': 'main thread' });
    expect(totalNs({ ...request, stacks: busy })).toBeGreaterThan(20e6);
    expect(totalNs(request)).toBeLessThanOrEqual(request.durationMs * 1e6);
    expect(request.period).toBeGreaterThan(1e6);
  });

  test('has every stack of a profile with its time', () => {
    const profile = richProfile(300);
    const resource = new Map([['service.name', 'rich']]);
    const profileId = new Uint8Array(16).fill(7);
    const bytes = encodeOtlp(profile, {
      ...{ resource, profileId },
      labelsOf: stack => [['row', String(stack)]]
    });
    const json = readByOpenTelemetry(bytes);
    const request = readOtlpJson(json);
    const { samples, stacks, frames, strings } = profile;
    const expected = new Map<number, number>();
    for (let row = 0; row < samples.length; row++) {
      const stack = samples.stack[row];
      if (stack < 0) continue;
      expected.set(stack, (expected.get(stack) ?? 0) + samples.weight[row]);
    }
    const found = request.stacks.map(({ attributes, values }) => [
      Number(attributes['row']),
      values[0]
    ]);
    expect(found.length).toBeGreaterThan(3);
    expect(new Map(found as [number, number][])).toEqual(
      new Map([...expected].map(([stack, ns]) => [stack, Math.round(ns)]))
    );
    for (const { attributes, places } of request.stacks) {
      const row = Number(attributes['row']);
      const frame = stacks.frame[row];
      const line = stacks.line[row] || frames.line[frame];
      expect(places[0]).toBe(
        `${strings[frames.name[frame]]} ${strings[frames.file[frame]]}:${line}`
      );
    }
    const { mappingTable, linkTable, stringTable, stackTable } = json.dictionary;
    expect([mappingTable, linkTable].map(table => table.length)).toEqual([1, 1]);
    expect(new Set(stringTable).size).toBe(stringTable.length);
    expect(stringTable[0]).toBe('');
    expect(stackTable[0].locationIndices).toEqual([]);
  });

  test('refuses a field that the schema does not have', () => {
    expect(() => readByOpenTelemetry(Uint8Array.of(0x78, 1))).toThrow(/has no fields \[15\]/);
  });
});
