/** Other copies of this module are loaded beside the tests' copy, so its state is kept per process. */
const KEY = Symbol.for("gateway tests: at the end of the worker");

type Work = () => unknown;

function works(): Work[] {
  const holder = globalThis as { [KEY]?: Work[] };
  holder[KEY] ??= [];
  return holder[KEY];
}

/**
 * Runs this after the tests' process has run its last file, to end what its files share. The process itself is killed,
 * so its `exit` event never arrives.
 */
export function atWorkerEnd(work: Work): void {
  works().push(work);
}

/** Runs all of the callbacks, the latest first. */
export async function endOfWorker(): Promise<void> {
  for (const work of works().splice(0).reverse()) await work();
}
