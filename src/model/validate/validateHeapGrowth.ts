import { HEAP_GROWTH_LIMITS } from '../profile/heapGrowth';
import { checkBounded, checkNumber, checkRecord, checkText } from './validateValue';

/** Checks `meta.heapGrowth` against its limits. @throws ProfileError */
export function checkHeapGrowth(value: unknown): void {
  const { takenNs, rows } = checkRecord(value, 'meta.heapGrowth');
  checkNumber(takenNs, 'meta.heapGrowth.takenNs');
  checkBounded(rows, 'meta.heapGrowth.rows', HEAP_GROWTH_LIMITS.rows).forEach((item, at) => {
    const place = `meta.heapGrowth row ${at}`;
    const { name, added, freed, bytes, retainedBytes, paths } = checkRecord(item, place);
    checkText(name, `${place}, name,`, HEAP_GROWTH_LIMITS.name);
    checkNumber(added, `${place}, added,`);
    checkNumber(freed, `${place}, freed,`);
    checkNumber(bytes, `${place}, bytes,`, -Number.MAX_SAFE_INTEGER);
    checkNumber(retainedBytes, `${place}, retainedBytes,`, -Number.MAX_SAFE_INTEGER);
    checkPaths(paths, place);
  });
}

function checkPaths(value: unknown, place: string): void {
  checkBounded(value, `${place}, paths,`, HEAP_GROWTH_LIMITS.paths).forEach((item, at) => {
    const { path, objects } = checkRecord(item, `${place}, path ${at}`);
    checkText(path, `${place}, path ${at}`, HEAP_GROWTH_LIMITS.path);
    checkNumber(objects, `${place}, path ${at}, objects,`);
  });
}
