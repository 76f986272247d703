/**
 * The queues of an instance's lane, each with the letter that its rows' sort keys start with. The letters are used only
 * in this file; everywhere else, queues are referred to by name. `recheck` is read first and `scheduled` last.
 */
export const INSTANCE_QUEUES = {
  /** Changes that the owner must notice. */
  recheck: "C",
  /** OTP codes. They come before everything else that waits, because they are sent at once or not at all. */
  otp: "O",
  reply: "R",
  /** First messages to people who are already counted on this day. */
  first_counted: "G",
  first: "F",
  known: "K",
  broadcast: "B",
  scheduled: "S",
} as const;
/** A queue of an instance's lane. */
export type InstanceQueue = keyof typeof INSTANCE_QUEUES;

/** The queues of a webhook's lane, each with its letter. */
export const ENDPOINT_QUEUES = {
  /** Changes that the lane's worker must notice. */
  recheck: "C",
  /** Deliveries that wait for their next attempt. */
  ladder: "D",
  /** Deliveries that have not been attempted yet. */
  untried: "Q",
  tests: "T",
} as const;

/**
 * The queues of a person's lane, in which texts wait for an answer, and of an agent's own lane, each with its letter.
 */
export const CHAT_QUEUES = {
  /** Messages that wait for an answer. */
  text: "T",
  /** An agent whose key and model must be tested. */
  verify: "V",
} as const;

/** The first character of a row's sort key: a letter rather than the name of a queue. */
export type QueueLetter = Uppercase<string>;

/** Returns the letters of all queues in one kind of lane. The gateway never writes a row with any other letter. */
export const lettersOf = (queues: Record<string, string>): string => Object.values(queues).join("");

const BY_LETTER = new Map<string, InstanceQueue>(
  Object.entries(INSTANCE_QUEUES).map(([queue, letter]) => [letter, queue as InstanceQueue]), // its own keys
);

/**
 * Returns the queue of a row in an instance's lane, based on the row's sort key; null if the key belongs to no queue.
 */
export const instanceQueue = (sk: string): InstanceQueue | null =>
  (sk[1] === "#" && BY_LETTER.get(sk.charAt(0))) || null;
