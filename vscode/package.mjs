// Packs the built extension into dist/kernelscope-VERSION.vsix, laid out as VS Code's own packager does.
import { Zip } from 'fflate';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import { buildExtension } from './build.mjs';

const folder = fileURLToPath(new URL('.', import.meta.url));

/** The same files make the same package: the earliest time that the format has, in local time. */
const MTIME = new Date(1980, 0, 1);

/** Where the server of TypeScript looks for a plugin: in a package of its name. */
const MAGICS = 'extension/node_modules/kernelscope-magics';

/** How entries of ZIP archives name DEFLATE. */
const DEFLATE = 8;

const CONTENT_TYPES = {
  '.json': 'application/json',
  '.vsixmanifest': 'text/xml',
  '.js': 'application/javascript',
  '.md': 'text/markdown',
  '.py': 'text/x-python',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.txt': 'text/plain'
};

const escaped = text =>
  text.replace(/[<>&"']/g, character => `&#${String(character.charCodeAt(0))};`);

function contentTypes() {
  const entries = Object.entries(CONTENT_TYPES).map(
    ([extension, type]) => `<Default Extension="${extension}" ContentType="${type}"/>`
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${entries.join('')}</Types>
`;
}

/** The address of the repository, as its pages have it. */
const addressOf = ({ repository }) => repository.url.replace(/^git[+]|[.]git$/g, '');

/** Links that lead into the repository from one of its folders; what is not in the package is to be had there. */
const LINK = /(!?)(\[[^\]]*\]\()(?!\w+:|#)([^)\s]+\))/g;

/** A page whose links and pictures are found from anywhere; `place` is its folder in the repository. */
const published = (page, manifest, place) =>
  page.replaceAll(LINK, (_, mark, text, target) => {
    const kind = mark === '' ? 'blob' : 'raw';
    return `${mark}${text}${addressOf(manifest)}/${kind}/HEAD/${place}${target}`;
  });

/** What is known of an extension besides its name: as `vsce` writes it for one that has a part for browsers. */
function propertiesOf(manifest) {
  const repository = addressOf(manifest);
  return {
    'Code.Engine': manifest.engines.vscode,
    'Code.ExtensionDependencies': '',
    'Code.ExtensionPack': '',
    'Code.ExtensionKind': [...manifest.extensionKind, 'web'].join(','),
    'Code.LocalizedLanguages': '',
    'Code.EnabledApiProposals': '',
    'Code.ExecutesCode': 'true',
    'Services.Links.Source': `${repository}.git`,
    'Services.Links.Getstarted': `${repository}.git`,
    'Services.Links.GitHub': `${repository}.git`,
    'Services.Links.Support': `${repository}/issues`,
    'Services.Links.Learn': `${repository}#readme`,
    'Services.GitHubFlavoredMarkdown': 'true',
    'Services.Content.Pricing': 'Free'
  };
}

/** The package's description of itself, for VS Code's installer; `manifest` is that of the extension. */
function vsixManifest(manifest) {
  const { name, version, publisher, displayName, description, categories } = manifest;
  const propertyNodes = Object.entries(propertiesOf(manifest)).map(
    ([id, value]) => `<Property Id="Microsoft.VisualStudio.${id}" Value="${escaped(value)}"/>`
  );
  // As it has keys, and a part of it is for browsers, which Visual Studio Marketplace wants to know.
  const keywords = [...manifest.keywords, 'keybindings', '__web_extension'];
  const asset = (type, file) =>
    `<Asset Type="Microsoft.VisualStudio.${type}" Path="extension/${file}" Addressable="true"/>`;
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${name}" Version="${version}" Publisher="${publisher}"/>
    <DisplayName>${escaped(displayName)}</DisplayName>
    <Description xml:space="preserve">${escaped(description)}</Description>
    <Tags>${escaped(keywords.join(','))}</Tags>
    <Categories>${escaped(categories.join(','))}</Categories>
    <GalleryFlags>Public</GalleryFlags>
    <Properties>${propertyNodes.join('')}</Properties>
    <License>extension/LICENSE.txt</License>
    <Icon>extension/${manifest.icon}</Icon>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    ${asset('Code.Manifest', 'package.json')}
    ${asset('Services.Content.Details', 'readme.md')}
    ${asset('Services.Content.Changelog', 'changelog.md')}
    ${asset('Services.Content.License', 'LICENSE.txt')}
    ${asset('Services.Icons.Default', manifest.icon)}
  </Assets>
</PackageManifest>
`;
}

/** The manifest without what only building it needs. */
function installedManifest(manifest) {
  const { devDependencies: _packages, scripts: _scripts, files: _files, ...rest } = manifest;
  const { node: _node, ...engines } = rest.engines;
  return { ...rest, engines };
}

const builtFiles = dist =>
  readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && !entry.name.endsWith('.vsix'))
    .map(entry => path.relative(dist, path.join(entry.parentPath, entry.name)))
    .sort();

/** A ZIP archive of files, deflated by zlib, which packs them closer than the library does. */
function zipped(files) {
  const parts = [];
  const archive = new Zip((_error, part) => parts.push(part));
  for (const [filename, raw] of Object.entries(files)) {
    const { length: size } = raw;
    const entry = { filename, size, crc: crc32(raw), compression: DEFLATE, mtime: MTIME };
    archive.add(entry);
    entry.ondata(
      null,
      deflateRawSync(raw, { level: constants.Z_BEST_COMPRESSION, memLevel: 9 }),
      true
    );
  }
  archive.end();
  return new Uint8Array(Buffer.concat(parts));
}

/** The bytes of the package whose built files are in `dist`. */
export function packExtension(dist) {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const text = content => new TextEncoder().encode(content);
  const page = (place, file) => {
    const content = readFileSync(path.join(folder, '..', place, file), 'utf8');
    return text(published(content, manifest, place === '' ? '' : `${place}/`));
  };
  const files = {
    '[Content_Types].xml': text(contentTypes()),
    'extension.vsixmanifest': text(vsixManifest(manifest)),
    'extension/package.json': text(`${JSON.stringify(installedManifest(manifest), null, 2)}\n`),
    [`${MAGICS}/package.json`]: text(
      JSON.stringify({ name: path.basename(MAGICS), version: manifest.version, main: 'index.js' })
    ),
    'extension/readme.md': page('vscode', 'README.md'),
    'extension/changelog.md': page('', 'CHANGELOG.md'),
    'extension/LICENSE.txt': readFileSync(path.join(folder, '..', 'LICENSE'))
  };
  for (const file of readdirSync(path.join(folder, 'media'))) {
    files[`extension/media/${file}`] = readFileSync(path.join(folder, 'media', file));
  }
  for (const file of builtFiles(dist)) {
    const name = file
      .split(path.sep)
      .join('/')
      .replace(/LICENSES$/, 'LICENSES.txt');
    const place = name === 'magics.js' ? `${MAGICS}/index.js` : `extension/dist/${name}`;
    files[place] = readFileSync(path.join(dist, file));
  }
  return zipped(files);
}

/** Builds the extension and writes its package; returns the path of that. */
export async function writeExtension() {
  const dist = path.join(folder, 'dist');
  await buildExtension(dist);
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const file = path.join(dist, `kernelscope-${version}.vsix`);
  writeFileSync(file, packExtension(dist));
  return file;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.stdout.write(`${path.relative(process.cwd(), await writeExtension())}\n`);
}
