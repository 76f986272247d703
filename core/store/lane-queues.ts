/**
 * The queues of an instance's lane, each with the first letter of its rows' sort keys. Only this file knows the
 * letters; rules name the queues. `recheck` is read first and `scheduled` last.
 */
export const INSTANCE_QUEUES = {
  /** Changes for the owner to notice. */
  recheck: "C",
  /** OTP codes, before everything that waits, because they are sent at once or not at all. */
  otp: "O",
  reply: "R",
  /** First messages to people who already count on this day. */
  first_counted: "G",
  first: "F",
  known: "K",
  broadcast: "B",
  scheduled: "S",
} as const;
/** A queue of an instance's lane. */
export type InstanceQueue = keyof typeof INSTANCE_QUEUES;

/** The queues of a webhook's lane, in the same form. */
export const ENDPOINT_QUEUES = {
  /** Changes for its worker to notice. */
  recheck: "C",
  /** Deliveries that wait for their next attempt. */
  ladder: "D",
  /** Deliveries not attempted yet. */
  untried: "Q",
  tests: "T",
} as const;

/** The queues of a person's lane, for texts that wait for an answer, and of an agent's own lane, in the same form. */
export const CHAT_QUEUES = {
  /** Messages that wait for an answer. */
  text: "T",
  /** An agent whose key and model are to be tested. */
  verify: "V",
} as const;

/** The first character of a row's sort key: a letter, never a queue's name. */
export type QueueLetter = Uppercase<string>;

/** Returns the letters of all queues of a kind of lane; our code never writes a row with another one. */
export const lettersOf = (queues: Record<string, string>): string => Object.values(queues).join("");

const BY_LETTER = new Map<string, InstanceQueue>(
  Object.entries(INSTANCE_QUEUES).map(([queue, letter]) => [letter, queue as InstanceQueue]), // its own keys
);

/** Returns the queue of an instance lane's row, by its sort key; null means none of them. */
export const instanceQueue = (sk: string): InstanceQueue | null =>
  (sk[1] === "#" && BY_LETTER.get(sk.charAt(0))) || null;
