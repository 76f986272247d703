/** An act on a message that is there already. `resend`: another copy of it is asked for. */
export type MessageAction = "delete" | "edit" | "react" | "vote" | "quote" | "receipt" | "resend";

/** The one who acts: the person (or the number) who wrote the message, or anybody else. */
export type Actor = "writer" | "other";

/** The kind of chat in which the message is. */
export type MessagePlace = "person" | "group" | "status" | "channel";

/**
 * The actor's part in the message's chat. `member`: the other person of a chat of two, a member of the group, somebody to
 * whom the status went. `outsider`: none of them. `unknown`: what we know does not say.
 */
export type Role = "admin" | "member" | "outsider" | "unknown";

/** An act on a message, as far as the rule needs it. */
export interface ActedOn {
  action: MessageAction;
  actor: Actor;
  place: MessagePlace;
  /** Whether the act came in the chat in which the message is. */
  sameChat: boolean;
  role: Role;
}

/** `in_doubt`: the role decides and is not known. Ask for it; an act that stays in doubt is not carried out. */
export type Ruling = "allowed" | "refused" | "in_doubt";

/**
 * The actors who may. `present`: a member, or somebody of whom we don't know it: only for what the network itself lets no
 * outsider do and what harms nobody.
 */
type Allowed = "anybody" | "nobody" | "admins" | "members" | "present";

const inAll = (allowed: Allowed): Record<MessagePlace, Allowed> => ({
  person: allowed,
  group: allowed,
  status: allowed,
  channel: allowed,
});

/**
 * The whole rule, for acts in the message's own chat. The network hands over what is written in a chat only from those who
 * are in it, so nobody's role is asked for a reaction, a vote or a quote. docs/decisions/0133.
 */
const RULES: Record<MessageAction, Record<Actor, Record<MessagePlace, Allowed>>> = {
  delete: { writer: inAll("anybody"), other: { ...inAll("nobody"), group: "admins" } },
  edit: { writer: inAll("anybody"), other: inAll("nobody") },
  react: { writer: inAll("anybody"), other: inAll("anybody") },
  vote: { writer: inAll("anybody"), other: inAll("anybody") },
  quote: { writer: inAll("anybody"), other: inAll("anybody") },
  // Our other devices say nothing of whether the message reached anybody. Of a channel's post nobody tells us.
  receipt: {
    writer: inAll("nobody"),
    other: { person: "members", group: "present", status: "members", channel: "nobody" },
  },
  // Our other devices get a copy of all that we send.
  resend: { writer: inAll("anybody"), other: { ...inAll("members"), channel: "nobody" } },
};

/** Rules whether somebody may do this to a message. */
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

/** Whether a request may edit or delete a message as its writer; no request asks for what an admin of a group may besides. */
export const mayChangeAsWriter = (action: "edit" | "delete", { direction }: { direction: "in" | "out" }): boolean =>
  whoMay({
    action,
    actor: direction === "out" ? "writer" : "other",
    place: "person",
    sameChat: true,
    role: "member",
  }) === "allowed";

/** Whether an act's ruling depends on the actor's role: only then it is worth finding out. */
export const needsRole = (act: Omit<ActedOn, "role">): boolean =>
  new Set(ROLES.map((role) => whoMay({ ...act, role }))).size > 1;

const ROLES: readonly Role[] = ["admin", "member", "outsider", "unknown"];
