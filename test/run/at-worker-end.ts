/** Other copies of this module are loaded beside the tests': what it knows is the process's. */
const KEY = Symbol.for("gateway tests: at the end of the worker");

type Work = () => unknown;

function works(): Work[] {
  const holder = globalThis as { [KEY]?: Work[] };
  holder[KEY] ??= [];
  return holder[KEY];
}

/**
 * Does this when the process of the tests has run its last file: the place to end what the files of a process share.
 * The process itself is killed, so its `exit` event never comes.
 */
export function atWorkerEnd(work: Work): void {
  works().push(work);
}

/** Does all of it, the latest first. */
export async function endOfWorker(): Promise<void> {
  for (const work of works().splice(0).reverse()) await work();
}
