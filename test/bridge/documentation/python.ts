import path from 'node:path';
import { ROOT } from './readPages';

/** The interpreter that setting up the repository leaves. */
export const PYTHON = path.join(ROOT, '.venv', 'bin', 'python');
