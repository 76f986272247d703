/** An act on an existing message. `resend`: another copy of it is requested. */
export type MessageAction = "delete" | "edit" | "react" | "vote" | "quote" | "receipt" | "resend";

/** The actor: the person (or the number) who wrote the message, or anybody else. */
export type ActorPart = "writer" | "other";

/** The kind of chat that contains the message. */
export type ActPlace = "person" | "group" | "status" | "channel";

/**
 * The actor's part in the message's chat. `member`: the other person of a chat of two, a member of the group, somebody
 * to whom the status was sent. `outsider`: none of them. `unknown`: we don't know.
 */
export type ChatRole = "admin" | "member" | "outsider" | "unknown";

/** An act on a message, as far as the rule needs it. */
export interface ActedOn {
  action: MessageAction;
  actor: ActorPart;
  place: ActPlace;
  /** Whether the act came in the message's own chat. */
  sameChat: boolean;
  role: ChatRole;
}

/** `in_doubt`: the role decides and is unknown. Find it out; an act that stays in doubt is not carried out. */
export type Ruling = "allowed" | "refused" | "in_doubt";

/**
 * The actors who may. `present`: a member, or somebody not known to be one: only for acts that the network itself
 * denies to outsiders and that harm nobody.
 */
type Allowed = "anybody" | "nobody" | "admins" | "members" | "present";

const inAll = (allowed: Allowed): Record<ActPlace, Allowed> => ({
  person: allowed,
  group: allowed,
  status: allowed,
  channel: allowed,
});

/**
 * The whole rule, for acts in the message's own chat. The network passes on what is written in a chat only from those
 * who are in it, so a reaction, a vote or a quote needs no role. docs/decisions/0133.
 */
const RULES: Record<MessageAction, Record<ActorPart, Record<ActPlace, Allowed>>> = {
  delete: { writer: inAll("anybody"), other: { ...inAll("nobody"), group: "admins" } },
  edit: { writer: inAll("anybody"), other: inAll("nobody") },
  react: { writer: inAll("anybody"), other: inAll("anybody") },
  vote: { writer: inAll("anybody"), other: inAll("anybody") },
  quote: { writer: inAll("anybody"), other: inAll("anybody") },
  // Our other devices don't know whether the message reached anybody. For a channel's post nobody reports that.
  receipt: {
    writer: inAll("nobody"),
    other: { person: "members", group: "present", status: "members", channel: "nobody" },
  },
  // Our other devices get a copy of everything we send.
  resend: { writer: inAll("anybody"), other: { ...inAll("members"), channel: "nobody" } },
};

/** Decides whether somebody may do this to a message. */
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

/** The act of the number itself on a message in its own chat, when a request asks for it. */
export const ownAct = (
  action: MessageAction,
  { direction }: { direction: "in" | "out" },
  place: ActPlace,
): Omit<ActedOn, "role"> => ({ action, actor: direction === "out" ? "writer" : "other", place, sameChat: true });

/** Whether a request may edit a message: only its writer may, whatever their role. */
export const mayEdit = (message: { direction: "in" | "out" }): boolean =>
  whoMay({ ...ownAct("edit", message, "person"), role: "member" }) === "allowed";

/** Whether the decision on an act depends on the actor's role: only then is it worth finding out. */
export const needsRole = (act: Omit<ActedOn, "role">): boolean =>
  new Set(ROLES.map((role) => whoMay({ ...act, role }))).size > 1;

const ROLES: readonly ChatRole[] = ["admin", "member", "outsider", "unknown"];
