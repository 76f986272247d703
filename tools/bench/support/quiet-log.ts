/** Suppresses the functions' log lines in the output of a benchmark or test until the returned function is called. */
export function quietLog(): () => void {
  const { write } = process.stdout;
  const quiet = (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
    if (typeof chunk === "string" && chunk.startsWith('{"level":')) return true;
    return Reflect.apply(write, process.stdout, [chunk, ...rest]);
  };
  process.stdout.write = quiet;
  return () => {
    process.stdout.write = write;
  };
}
