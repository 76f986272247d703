import { chatKind, phoneOfPerson } from "./chat-id.ts";

/** A message that has arrived, as far as its course depends on it. */
export interface ArrivedMessage {
  chat_id: string;
  from_me: boolean;
  /** The writer's phone; null: it is hidden. */
  phone: string | null;
  /** Their private id (`…@lid`), when the network gave it, too. */
  private_id?: string | null;
}

/** The person whose chat it is, as they are known. */
export interface KnownNames {
  /** Their key: a phone, or a private id. */
  person: string;
  /** The private id that was seen with their phone; absent: none. */
  private_id?: string | undefined;
  /**
   * The other form of their number, when it has a record that must become theirs (`findOtherForm`); null: it has none.
   */
  other_form: string | null;
}

/** Two names of one person: the phone that stays, and a private id or the other form of the phone. */
export interface JoinedNames {
  phone: string;
  private_id: string;
}

/** The next step for a message that has arrived. */
export type ArrivalCourse =
  /** It is the first to name its person in two ways: they become one person, then its course is decided again. */
  | { kind: "unite"; names: JoinedNames }
  /** Nothing of it is kept. */
  | { kind: "pass_over" }
  /** It is stored already: at most its content is missing. */
  | { kind: "known" }
  | { kind: "store" };

/**
 * The course of a message that has arrived. Spec: Message, `chat_id`; Events; docs/decisions/0181.
 * @param known its person; null: the chat is a group's or a channel's.
 * @param isStored whether it was stored before, under any name of its writer.
 */
export function arrivalCourse(message: ArrivedMessage, known: KnownNames | null, isStored: boolean): ArrivalCourse {
  const names = known && newNames(message, known);
  if (names) return { kind: "unite", names };
  if (isOthersPost(message)) return { kind: "pass_over" };
  return isStored ? { kind: "known" } : { kind: "store" };
}

/** Whether somebody else published it in a channel: such posts are never stored. */
export const isOthersPost = ({ chat_id, from_me }: Pick<ArrivedMessage, "chat_id" | "from_me">): boolean =>
  chatKind(chat_id) === "channel" && !from_me;

/** Whether a person who was known by another form of their number writes by this one. */
export const isByNewForm = (phone: string | null, person: string): boolean =>
  phone !== null && person !== phone && phoneOfPerson(person) !== null;

/** Names of a person that were not seen together before; null: there are none. */
function newNames({ phone, private_id: privateId }: ArrivedMessage, known: KnownNames): JoinedNames | null {
  if (phone === null) return null;
  // They were known by another form of their number: the one they write by is the network's form now.
  if (isByNewForm(phone, known.person)) return { phone, private_id: known.person };
  if (known.other_form !== null) return { phone, private_id: known.other_form };
  return privateId && known.private_id !== privateId ? { phone, private_id: privateId } : null;
}
