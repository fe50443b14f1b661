// Writes the files of `kernel.br` into a folder, with the addon beside it: `unpackKernel.cjs FOLDER`.
const { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { deserialize } = require('node:v8');
const { brotliDecompressSync } = require('node:zlib');

const [folder] = process.argv.slice(2);
const files = deserialize(brotliDecompressSync(readFileSync(join(__dirname, 'kernel.br'))));
for (const [name, bytes] of files) {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
}
mkdirSync(join(folder, 'native'), { recursive: true });
for (const name of readdirSync(__dirname).filter(each => each.endsWith('.node'))) {
  copyFileSync(join(__dirname, name), join(folder, 'native', name));
}
console.log(`${files.size} files`);
