/** Something that the phone's address book, or the network, reports about a person. */
export interface ContactChange {
  /** The person's network address; the group's, if its picture changed. */
  contact: string;
  /** The same person's other address; null if not given. */
  other: string | null;
  what: ContactNews;
}

/** One change to a contact. */
export type ContactNews =
  /** Saved in the address book under this name; null means removed. */
  | { kind: "saved"; name: string | null }
  /** The network verified a business by this name. */
  | { kind: "verified"; name: string }
  /** The picture was replaced or removed. */
  | { kind: "picture"; has_picture: boolean };
