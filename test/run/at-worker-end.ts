/** The module may be loaded several times in one process, so its state is held by the process. */
const KEY = Symbol.for("gateway tests: at the end of the worker");

type Work = () => unknown;

function works(): Work[] {
  const holder = globalThis as { [KEY]?: Work[] };
  holder[KEY] ??= [];
  return holder[KEY];
}

/**
 * Runs this work once the tests' process has run its last file, to stop whatever its files share. The process itself is
 * killed, so it never emits `exit`.
 */
export function atWorkerEnd(work: Work): void {
  works().push(work);
}

/** Runs all registered work, most recently registered first. */
export async function endOfWorker(): Promise<void> {
  for (const work of works().splice(0).reverse()) await work();
}
