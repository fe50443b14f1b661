/** Code that begins with a call of one name, or is a name of a class: `loadProfile(path)`, `EventList`. */
const NAME = /^`(?:([A-Za-z]\w*)\(|([A-Z]\w*)`$)/;

/** True where text ends inside of the brackets of a link. */
const isInLink = text => text.lastIndexOf('[') > text.lastIndexOf(']');

/**
 * Makes the first mention of each function and class of the package on a page a link to its reference: code that is a
 * call of it, or the name of a class.
 */
export function linkCalls(parts, project) {
  const entry = project.getChildByName('kernelscope');
  const linked = new Set();
  let before = '';
  return parts.map(part => {
    const text = before;
    before = part.kind === 'code' ? text : (text + part.text).slice(-500);
    const [, called, named] = (part.kind === 'code' && NAME.exec(part.text)) || [];
    const name = called ?? named;
    const target = name === undefined ? undefined : entry.getChildByName(name);
    if (target === undefined || linked.has(name) || isInLink(text)) return part;
    linked.add(name);
    return { kind: 'inline-tag', tag: '@linkcode', text: part.text.slice(1, -1), target };
  });
}
