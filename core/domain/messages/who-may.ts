/** Things that can be done to an existing message. `resend` is a request for another copy of it. */
export type MessageAction = "delete" | "edit" | "react" | "vote" | "quote" | "receipt" | "resend";

/** Whether the actor is the author of the message (a person or the number itself) or someone else. */
export type ActorPart = "writer" | "other";

/** The kind of chat that contains the message. */
export type ActPlace = "person" | "group" | "status" | "channel";

/**
 * The actor's role in the message's chat. A `member` is the other person in a chat of two, a member of the group, or a
 * person the status was sent to. Anyone else is an `outsider`. `unknown` means that the role has not been determined.
 */
export type ChatRole = "admin" | "member" | "outsider" | "unknown";

/** The fields of an act that the rule depends on. */
export interface ActedOn {
  action: MessageAction;
  actor: ActorPart;
  place: ActPlace;
  /** Whether the act arrived in the message's own chat. */
  sameChat: boolean;
  role: ChatRole;
}

/**
 * The rule's result. `in_doubt` means that the result depends on the actor's role, which is unknown. The caller then
 * looks up the role. If the act is still in doubt after that, it is not carried out.
 */
export type Ruling = "allowed" | "refused" | "in_doubt";

/**
 * The people who may act. `present` means everyone except known outsiders. It is used for acts that harm nobody and
 * that the network itself denies to outsiders.
 */
type Allowed = "anybody" | "nobody" | "admins" | "members" | "present";

const inAll = (allowed: Allowed): Record<ActPlace, Allowed> => ({
  person: allowed,
  group: allowed,
  status: allowed,
  channel: allowed,
});

/**
 * All rules for acts in the message's own chat. The network relays a reaction, a vote or a quote only from someone in
 * the chat, so the rules for these don't depend on the role. docs/decisions/0133.
 */
const RULES: Record<MessageAction, Record<ActorPart, Record<ActPlace, Allowed>>> = {
  delete: { writer: inAll("anybody"), other: { ...inAll("nobody"), group: "admins" } },
  edit: { writer: inAll("anybody"), other: inAll("nobody") },
  react: { writer: inAll("anybody"), other: inAll("anybody") },
  vote: { writer: inAll("anybody"), other: inAll("anybody") },
  quote: { writer: inAll("anybody"), other: inAll("anybody") },
  // Receipts from our own other devices are ignored, because those devices can't know whether the message reached
  // anyone. Channel posts get no receipts.
  receipt: {
    writer: inAll("nobody"),
    other: { person: "members", group: "present", status: "members", channel: "nobody" },
  },
  // Our own other devices get a copy of everything we send.
  resend: { writer: inAll("anybody"), other: { ...inAll("members"), channel: "nobody" } },
};

/** Decides whether a person may act on a message. */
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

/** Builds the act for a request to have the linked number act on a message, within the message's own chat. */
export const ownAct = (
  action: MessageAction,
  { direction }: { direction: "in" | "out" },
  place: ActPlace,
): Omit<ActedOn, "role"> => ({ action, actor: direction === "out" ? "writer" : "other", place, sameChat: true });

/** Whether a request may edit a message. Only the author may, regardless of role. */
export const mayEdit = (message: { direction: "in" | "out" }): boolean =>
  whoMay({ ...ownAct("edit", message, "person"), role: "member" }) === "allowed";

/** Whether the decision depends on the actor's role, which otherwise doesn't have to be looked up. */
export const needsRole = (act: Omit<ActedOn, "role">): boolean =>
  new Set(ROLES.map((role) => whoMay({ ...act, role }))).size > 1;

const ROLES: readonly ChatRole[] = ["admin", "member", "outsider", "unknown"];
