import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { validateBundle } from '../../src/model/validate/validateBundle';
import { sampleOf } from '../support/tiers';
import { type Execution, KernelClient } from './kernelClient';
import { isProfile, ownOutputs, PROFILE_MIME, profileOf } from './probe';

let kernel: KernelClient;

/** Light enough that a recording says nothing but what a test asks for. */
const LIGHT = '--no-cpu --no-memory';

beforeAll(async () => {
  kernel = await KernelClient.lend();
  await kernel.execute('import { profile, range } from "kernelscope"; let runs = 0;');
});

afterAll(() => kernel.dispose());

async function valueOf(expression: string): Promise<string> {
  return kernel.textOf((await kernel.execute(expression)).id);
}

function tableOf(execution: Execution): string {
  return String(profileOf(execution)['text/plain']);
}

/** What was displayed below the profile. */
function shownBelow({ outputs }: Execution): string[] {
  return ownOutputs(outputs).flatMap(one =>
    'transient' in one ? [String(one.data['text/plain'])] : []
  );
}

describe('--repeat and --warmup', () => {
  test('run the cell so often, and record the repetitions alone', async () => {
    await kernel.execute('runs = 0;');
    const execution = await kernel.execute(
      `%%profile --warmup 2 --repeat 5 ${LIGHT}\nrange(\`run \${++runs}\`, () => 1);\nrange("each", () => 1);`
    );
    expect(await valueOf('runs')).toBe('7\n');
    const table = tableOf(execution);
    expect(table).toMatch(/each +5 /);
    expect(table).toMatch(/repetition +5 /);
    expect(table.match(/run \d/g)!.sort()).toEqual(['run 3', 'run 4', 'run 5', 'run 6', 'run 7']);
  });

  test('put the mean of each row and its interval behind the table, and into the bundle', async () => {
    const execution = await kernel.execute(
      `%%profile --repeat 4 ${LIGHT}\nrange("twice", () => 1); range("twice", () => 2);`
    );
    expect(String(profileOf(execution)['text/html'])).toMatch(
      /<img [^>]*alt="4 repetitions between /
    );
    const lines = tableOf(execution).split('\n');
    const row = lines.findIndex(line => line.startsWith('twice'));
    const heads = lines.slice(0, row).filter(line => line.startsWith('Name'));
    expect(heads.at(-1)).toMatch(/Avg Time \(ms\) +Mean\/Run \(ms\) +± 95 % \(ms\)$/);
    const cells = lines[row].trim().split(/ +/);
    expect(cells).toHaveLength(8);
    expect(Number(cells[6])).toBeCloseTo(Number(cells[2]) / 4, 3);
    const { sections } = profileOf(execution)[PROFILE_MIME] as {
      sections: { category: string; rows: unknown[][] }[];
    };
    const ranges = sections.find(({ category }) => category === 'range');
    expect(ranges?.rows[0]).toHaveLength(12);
  });

  test('number the repetitions, and note how long their thread ran and had no processor', async () => {
    await kernel.execute(`%%profile numbered --repeat 3 -q ${LIGHT}\nvoid 0;`);
    const notes = await valueOf(`(() => {
      const { args, strings } = profile.get("numbered")!.data;
      const valuesOf = (key: string) => [...args.key.keys()]
        .filter(arg => strings[args.key[arg]] === key)
        .map(arg => args.value[arg]);
      const times = [...valuesOf("ranNs"), ...valuesOf("queuedNs")];
      return JSON.stringify([valuesOf("number"), times.length, times.every(ns => ns >= 0)]);
    })()`);
    expect(notes).toContain('[[1,2,3],6,true]');
  });

  test('have no figures of a single run', async () => {
    for (const options of ['', '--repeat 1', '--warmup 1']) {
      const execution = await kernel.execute(
        `%%profile ${options} ${LIGHT}\nrange("one", () => 1);`
      );
      expect(tableOf(execution)).not.toMatch(/Mean\/Run|repetition/);
    }
  });

  test('write the figures as JSON too', async () => {
    const execution = await kernel.execute(
      `%%profile --repeat 2 -f json ${LIGHT}\nrange("j", () => 1);`
    );
    const { Time: time } = JSON.parse(tableOf(execution)) as {
      Time: Record<string, Record<string, object>>;
    };
    expect(Object.keys(time['range']['j'])).toEqual([
      ...['Count', 'Total', 'Min', 'Max', 'Avg'],
      ...['MeanPerRun', 'HalfWidth95']
    ]);
  });

  test('show the outputs of the last repetition alone', async () => {
    await kernel.execute('runs = 0;');
    const execution = await kernel.execute(
      `%%profile --warmup 1 --repeat 3 ${LIGHT}\nimport * as tslab from "tslab";\nruns++;\n` +
        'console.log("out", runs); console.error("err", runs); tslab.display.html(`<b>${runs}</b>`);\n' +
        'const late = runs;\nsetTimeout(() => console.log("late", late), 5);\nrange("r", () => 1);\nruns'
    );
    const isLate = (): boolean => kernel.textOf(execution.id).includes('late 4');
    await kernel.waitUntil(isLate, 'the output of the timer');
    const own = ownOutputs(kernel.outputsOf(execution.id));
    const texts = own.map(one =>
      'data' in one ? (one.data['text/html'] ?? one.data['text/plain']) : 'text' in one && one.text
    );
    // the timer may end before the profile is shown, or after
    expect(texts.join('')).toBe('out 4\nerr 4\n<b>4</b>4late 4\n');
  });

  test('leave the declarations of the last run', async () => {
    await kernel.execute('runs = 0;');
    const { reply } = await kernel.execute(
      `%%profile --repeat 3 -q ${LIGHT}\nconst first = ++runs;\nlet second = first * 2;\n` +
        'class Kept { at = second; }\ninterface Typed { x: number }\nfunction made(): Typed { return { x: first }; }'
    );
    expect(reply['status']).toBe('ok');
    expect(await valueOf('[first, second, new Kept().at, made().x].join()')).toBe('3,6,6,3\n');
  });

  test('repeat cells that wait', async () => {
    await kernel.execute('runs = 0;');
    const execution = await kernel.execute(
      `%%profile --repeat 3 ${LIGHT}\nawait new Promise(resolve => setTimeout(resolve, 5));\n` +
        'for await (const step of [1]) runs += step;\nawait range("async", async () => 1);'
    );
    expect(await valueOf('runs')).toBe('3\n');
    expect(tableOf(execution)).toMatch(/async +3 /);
  });

  test('end with the repetition that throws, and show its outputs and the profile', async () => {
    await kernel.execute('runs = 0;');
    const execution = await kernel.execute(
      `%%profile --repeat 5 ${LIGHT}\nconsole.log("run", ++runs);\nif (runs === 3) {\n  throw new Error("third");\n}`
    );
    expect(execution.reply).toMatchObject({ status: 'error', ename: 'Error', evalue: 'third' });
    expect(String(execution.reply['traceback'])).toMatch(/Cell \[\d+\]:4:9/);
    expect(kernel.textOf(execution.id)).toBe('run 3\n');
    expect(tableOf(execution)).toMatch(/repetition +3 /);
    expect(await valueOf('runs')).toBe('3\n');
  });

  test('end with a warm-up run that throws, without a profile', async () => {
    await kernel.execute('runs = 0;');
    const execution = await kernel.execute(
      `%%profile --warmup 3 ${LIGHT}\nconsole.log("warm", ++runs);\nif (runs === 2) throw new Error("cold");`
    );
    expect(execution.outputs.map(({ type }) => type)).toEqual(['stream', 'error']);
    expect(kernel.textOf(execution.id)).toBe('warm 2\n');
  });

  const ENDLESS = [
    ['a busy loop', 'while (true);'],
    ['a busy loop after an await', 'await 1; while (true);'],
    ['a pending await', 'await new Promise(() => undefined);']
  ];

  test.each(sampleOf(ENDLESS, 2))('are interrupted in the midst of %s', async (where, wait) => {
    await kernel.execute('runs = 0;');
    const begun = path.join(kernel.process.folder, where.replaceAll(' ', '-'));
    const id = kernel.submit(
      `%%profile --repeat 9 ${LIGHT}\nconsole.log("run", ++runs);\n` +
        `if (runs === 3) { require('node:fs').writeFileSync(${JSON.stringify(begun)}, ''); ${wait} }`
    );
    const later = kernel.submit('runs = -1;');
    await expect.poll(() => existsSync(begun)).toBe(true);
    await kernel.control('interrupt_request');
    const execution = await kernel.finish(id);
    expect(execution.reply).toMatchObject({ status: 'error', ename: 'KeyboardInterrupt' });
    expect(kernel.textOf(id)).toBe('run 3\n');
    profileOf(execution);
    expect((await kernel.finish(later)).reply['status']).toBe('aborted');
    expect(await valueOf('runs')).toBe('3\n');
  });

  test('end with process.exit, and the kernel lives', async () => {
    const execution = await kernel.execute(`%%profile --repeat 3 ${LIGHT}\nprocess.exit(1);`);
    expect(execution.reply['ename']).toBe('ProcessExit');
    profileOf(execution);
    expect(await valueOf('1')).toBe('1\n');
  });

  test('run nothing when there is a type error', async () => {
    await kernel.execute('runs = 0;');
    const { reply, outputs } = await kernel.execute(
      `%%profile --repeat 3\nruns++;\nconst n: number = "x";`
    );
    expect(reply['evalue']).toMatch(/^Cell \[\d+\]:3:7 /);
    expect(outputs.filter(isProfile)).toEqual([]);
    expect(await valueOf('runs')).toBe('0\n');
  });
});

describe('--compare', () => {
  const work = (count: number): string =>
    `for (let i = 0; i < ${count}; i++) range("work", () => i);`;

  test('shows the profile with what changed from another one', async () => {
    await kernel.execute(`%%profile base -q ${LIGHT}\n${work(10)}\nrange("old", () => 1);`);
    const execution = await kernel.execute(
      `%%profile --compare base ${LIGHT}\n${work(20)}\nrange("added", () => 1);`
    );
    expect(shownBelow(execution)).toEqual([]);
    const text = tableOf(execution);
    expect(text).toMatch(/^Profile Comparison:\n\tFrom base to /);
    expect(text).toContain('A single run cannot tell a change from chance');
    expect(text).toMatch(/Category +Before +After +Δ +Δ %\n/);
    expect(text).toMatch(/work +range +\d+\.\d{3} +\d+\.\d{3} +[+-]?\d+\.\d{3} +[+-]?\d+\.\d\n/);
    expect(text).toMatch(/added +range .* new\n/);
    expect(text).toMatch(/old +range .* gone\n/);
    expect(String(profileOf(execution)['text/html'])).toContain('Change of the time of a run');
    const { comparison } = validateBundle(profileOf(execution)[PROFILE_MIME]);
    expect(comparison?.before.name).toBe('base');
    const ranges = comparison?.rows.filter(({ category }) => category === 'range');
    expect(ranges?.map(({ name }) => name).sort()).toEqual(['added', 'old', 'work']);
    const changed = comparison?.source?.lines.filter(line => line.before === null);
    expect(changed?.map(line => [line.after, line.text])).toEqual([
      [2, work(20)],
      [3, 'range("added", () => 1);']
    ]);
  });

  test('takes the last profile before the cell, or a file', async () => {
    await kernel.execute(`%%profile earlier -q -o earlier.kscope ${LIGHT}\n${work(1)}`);
    for (const name of ['last', 'earlier.kscope']) {
      const execution = await kernel.execute(
        `%%profile later --compare ${name} ${LIGHT}\n${work(2)}`
      );
      expect(tableOf(execution)).toMatch(/From (earlier|later) to later/);
    }
  });

  test('has intervals of what changed when both were repeated', async () => {
    await kernel.execute(`%%profile both -q --repeat 3 ${LIGHT}\n${work(5)}`);
    const execution = await kernel.execute(
      `%%profile --repeat 4 --compare both ${LIGHT}\n${work(5)}`
    );
    const text = tableOf(execution);
    expect(text).toMatch(/95 % CI.* per run, 3 runs before and 4 after\./);
    expect(text).toMatch(/Δ % +± 95 %\n/);
    const { comparison } = validateBundle(profileOf(execution)[PROFILE_MIME]);
    expect(comparison?.before.repetitionsNs).toHaveLength(3);
    expect(comparison?.after.repetitionsNs).toHaveLength(4);
    expect(comparison?.rows[0].low).toBeTypeOf('number');
  });

  test('of what is not there stops the cell before it runs', async () => {
    writeFileSync(path.join(kernel.process.folder, 'broken.kscope'), 'not a profile');
    await kernel.execute('runs = 0;');
    for (const [name, ename] of [
      ['nobody', 'MagicRequestError'],
      ['absent.kscope', 'ProfileFileError'],
      ['broken.kscope', 'ProfileFileError']
    ]) {
      const { reply, outputs } = await kernel.execute(`%%profile --compare ${name}\nruns++;`);
      expect(reply).toMatchObject({ status: 'error', ename });
      expect(outputs.map(({ type }) => type)).toEqual(['error']);
    }
    expect(await valueOf('runs')).toBe('0\n');
  });

  test('shows nothing with -q', async () => {
    const { outputs } = await kernel.execute(`%%profile -q --compare last ${LIGHT}\n${work(1)}`);
    expect(outputs).toEqual([]);
  });
});

describe('comparing profiles that are there', () => {
  test('%profile diff A B shows B with the changes, profile.diff gives them as a value', async () => {
    await kernel.execute(`%%profile first -q ${LIGHT}\nrange("a", () => 1);`);
    await kernel.execute(`%%profile second -q ${LIGHT}\nrange("a", () => 1); range("a", () => 2);`);
    const shown = await kernel.execute('%profile diff first second');
    const text = tableOf(shown);
    expect(text).toContain('From first to second.');
    const { summary, comparison } = validateBundle(profileOf(shown)[PROFILE_MIME]);
    expect([comparison?.before.name, summary.name]).toEqual(['first', 'second']);
    const value = await valueOf('profile.diff("first", "second")');
    expect(text.startsWith(value.trim())).toBe(true);
    expect(
      await valueOf(
        'const diff = profile.diff(profile.get("first")!, "last");\n' +
          'const { before, after } = diff.find("a", "range")!;\n`${before?.count} ${after?.count}`'
      )
    ).toBe('1 2\n');
  });

  test('of an unknown name is an error that lists the known ones', async () => {
    const magic = await kernel.execute('%profile diff first nobody');
    expect(magic.reply).toMatchObject({ ename: 'MagicRequestError' });
    expect(magic.reply['evalue']).toContain('In memory:');
    const call = await kernel.execute('profile.diff("first", "nobody");');
    expect(call.reply).toMatchObject({ ename: 'ProfileNotFoundError' });
  });
});
