/**
 * Starts `tasks` in their order, at most `places` of them at a time; resolves with their results, in
 * that order too.
 *
 * @template T
 * @param {(() => Promise<T>)[]} tasks
 * @param {number} places
 * @returns {Promise<T[]>}
 */
export async function sideBySide(tasks, places) {
  const results = [];
  let next = 0;
  const work = async () => {
    while (next < tasks.length) {
      const index = next++;
      results[index] = await tasks[index]();
    }
  };
  await Promise.all(Array.from({ length: places }, work));
  return results;
}
