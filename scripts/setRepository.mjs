/*
 * Says where the repository is published: `node scripts/setRepository.mjs OWNER/NAME`, on GitHub. The one place is
 * `repository` of package.json; this writes it there and into all files that give an address below it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { ADDRESSED, moved, repositoryName } from './steps/repository.mjs';
import { at } from './steps/paths.mjs';
import { StepError, runMain } from './steps/stepError.mjs';

await runMain(async () => {
  const [name = ''] = process.argv.slice(2);
  if (!/^[\w.-]+\/[\w.-]+$/.test(name)) {
    throw new StepError(`"${name}" is not a repository`, 'give it as OWNER/NAME');
  }
  const before = repositoryName();
  for (const file of ADDRESSED) {
    writeFileSync(at(file), moved(readFileSync(at(file), 'utf8'), before, name));
  }
});
