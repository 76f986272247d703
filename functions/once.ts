/**
 * Creates a getter that builds its value on the first call and caches it. If building it throws, the next call tries
 * again.
 */
export function once<T extends object>(build: () => T): () => T {
  let built: T | null = null;
  return () => {
    built ??= build();
    return built;
  };
}
