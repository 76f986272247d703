/**
 * The queues of an instance's lane, each with the letter that its rows' sort keys start with. Only this file uses the
 * letters; everywhere else, queues are referred to by name. `recheck` is read first and `scheduled` last.
 */
export const INSTANCE_QUEUES = {
  /** Changes that the owner has to notice. */
  recheck: "C",
  /**
   * OTP codes. They take precedence over everything else in the lane, because they are sent immediately or not at all.
   */
  otp: "O",
  reply: "R",
  /** First messages to people who already count toward the day's limit. */
  first_counted: "G",
  first: "F",
  known: "K",
  broadcast: "B",
  scheduled: "S",
} as const;
/** A queue of an instance's lane. */
export type InstanceQueue = keyof typeof INSTANCE_QUEUES;

/** The queues of a webhook's lane, and their letters. */
export const ENDPOINT_QUEUES = {
  /** Changes that the lane's worker has to notice. */
  recheck: "C",
  /** Deliveries waiting for their next attempt. */
  ladder: "D",
  /** Deliveries that haven't been attempted yet. */
  untried: "Q",
  tests: "T",
} as const;

/** The queues, with their letters, of a person's lane (where texts wait for an answer) and of an agent's own lane. */
export const CHAT_QUEUES = {
  /** Messages waiting for an answer. */
  text: "T",
  /** An agent whose key and model have to be tested. */
  verify: "V",
} as const;

/** The first character of a row's sort key, which is a letter rather than the queue's full name. */
export type QueueLetter = Uppercase<string>;

/** Returns the letters of all queues in a kind of lane. The gateway never writes rows with any other letter. */
export const lettersOf = (queues: Record<string, string>): string => Object.values(queues).join("");

const BY_LETTER = new Map<string, InstanceQueue>(
  Object.entries(INSTANCE_QUEUES).map(([queue, letter]) => [letter, queue as InstanceQueue]), // its own keys
);

/**
 * Returns the queue of a row in an instance's lane, based on the row's sort key, or null if the key doesn't belong to
 * any queue.
 */
export const instanceQueue = (sk: string): InstanceQueue | null =>
  (sk[1] === "#" && BY_LETTER.get(sk.charAt(0))) || null;
