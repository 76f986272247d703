/**
 * The queues of an instance's lane, each with the letter that its rows' sort keys begin with. This is the one place that
 * knows the letters: rules speak of the queues by name. `recheck` is read first and `scheduled` last.
 */
export const INSTANCE_QUEUES = {
  /** What the owner was asked to look at. */
  recheck: "C",
  reply: "R",
  /** First messages to people who are counted on this day already. */
  first_counted: "G",
  first: "F",
  known: "K",
  broadcast: "B",
  scheduled: "S",
} as const;
export type InstanceQueue = keyof typeof INSTANCE_QUEUES;

/** The queues of a webhook's lane, in the same way. */
export const ENDPOINT_QUEUES = {
  /** What its worker was asked to look at. */
  recheck: "C",
  /** Deliveries that wait for their next try. */
  ladder: "D",
  /** Deliveries that were never tried. */
  untried: "Q",
  tests: "T",
} as const;

/** How a row's sort key begins: a letter, never a queue's name. */
export type QueueLetter = Uppercase<string>;

/** The letter of every queue of a kind of lane: a row with another one was written by nobody. */
export const lettersOf = (queues: Record<string, string>): string => Object.values(queues).join("");

const BY_LETTER = new Map<string, InstanceQueue>(
  Object.entries(INSTANCE_QUEUES).map(([queue, letter]) => [letter, queue as InstanceQueue]), // its own keys
);

/** The queue that a row of an instance's lane lies in, by its sort key; null: in none of them. */
export const instanceQueue = (sk: string): InstanceQueue | null =>
  (sk[1] === "#" && BY_LETTER.get(sk.charAt(0))) || null;
