import { mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { encodeBundle } from '../../src/formats';
import { PROFILE_MIME_TYPE } from '../../src/model';
import { trainingProfile } from '../support/sourceProfile';
import { writeNotebook } from '../ui/notebook';
import { isTakingPictures } from '../ui/readmePicture';
import { SCREENSHOTS } from '../ui/screenshot';
import { useWorkbench } from './useWorkbench';

const folderOf = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The package, as it is built. */
const PACKAGE = folderOf('src');

const PROGRAM = `import { readFileSync } from 'node:fs';

function countWords(text) {
  const words = [];
  for (const word of text.split(' ')) {
    if (!words.includes(word)) words.push(word);
  }
  return words.length;
}

const text = Array.from({ length: 2e4 }, (_, n) => \`word\${n}\`).join(' ');
console.log(countWords(text), readFileSync(import.meta.filename).length);
`;

/** The greatest weight of a picture in the package, bytes. */
const MOST_BYTES = 14_000;

describe('the pictures of the page for newcomers', () => {
  const used = useWorkbench();

  /** Takes a picture of the window, a little smaller, and puts it into the package where that is asked for. */
  const take = async (name: string): Promise<void> => {
    const { page } = used.workbench;
    await page.mouse.move(0, 0);
    const png = (await page.screenshot()).toString('base64');
    const webp = await page.evaluate(async base64 => {
      const image = new Image();
      image.src = `data:image/png;base64,${base64}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.width * 0.8, image.height * 0.8];
      const context = canvas.getContext('2d');
      if (context) context.imageSmoothingQuality = 'high';
      context?.drawImage(image, 0, 0, canvas.width, canvas.height);
      return canvas.toDataURL('image/webp', 0.1).split(',', 2)[1] ?? '';
    }, png);
    const bytes = Buffer.from(webp, 'base64');
    const inPackage = join(folderOf('vscode/media'), `${name}.webp`);
    mkdirSync(SCREENSHOTS, { recursive: true });
    writeFileSync(join(SCREENSHOTS, `media-${name}.webp`), bytes);
    if (isTakingPictures) writeFileSync(inPackage, bytes);
    expect(statSync(inPackage).size).toBeLessThan(MOST_BYTES);
  };

  it('are of the command, of findings, of lines with marks, and of a cell', async () => {
    const { workbench } = used;
    const { page } = workbench;
    await workbench.shrink({ width: 700, height: 440 });
    workbench.writeFile('words.mjs', PROGRAM);
    mkdirSync(join(workbench.folder, 'node_modules'));
    symlinkSync(PACKAGE, join(workbench.folder, 'node_modules', 'kernelscope'));
    await workbench.openFile('words.mjs', page.locator('.monaco-editor .view-lines'));
    await workbench.commands('Kernelscope: Profile', () => take('run'));
    await workbench.run('Kernelscope: Profile this file');
    const output = workbench.outputIn(
      await workbench.frameWith('[data-kernelscope-root] [role=grid]')
    );
    await output.root.getByText('Hottest').first().waitFor();
    await workbench.shrink({ width: 700, height: 440 });
    await take('findings');
    await output.root.getByRole('button', { name: 'Open the line' }).first().click();
    await page.locator('.view-line').filter({ hasText: 'words.includes' }).first().waitFor();
    await page.locator('.monaco-editor [class*=ced-]').first().waitFor();
    await take('lines');
    await workbench.closeEditors();
    const outputs = [
      { [PROFILE_MIME_TYPE]: encodeBundle(trainingProfile(), { deflate: deflateRawSync }) }
    ];
    const source = '%%profile --cpu\nawait train(model, batches);';
    writeNotebook(join(workbench.folder, 'cell.ipynb'), [{ source, executionCount: 5, outputs }]);
    const notebook = await workbench.openNotebook('cell.ipynb');
    await notebook.root.getByRole('grid').first().waitFor({ state: 'attached' });
    await take('cell');
  });
});
