/**
 * The script of a worker thread in the package's bundles: loads the thread after which its file is named,
 * `programWatch` for `programWatchWorker.js`, with what V8 has compiled of it in an earlier process of this user.
 */
import path from 'node:path';
import { loadBundle } from './keptCode';

const { dir, name } = path.parse(__filename);
const thread = name.replace(/Worker$/, '');
loadBundle(path.join(dir, `${thread}.js`), thread).keep();
