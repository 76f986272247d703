/** Something about a person that the phone's address book, or the network, says. */
export interface ContactChange {
  /** The network's address of the person; of a group, when its picture changed. */
  contact: string;
  /** The same person's other address; null: it was not named. */
  other: string | null;
  what: ContactNews;
}

/** One change of a contact. */
export type ContactNews =
  /** Saved in the address book under this name; null: no longer. */
  | { kind: "saved"; name: string | null }
  /** The network verified a business by this name. */
  | { kind: "verified"; name: string }
  /** The picture is another one, or gone. */
  | { kind: "picture"; has_picture: boolean };
