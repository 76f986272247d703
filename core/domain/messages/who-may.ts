/** An act on an existing message. `resend` is a request for another copy. */
export type MessageAction = "delete" | "edit" | "react" | "vote" | "quote" | "receipt" | "resend";

/** The actor: the person (or the number) who wrote the message, or anyone else. */
export type ActorPart = "writer" | "other";

/** The kind of chat that contains the message. */
export type ActPlace = "person" | "group" | "status" | "channel";

/**
 * The actor's role in the message's chat. A `member` is the other person in a chat of two, a member of the group, or
 * someone to whom the status was sent; an `outsider` is none of these; `unknown` means that we don't know.
 */
export type ChatRole = "admin" | "member" | "outsider" | "unknown";

/** The fields of an act that the rule needs. */
export interface ActedOn {
  action: MessageAction;
  actor: ActorPart;
  place: ActPlace;
  /** Whether the act arrived in the message's own chat. */
  sameChat: boolean;
  role: ChatRole;
}

/** `in_doubt` means that the role decides but is unknown. Look it up; an act that stays in doubt is not carried out. */
export type Ruling = "allowed" | "refused" | "in_doubt";

/**
 * The permitted actors. `present` means a member, or someone not known to be one, for acts that harm nobody and that
 * the network itself denies to outsiders.
 */
type Allowed = "anybody" | "nobody" | "admins" | "members" | "present";

const inAll = (allowed: Allowed): Record<ActPlace, Allowed> => ({
  person: allowed,
  group: allowed,
  status: allowed,
  channel: allowed,
});

/**
 * The whole rule, for acts in the message's own chat. The network passes on only what people in the chat write there,
 * so a reaction, a vote or a quote needs no role. docs/decisions/0133.
 */
const RULES: Record<MessageAction, Record<ActorPart, Record<ActPlace, Allowed>>> = {
  delete: { writer: inAll("anybody"), other: { ...inAll("nobody"), group: "admins" } },
  edit: { writer: inAll("anybody"), other: inAll("nobody") },
  react: { writer: inAll("anybody"), other: inAll("anybody") },
  vote: { writer: inAll("anybody"), other: inAll("anybody") },
  quote: { writer: inAll("anybody"), other: inAll("anybody") },
  // Our other devices can't know whether the message reached anyone. Nobody reports receipts for a channel's post.
  receipt: {
    writer: inAll("nobody"),
    other: { person: "members", group: "present", status: "members", channel: "nobody" },
  },
  // Our other devices get a copy of everything we send.
  resend: { writer: inAll("anybody"), other: { ...inAll("members"), channel: "nobody" } },
};

/** Decides whether someone may act on a message. */
export function whoMay({ action, actor, place, sameChat, role }: ActedOn): Ruling {
  if (!sameChat) return "refused";
  switch (RULES[action][actor][place]) {
    case "anybody":
      return "allowed";
    case "nobody":
      return "refused";
    case "present":
      return role === "outsider" ? "refused" : "allowed";
    case "members":
      return role === "unknown" ? "in_doubt" : role === "outsider" ? "refused" : "allowed";
    case "admins":
      return role === "unknown" ? "in_doubt" : role === "admin" ? "allowed" : "refused";
  }
}

/** Describes an act of the number itself on a message in its own chat, as a request asks for it. */
export const ownAct = (
  action: MessageAction,
  { direction }: { direction: "in" | "out" },
  place: ActPlace,
): Omit<ActedOn, "role"> => ({ action, actor: direction === "out" ? "writer" : "other", place, sameChat: true });

/** Whether a request may edit a message: only its writer may, whatever their role. */
export const mayEdit = (message: { direction: "in" | "out" }): boolean =>
  whoMay({ ...ownAct("edit", message, "person"), role: "member" }) === "allowed";

/** Whether the actor's role decides about an act, because only then is it worth looking up. */
export const needsRole = (act: Omit<ActedOn, "role">): boolean =>
  new Set(ROLES.map((role) => whoMay({ ...act, role }))).size > 1;

const ROLES: readonly ChatRole[] = ["admin", "member", "outsider", "unknown"];
