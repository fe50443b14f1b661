import { profileFindings } from 'kernelscope/analysis';
import { FrameKind, type Profile } from 'kernelscope/model';
import { expect, test } from 'vitest';
import { gpuReport } from '../../../../src/analysis/gpu/buildGpuReport';
import { readChromeTrace } from '../../../../src/formats/chrome/read';

const OPTIONS = { id: 'trace', name: 'trace', writtenAtMs: 0 };
const SCRIPTS = { kindOf: () => FrameKind.user };

const span = {
  ...{ ph: 'X', cat: 'Trace', name: 'PyTorch Profiler (0)', pid: 'Spans', tid: 'PyTorch Profiler' },
  ...{ ts: 0, dur: 10_000, args: { 'Op count': 0 } }
};

const work = [
  { ph: 'X', cat: 'cpu_op', name: 'aten::mm', pid: 1, tid: 1, ts: 100, dur: 300 },
  {
    ...{ ph: 'X', cat: 'cuda_runtime', name: 'cudaLaunchKernel', pid: 1, tid: 1, ts: 150, dur: 20 },
    args: { correlation: 7 }
  },
  {
    ...{ ph: 'X', cat: 'kernel', name: 'gemm', pid: 0, tid: 7, ts: 200, dur: 1000 },
    args: { device: 0, stream: 7, correlation: 7 }
  },
  { ph: 'X', cat: 'cpu_op', name: 'aten::relu', pid: 1, tid: 1, ts: 9000, dur: 100 }
];

function read(...events: readonly object[]): Profile {
  const traceEvents = [
    ...events,
    { ph: 'i', ts: 0, name: 'first' },
    { ph: 'i', ts: 1e4, name: 'last' }
  ];
  const document = { deviceProperties: [{ id: 0, name: 'GPU' }], traceEvents };
  return readChromeTrace(new TextEncoder().encode(JSON.stringify(document)), OPTIONS, SCRIPTS);
}

test('the span that PyTorch writes around a trace is kept, and is not work of the host', () => {
  const [without, withSpan] = [read(...work), read(span, ...work)];
  expect(withSpan.slices.length).toBe(without.slices.length + 1);
  const [device] = gpuReport(withSpan)?.devices ?? [];
  expect(device.idleNs).toEqual(gpuReport(without)?.devices[0].idleNs);
  expect(device.idleNs.nothingLaunched).toBe(8_800_000);
  expect(device.gaps.map(({ host }) => host)).not.toContain('PyTorch Profiler (0)');
  expect(JSON.stringify(profileFindings(withSpan))).not.toContain('PyTorch Profiler');
});
