import { FewAtOnce } from "../process/few-at-once.ts";

/** Creates a queue for work that runs piece by piece. */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  const queue = new FewAtOnce(1);
  return (work) => queue.run(work);
}
