import { FewAtOnce } from "../media/few-at-once.ts";

/** A queue for work that is done piece by piece. */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  const turns = new FewAtOnce(1);
  return (work) => turns.run(work);
}
