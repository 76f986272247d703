/**
 * Memoizes a pure, slow function of one argument.
 * @param max the maximum number of results to cache. A full cache is emptied before the next result is added.
 */
export function memo<Key extends string | number, Result>(
  max: number,
  make: (key: Key) => Result,
): (key: Key) => Result {
  const known = new Map<Key, { result: Result }>();
  return (key) => {
    const found = known.get(key);
    if (found) return found.result;
    const result = make(key);
    if (known.size >= max) known.clear();
    known.set(key, { result });
    return result;
  };
}
