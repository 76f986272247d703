import { chatKind, phoneOfPerson } from "./chat-id.ts";

/** The fields of an arrived message that decide what to do with it. */
export interface ArrivedMessage {
  chat_id: string;
  from_me: boolean;
  /** The author's phone; null if it is hidden. */
  phone: string | null;
  /** The author's private id (`…@lid`), if the network also gave it. */
  private_id?: string | null;
}

/** The known names of the person to whom the chat belongs. */
export interface KnownNames {
  /** The person's key: a phone, or a private id. */
  person: string;
  /** The private id that was seen with the person's phone; absent if none. */
  private_id?: string | undefined;
  /**
   * The other form of their number, if it has a record that must be merged into theirs (`findOtherForm`); otherwise
   * null.
   */
  other_form: string | null;
}

/** Two names of one person: the phone that stays, and a private id or the other form of the phone. */
export interface JoinedNames {
  phone: string;
  private_id: string;
}

/** The next step for an arrived message. */
export type ArrivalCourse =
  /**
   * The message is the first to name its person in two ways. The two become one person, and then its course is decided
   * again.
   */
  | { kind: "unite"; names: JoinedNames }
  /** Nothing is stored. */
  | { kind: "pass_over" }
  /** It is already stored, or only its content is missing. */
  | { kind: "known" }
  | { kind: "store" };

/**
 * Decides what to do with an arrived message. Spec: Message, `chat_id`; Events; docs/decisions/0181.
 * @param known its person; null if the chat is a group's or a channel's.
 * @param isStored whether it was stored before, under any name of its writer.
 */
export function arrivalCourse(message: ArrivedMessage, known: KnownNames | null, isStored: boolean): ArrivalCourse {
  const names = known && newNames(message, known);
  if (names) return { kind: "unite", names };
  if (isOthersPost(message)) return { kind: "pass_over" };
  return isStored ? { kind: "known" } : { kind: "store" };
}

/** Whether someone else published it in a channel; such posts are never stored. */
export const isOthersPost = ({ chat_id, from_me }: Pick<ArrivedMessage, "chat_id" | "from_me">): boolean =>
  chatKind(chat_id) === "channel" && !from_me;

/** Whether a person who was known by another form of their number now writes by this one. */
export const isByNewForm = (phone: string | null, person: string): boolean =>
  phone !== null && person !== phone && phoneOfPerson(person) !== null;

/** Returns two names of one person that were not seen together before; null if there are none. */
function newNames({ phone, private_id: privateId }: ArrivedMessage, known: KnownNames): JoinedNames | null {
  if (phone === null) return null;
  // The person was known by another form of the number; the form from which they write is now the network's.
  if (isByNewForm(phone, known.person)) return { phone, private_id: known.person };
  if (known.other_form !== null) return { phone, private_id: known.other_form };
  return privateId && known.private_id !== privateId ? { phone, private_id: privateId } : null;
}
