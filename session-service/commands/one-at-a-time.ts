import { FewAtOnce } from "../process/few-at-once.ts";

/** A queue for work that is done piece by piece. */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  const queue = new FewAtOnce(1);
  return (work) => queue.run(work);
}
