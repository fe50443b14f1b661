// A plugin of TypeDoc: the guide becomes a part of the site, in the groups and the order of the README.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Application, Converter, ReflectionKind, Renderer } from 'typedoc';
import { root } from '../steps/paths.mjs';
import { pathOfLink, PROJECT, readGuide, titleOf } from './guide.mjs';
import { linkCalls } from './linkCalls.mjs';

const PICTURE = /\.(png|svg|gif|webp)$/;

/** An image of another server, as badges are: a site that is read offline shows its text. */
const REMOTE_IMAGE = /!\[([^\]]*)\]\(https?:[^)]*\)/g;

/** The first heading of the README: the site shows one of its own. */
const TITLE = /^\s*# .*\n/;

const repository = () => {
  const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return `https://github.com/${repository.replace(/^github:/, '')}`;
};

/** Where the host of the repository shows a file or a folder of it. */
const addressOf = path =>
  `${repository()}/${path.endsWith('/') ? 'tree' : 'blob'}/HEAD/${path.replace(/\/$/, '')}`;

/** Leads a link to what is neither a page of the site nor a picture to the host of the repository. */
function withAddress(part, page, pages) {
  if (part.kind !== 'relative-link') return part;
  const path = pathOfLink(root, page, part.text);
  if (path === undefined || path === 'README.md' || pages.has(path) || PICTURE.test(path)) {
    return part;
  }
  return { kind: 'text', text: addressOf(path) };
}

const withoutRemoteImages = part =>
  part.kind === 'text' ? { ...part, text: part.text.replace(REMOTE_IMAGE, '$1') } : part;

/** The parts of a page as the site has them. */
const siteParts = (parts, page, pages) =>
  parts.map(part => withoutRemoteImages(withAddress(part, page, pages)));

/** The README, which is the first page. */
function firstPage([first, ...others], pages) {
  const text = first.text.replace(TITLE, '');
  return siteParts([{ ...first, text }, ...others], 'README.md', pages);
}

/** Lets code in headings count for their anchors, as it does on GitHub; TypeDoc takes plain text alone. */
function nameHeadingsByCode(markdown) {
  markdown.core.ruler.push('heading_code', ({ tokens, Token }) => {
    const titles = tokens.filter((_, index) => tokens[index - 1]?.type === 'heading_open');
    for (const code of titles.flatMap(({ children }) => children ?? [])) {
      if (code.type !== 'code_inline') continue;
      code.children = [Object.assign(new Token('text', '', 0), { content: code.content })];
    }
  });
}

/** Names the entries as programs import them. */
function nameModules(project) {
  for (const module of project.getChildrenByKind(ReflectionKind.Module)) {
    module.name = module.name.replace(/^src/, 'kernelscope');
  }
}

/** The reference stands between the guide and what is for those who work on the project. */
function groupOrder(guide) {
  const titles = [...guide.keys()];
  const first = titles.indexOf(PROJECT);
  return [...titles.slice(0, first), 'Modules', ...titles.slice(first), '*'];
}

/** The list of classes and interfaces leaves out those whose only parent is an alias, but they would link to it. */
function unlistAliased(project) {
  for (const reflection of project.getReflectionsByKind(ReflectionKind.ClassOrInterface)) {
    const { extendedTypes = [], implementedTypes = [], extendedBy, implementedBy } = reflection;
    const parents = [...extendedTypes, ...implementedTypes].map(type => type.reflection);
    const isAliased = parents.some(parent => parent?.kindOf(ReflectionKind.TypeAlias));
    if (isAliased && !extendedBy && !implementedBy) delete reflection.typeHierarchy;
  }
}

/** Called by TypeDoc. */
export function load(app) {
  const guide = readGuide(root);
  const groupOf = new Map([...guide].flatMap(([group, all]) => all.map(page => [page, group])));
  const pageOf = new Map();
  app.on(Application.EVENT_BOOTSTRAP_END, () => {
    app.options.setValue('projectDocuments', [...groupOf.keys()]);
    app.options.setValue('markdownItLoader', nameHeadingsByCode);
    app.options.setValue('groupOrder', groupOrder(guide));
  });
  app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_, document) => {
    const page = `${document.name}.md`;
    pageOf.set(document, page);
    document.name = titleOf(readFileSync(join(root, page), 'utf8'));
    document.frontmatter.group = groupOf.get(page);
    document.content = siteParts(document.content, page, groupOf);
  });
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    nameModules(project);
    project.readme = firstPage(project.readme, groupOf);
  });
  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
    for (const document of pageOf.keys()) document.content = linkCalls(document.content, project);
  });
  app.renderer.on(Renderer.EVENT_BEGIN, ({ project }) => unlistAliased(project));
}
