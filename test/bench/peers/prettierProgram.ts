import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { check, resolveConfig } from 'prettier';

/** Checks the format of all TypeScript files of a folder, and ends as the command of prettier does. */
async function main(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  for (const file of files.filter(each => each.endsWith('.ts'))) {
    const filepath = join(folder, file);
    const config = await resolveConfig(filepath);
    await check(readFileSync(filepath, 'utf8'), { ...config, filepath });
  }
  // What some profilers start would keep the process alive.
  process.exit();
}

void main(process.argv[2]);
