import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  truncateSync,
  writeFileSync
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { encodeKscope, FORMATS } from '../../src/formats';
import type { Profile } from '../../src/model';
import { writeNvprof } from '../support/gpuTraces';
import { richProfile } from '../support/richProfile';
import { sourceProfile } from '../support/sourceProfile';
import { TABS } from '../ui/profileOutput';
import { screenshot } from '../ui/screenshot';
import { until } from './until';
import { useWorkbench } from './useWorkbench';
import { type NotebookOutput, type ThemeName } from './workbench';

/** The package, as it is built. */
const PACKAGE = fileURLToPath(new URL('../../src', import.meta.url));

/** Writes a profile into the folder, in the format of the ending; returns the name. */
function saveProfile(folder: string, name: string, profile: Profile = richProfile(2000)): string {
  const format = FORMATS.find(({ endings }) => endings.some(({ ending }) => name.endsWith(ending)));
  const bytes = format!.write!.encode({ profile });
  writeFileSync(join(folder, name), name.endsWith('.gz') ? gzipSync(bytes) : bytes);
  return name;
}

/** A program of two lines, one of which is hot. */
const PROGRAM = 'let sum = 0;\nfor (let n = 0; n < 1e8; n++) sum += n;\nconsole.log(sum);\n';
const programProfile = (): Profile =>
  sourceProfile({
    cell: null,
    durationNs: 1e9,
    sampleCount: 1000,
    lines: [
      { file: 'src/sum.js', line: 2, ticks: 900, selfNs: 9e8, totalNs: 9e8 },
      { file: '../outside.js', line: 1, ticks: 100, selfNs: 1e8, totalNs: 1e8 }
    ],
    functions: [
      ['main', 'src/sum.js', 900],
      ['other', '../outside.js', 100]
    ]
  });

describe('a file with a profile in VS Code', () => {
  const used = useWorkbench();

  const open = async (name: string, part?: string): Promise<NotebookOutput> => {
    await used.workbench.closeEditors();
    return used.workbench.openProfile(name, part);
  };

  describe.each(['dark', 'light'] as const satisfies readonly ThemeName[])('in %s', theme => {
    let output: NotebookOutput;
    beforeAll(async () => {
      await used.workbench.setTheme(theme);
      output = await open(saveProfile(used.workbench.folder, 'rich.kscope'));
    });

    it.each(TABS)('has the tab %s', async name => {
      await output.open(name);
      if (name === 'Timeline') await expect.poll(() => output.colourCount()).toBeGreaterThan(5);
      if (name === 'Memory') await output.root.locator('.js-plotly-plot .lines').first().waitFor();
      await screenshot(used.workbench.page, `file-${theme}-${name}`);
    });
  });

  it('fits into a window of 600 pixels', async () => {
    const { page } = used.workbench;
    const output = await open(saveProfile(used.workbench.folder, 'rich.kscope'));
    await used.workbench.shrink({ width: 600, height: 900 });
    for (const name of TABS) {
      await output.open(name);
      await screenshot(page, `file-narrow-${name}`);
      expect(await output.overflow(), name).toBe(0);
    }
  });

  it.each(['a.cpuprofile', 'a.pb.gz', 'a.perfetto-trace', 'a.folded', 'a.speedscope.json'])(
    'is opened by default: %s',
    async name => {
      const output = await open(saveProfile(used.workbench.folder, name));
      expect(await output.tab('Table').count()).toBe(1);
      await screenshot(used.workbench.page, `file-${name}`);
    }
  );

  it('is an editor to choose for files of other names', async () => {
    const { workbench } = used;
    saveProfile(workbench.folder, 'trace.json', programProfile());
    await workbench.closeEditors();
    await workbench.openFile('trace.json', workbench.page.locator('.monaco-editor .view-lines'));
    await workbench.runWith('View: Reopen Editor With...', 'Kernelscope Profile');
    await workbench.frameWith('[data-kernelscope-root] [role=tab]');
  });

  it('reaches the page as text alone', async () => {
    const name = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
    const profile = richProfile(2000);
    const strings = profile.strings.map(text => (/^op \d+$/.test(text) ? `${name} ${text}` : text));
    const hostile = { ...profile, strings };
    const output = await open(saveProfile(used.workbench.folder, 'hostile.kscope', hostile));
    await output.open('Table');
    await output.root.getByText('<img src=x').first().waitFor();
    expect(await output.frame.locator('img, [onerror]').count()).toBe(0);
    expect(await output.frame.title()).toBe('Kernelscope');
  });

  it('loads nothing from elsewhere, and runs no text as code', async () => {
    const output = await open(saveProfile(used.workbench.folder, 'rich.kscope'));
    const refused = await output.frame.evaluate(async () => {
      const load = fetch('https://example.org/').then(
        () => 'loaded',
        () => 'refused'
      );
      const script = document.createElement('script');
      script.textContent = 'document.title = "ran"';
      document.body.append(script);
      return [await load, document.title];
    });
    expect(refused).toEqual(['refused', 'Kernelscope']);
  });

  const cut = encodeKscope(richProfile(2000)).subarray(0, 20);
  it.each([
    ['broken.kscope', 'no profile', /it is neither/],
    ['empty.kscope', '', /it is empty/],
    ['cut.kscope', cut, /./],
    ['other.cpuprofile', '{"nodes": "none"}', /./],
    ['half.cpuprofile', '{"nodes": [', /./]
  ])('says what is wrong with a file that is none: %s', async (name, bytes, reason) => {
    writeFileSync(join(used.workbench.folder, name), bytes);
    const output = await open(name, '[role=alert]');
    await output.waitForText(`${name} cannot be shown.`);
    await output.waitForText(reason);
    await screenshot(used.workbench.page, `file-none-${name}`);
  });

  it('is converted in a terminal where it is a database, when a person says so', async () => {
    const { workbench } = used;
    const { folder } = workbench;
    const packages = join(folder, 'node_modules');
    mkdirSync(packages);
    symlinkSync(PACKAGE, join(packages, 'kernelscope'));
    writeNvprof(join(folder, 'gpu.nvprof'), {
      StringTable: [{ _id_: 1, value: 'matmul' }],
      CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL: [
        {
          start: 1000,
          end: 5000,
          deviceId: 0,
          contextId: 1,
          streamId: 7,
          correlationId: 1,
          name: 1
        }
      ]
    });
    const page = await open('gpu.nvprof', 'button');
    await page.waitForText('it is a database');
    await screenshot(workbench.page, 'file-database');
    await page.root.getByRole('button', { name: 'Convert it' }).click();
    const output = workbench.outputIn(
      await workbench.frameWith('[data-kernelscope-root] [role=tab]')
    );
    await output.root.getByText('matmul').first().waitFor();
    expect(readdirSync(join(folder, '.kernelscope'))[0]).toMatch(/^gpu-\d{8}-\d{6}[.]kscope$/);
  });

  it('is shown by a page that is loaded again where its script did not come', async () => {
    const { workbench } = used;
    const { folder, page } = workbench;
    const extensions = join(folder, '..', 'extensions');
    const [own] = readdirSync(extensions).filter(name => name.startsWith('kernelscope.'));
    const script = join(extensions, own, 'dist', 'renderer', 'editor.js');
    renameSync(script, `${script}.away`);
    try {
      await workbench.closeEditors();
      await workbench.openFile(saveProfile(folder, 'again.kscope'), page.locator('iframe.webview'));
      const first = await workbench.frameWith('body[data-attempt="0"]');
      // also of what did not come
      const isAnswered = (): boolean =>
        performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/editor.js'));
      await until(() => first.evaluate(isAnswered));
    } finally {
      renameSync(`${script}.away`, script);
    }
    const again = await workbench.frameWith('[data-kernelscope-root] [role=tab]');
    const attempt = await again.locator('body').getAttribute('data-attempt');
    expect(Number(attempt)).toBeGreaterThan(0);
  });

  it('is read beyond 64 MB only when a person says so', async () => {
    const { folder } = used.workbench;
    const path = join(folder, 'large.kscope');
    writeFileSync(path, encodeKscope(richProfile(2000)));
    truncateSync(path, 70 * 1024 * 1024);
    const output = await open('large.kscope', 'button');
    await output.waitForText('large.kscope has 73.4 MB.');
    await screenshot(used.workbench.page, 'file-large');
    await output.root.getByRole('button', { name: 'Read it' }).click();
    await output.tab('Table').waitFor();
  });

  it('is saved in another format where the dialog says', async () => {
    const { workbench } = used;
    const output = await open(saveProfile(used.workbench.folder, 'rich.kscope'));
    await output.root.getByRole('button', { name: 'Download' }).click();
    await output.frame.getByRole('menuitem', { name: /^Folded stacks/ }).click();
    const path = join(workbench.folder, 'example.folded');
    await workbench.accept(path);
    await output.waitForText('Saved as example.folded.');
    expect(readFileSync(path, 'utf8')).toMatch(/ \d+\n/);
  });

  it('leads from a line to its file in the workspace, whose lines are marked', async () => {
    const { workbench } = used;
    const { page } = workbench;
    workbench.writeFile('src/sum.js', PROGRAM);
    const name = saveProfile(workbench.folder, 'program.kscope', programProfile());
    const output = await open(name);
    await output.root.getByRole('button', { name: 'Open the line' }).first().click();
    const editor = page.locator('.editor-instance').filter({ hasText: 'console.log' });
    const line = editor.locator('.view-line').filter({ hasText: 'sum += n' });
    const marked = async (): Promise<boolean> => {
      const texts = await line.evaluate(node =>
        [...node.querySelectorAll('*')].map(each => getComputedStyle(each, '::after').content)
      );
      return texts.some(text => /90[.]0\s%\s·\s900\sms/.test(text));
    };
    await until(marked);
    await screenshot(page, 'file-line-heat');
    await workbench.run('Kernelscope: Toggle Line Heat');
    await until(async () => !(await marked()));
    await workbench.run('Kernelscope: Toggle Line Heat');
    await until(marked);
  });
});

describe('a file with a profile in VS Code, in Restricted Mode', () => {
  const used = useWorkbench({ isTrusted: false });

  it('is shown', async () => {
    const { workbench } = used;
    const output = await workbench.openProfile(saveProfile(workbench.folder, 'rich.kscope'));
    for (const name of TABS) await output.open(name);
    await screenshot(workbench.page, 'file-restricted');
  });
});
