/** Creates a getter that builds its value on the first call and keeps it. A build that throws is retried. */
export function once<T extends object>(build: () => T): () => T {
  let built: T | null = null;
  return () => {
    built ??= build();
    return built;
  };
}
