import { FewAtOnce } from "../process/few-at-once.ts";

/** Creates a queue that runs one piece of work at a time. */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  const queue = new FewAtOnce(1);
  return (work) => queue.run(work);
}
