/**
 * The queues of an instance's lane, each with the letter that its rows' sort keys begin with. This is the one place
 * that knows the letters: rules speak of the queues by name. `recheck` is read first and `scheduled` last.
 */
export const INSTANCE_QUEUES = {
  /** Changes that the owner was asked to notice. */
  recheck: "C",
  /** Codes of OTPs, before everything that waits: they go at once or not at all. */
  otp: "O",
  reply: "R",
  /** First messages to people who are counted on this day already. */
  first_counted: "G",
  first: "F",
  known: "K",
  broadcast: "B",
  scheduled: "S",
} as const;
/** A queue of an instance's lane. */
export type InstanceQueue = keyof typeof INSTANCE_QUEUES;

/** The queues of a webhook's lane, in the same way. */
export const ENDPOINT_QUEUES = {
  /** Changes that its worker was asked to notice. */
  recheck: "C",
  /** Deliveries that wait for their next try. */
  ladder: "D",
  /** Deliveries that were never tried. */
  untried: "Q",
  tests: "T",
} as const;

/** The queues of a person's lane of texts that wait for an answer, and of an agent's own lane, in the same way. */
export const CHAT_QUEUES = {
  /** Messages that wait for an answer. */
  text: "T",
  /** An agent whose key and model are to be tried. */
  verify: "V",
} as const;

/** First character of a row's sort key: a letter, never a queue's name. */
export type QueueLetter = Uppercase<string>;

/** The letters of all queues of a kind of lane: no code of ours writes a row with another one. */
export const lettersOf = (queues: Record<string, string>): string => Object.values(queues).join("");

const BY_LETTER = new Map<string, InstanceQueue>(
  Object.entries(INSTANCE_QUEUES).map(([queue, letter]) => [letter, queue as InstanceQueue]), // its own keys
);

/** The queue of a row of an instance's lane, by its sort key; null: none of them. */
export const instanceQueue = (sk: string): InstanceQueue | null =>
  (sk[1] === "#" && BY_LETTER.get(sk.charAt(0))) || null;
