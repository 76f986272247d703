/**
 * What is known of one person by one instance. `waiting` counts the messages that wait for them as first or known: it
 * is exact, because every write that adds or removes such a row changes it in the same transaction.
 */
export interface PersonRecord {
  /** When they last wrote (the network's time, ISO UTC); absent: never. */
  last_in_at?: string;
  /** The network's id of that message: it is marked as read before a reply. */
  last_in_id?: string;
  /** The day on which they were written to first, and when, as long as they have not answered. */
  first_out_day?: string;
  first_out_at?: string;
  waiting?: number;
  phone?: string | null;
  chat_id?: string;
  contact_name?: string | null;
  /** On a phone's record: the private id under which the person was known before. */
  private_id?: string;
  /** On a private id's record: the phone whose record goes on with it. Nothing is counted here any more. */
  merged_into?: string;
}
