import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Probe, profileOf } from '../probe';

let probe: Probe;

beforeAll(async () => {
  probe = await Probe.lend();
});

afterAll(() => probe.dispose());

describe('10. profiling inside a profiled cell', () => {
  test('a session of its own sees its own window', async () => {
    const { profiled } = await probe.run(
      'import { profile, range } from "kernelscope";\nrange("outside", () => 1);\n' +
        'const session = profile({ name: "inner", cpuIntervalUs: null });\n' +
        'range("inside", () => 2);\nsession.stop();\n' +
        'console.log(session.table().includes("inside"), session.table().includes("outside"));'
    );
    expect(probe.profiled.textOf(profiled.id)).toBe('true false\n');
    const text = String(profileOf(profiled)['text/plain']);
    expect(text).toContain('inside');
    expect(text).toContain('outside');
  });

  test('setState runs and stops without ending the cell’s own profile', async () => {
    const { profiled } = await probe.run(
      'import { profiler } from "kernelscope";\n' +
        'profiler.setConfig({ aggregateStats: true, continuousDump: false });\n' +
        'profiler.setState("run");\nrange("stated", () => 3);\nprofiler.setState("stop");\n' +
        'console.log(profiler.dumps().includes("stated"), profiler.state);'
    );
    expect(probe.profiled.textOf(profiled.id)).toBe('true stop\n');
    expect(String(profileOf(profiled)['text/plain'])).toContain('stated');
  });

  test('console.profile goes its own way', async () => {
    const { profiled } = await probe.run(
      'console.profile("mine");\nlet sum = 0;\nfor (let i = 0; i < 1e5; i++) sum += i;\n' +
        'console.profileEnd("mine");\nconsole.log(sum);'
    );
    expect(probe.profiled.textOf(profiled.id)).toBe('4999950000\n');
    profileOf(profiled);
  });

  test('an inspector session of the cell works', async () => {
    const { profiled } = await probe.run(
      'import { Session } from "inspector";\nconst inspector = new Session();\n' +
        'inspector.connect();\ninspector.post("Profiler.enable");\ninspector.post("Profiler.start");\n' +
        'inspector.post("Profiler.stop", (e, r) => console.log(e === null, r.profile.nodes.length > 0));\n' +
        'inspector.disconnect();'
    );
    expect(probe.profiled.textOf(profiled.id)).toBe('true true\n');
    profileOf(profiled);
  });
});

describe('import from "kernelscope"', () => {
  test('reaches one instance in cells, module cells and dynamic imports', async () => {
    await probe.run(
      '/** @module traced */\nimport { range } from "kernelscope";\nexport const again = range;'
    );
    const { profiled } = await probe.run(
      'import { again } from "./traced";\nimport * as kernelscope from "kernelscope";\n' +
        'const dynamic = await import("kernelscope");\n' +
        'console.log(again === kernelscope.range, dynamic.range === kernelscope.range);'
    );
    expect(probe.profiled.textOf(profiled.id)).toBe('true true\n');
  });

  test('gives the profile of the cell before as a typed value', async () => {
    await probe.run('range("measured", () => 1);');
    const kernel = probe.profiled;
    const { id } = await kernel.execute(
      'import { profile as last } from "kernelscope";\n' +
        'const row = last.last?.find("measured");\nconst count: number = row!.count;\nconsole.log(count);'
    );
    expect(kernel.textOf(id)).toBe('1\n');
    await probe.bare.execute('1');
  });

  test.each([
    ['profile', 'profile({ cpuIntervalUs: "often" });'],
    ['profiler', 'profiler.setState("walk");'],
    ['range', 'range(7, () => 1);'],
    ['a name that is not exported', 'import { nothing } from "kernelscope";']
  ])('a wrong use of %s is a type error', async (_what, code) => {
    const { reply } = await probe.bare.execute(code);
    expect(reply['ename']).toBe('TypeScriptError');
    await probe.profiled.execute('1');
  });
});
