/**
 * What is known of one person by one instance. `waiting` counts the messages that wait for them as first or known: it
 * is exact, because every write that adds or removes such a row changes it in the same transaction.
 */
export interface PersonRecord {
  /** When they last wrote (the network's time, ISO UTC); absent: never. */
  last_in_at?: string;
  waiting?: number;
  phone?: string | null;
  chat_id?: string;
  contact_name?: string | null;
  /** On a phone's record: the private id under which the person was known before. */
  private_id?: string;
  /** On a private id's record: the phone whose record goes on with it. Nothing is counted here any more. */
  merged_into?: string;
}

/** The instance lane's policy state. Every write raises `rev`; a decision is written only on the `rev` it was made on. */
export interface PaceRecord {
  rev: number;
  /** The one message being sent; absent: none. */
  slot?: string;
  /** Not before this instant goes the next message that is no reply (ISO, UTC). */
  next_at?: string;
  connected?: boolean;
}
