import { chatKind, phoneOfPerson } from "./chat-id.ts";

/** The fields of an incoming message that determine how it is processed. */
export interface ArrivedMessage {
  chat_id: string;
  from_me: boolean;
  /** The author's phone, or null if hidden. */
  phone: string | null;
  /** The author's private id (`…@lid`), if the network reported it too. */
  private_id?: string | null;
}

/** The known names of the person in the chat. */
export interface KnownNames {
  /** The person's key: a phone, or a private id. */
  person: string;
  /** The private id that has been seen together with the person's phone. Absent if none has been seen. */
  private_id?: string | undefined;
  /**
   * The other form of the person's number, if that form has a record that must be merged into this person's
   * (`findOtherForm`), or null.
   */
  other_form: string | null;
}

/** Two names for the same person: the phone, which is kept, and a private id or the other form of the phone. */
export interface JoinedNames {
  phone: string;
  private_id: string;
}

/** The next step in processing an incoming message. */
export type ArrivalCourse =
  /** This message is the first to identify its person in two ways. Merge the two records, then decide again. */
  | { kind: "unite"; names: JoinedNames }
  /** Skip the message and store nothing. */
  | { kind: "pass_over" }
  /** The message is already stored, except possibly for its content. */
  | { kind: "known" }
  | { kind: "store" };

/**
 * Decides how to process an incoming message. Spec: Message, `chat_id`; Events; docs/decisions/0181.
 * @param known the names of the chat's person, or null if the chat is a group or a channel.
 * @param isStored whether the message is already stored, under any name of its author.
 */
export function arrivalCourse(message: ArrivedMessage, known: KnownNames | null, isStored: boolean): ArrivalCourse {
  const names = known && newNames(message, known);
  if (names) return { kind: "unite", names };
  if (isOthersPost(message)) return { kind: "pass_over" };
  return isStored ? { kind: "known" } : { kind: "store" };
}

/** Whether a message was published in a channel by someone else. Such posts are never stored. */
export const isOthersPost = ({ chat_id, from_me }: Pick<ArrivedMessage, "chat_id" | "from_me">): boolean =>
  chatKind(chat_id) === "channel" && !from_me;

/** Whether a person who was known by another form of their number is now writing from this form. */
export const isByNewForm = (phone: string | null, person: string): boolean =>
  phone !== null && person !== phone && phoneOfPerson(person) !== null;

/** Returns two names for the same person that haven't been seen together before, or null. */
function newNames({ phone, private_id: privateId }: ArrivedMessage, known: KnownNames): JoinedNames | null {
  if (phone === null) return null;
  // The person was known by another form of the number. The network now uses the form they are writing from.
  if (isByNewForm(phone, known.person)) return { phone, private_id: known.person };
  if (known.other_form !== null) return { phone, private_id: known.other_form };
  return privateId && known.private_id !== privateId ? { phone, private_id: privateId } : null;
}
