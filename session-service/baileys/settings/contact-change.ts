/** A change to a person's details, reported by the phone's address book or by the network. */
export interface ContactChange {
  /** The person's network address or, if a group's picture changed, the group's. */
  contact: string;
  /** The same person's other address, or null if it was not reported. */
  other: string | null;
  what: ContactNews;
}

/** A single change to a contact. */
export type ContactNews =
  /** The person was saved in the address book under `name`. Null means that the entry was removed. */
  | { kind: "saved"; name: string | null }
  /** The network verified a business under this name. */
  | { kind: "verified"; name: string }
  /** The picture was replaced or removed. */
  | { kind: "picture"; has_picture: boolean };
