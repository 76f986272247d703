import type { Instance, InstanceStatus } from "../../core/contracts/instance.ts";
import type { MyAccount } from "../../core/contracts/panel/me.ts";
import type { Role } from "../../core/contracts/panel/roles.ts";
import type { Areas } from "./words/areas.ts";

/** The conditions under which an action is allowed. */
interface Rule {
  role: Role;
  /** The states of a number in which the action is possible. If omitted, it is possible in any state. */
  states?: readonly InstanceStatus[];
  /** Set if the action sends something or starts sending. Such actions are refused once the trial has ended. */
  notAfterTrial?: true;
}

/**
 * Every action that has a button, with its conditions. The API makes the real decision, which the panel only predicts.
 */
export const ACTIONS = {
  "instance.add": { role: "admin", notAfterTrial: true },
  "instance.rename": { role: "admin" },
  "instance.proxy": { role: "admin" },
  "instance.delete": { role: "admin" },
  "instance.link": { role: "member", states: ["scan_qr_code", "starting", "failed", "stopped"] },
  "instance.start": { role: "member", states: ["stopped", "failed"] },
  "instance.stop": { role: "member", states: ["scan_qr_code", "starting", "working", "failed"] },
  "instance.restart": { role: "member", states: ["starting", "working", "failed"] },
  "instance.logout": { role: "member", states: ["starting", "working", "stopped", "failed"] },
  "profile.change": { role: "member", states: ["working"] },
  "protection.change": { role: "admin" },
  "message.send": { role: "member", notAfterTrial: true },
  "draft.release": { role: "member", notAfterTrial: true },
  "draft.discard": { role: "member" },
  "chat.change": { role: "member" },
  "note.delete_any": { role: "admin" },
  "reply.change": { role: "member" },
  "label.change": { role: "member" },
  "contact.change": { role: "member" },
  "contact.erase": { role: "admin" },
  "group.change": { role: "member", states: ["working"] },
  "group.join": { role: "member", states: ["working"] },
  "channel.change": { role: "member", states: ["working"] },
  "status.post": { role: "member", notAfterTrial: true },
  "status.delete": { role: "member", states: ["working"] },
  "broadcast.create": { role: "member", notAfterTrial: true },
  "broadcast.start": { role: "member", notAfterTrial: true },
  "broadcast.change": { role: "member" },
  "answers.change": { role: "member" },
  "answers.try": { role: "member" },
  "agent.key": { role: "admin" },
  "keys.change": { role: "admin" },
  "webhooks.change": { role: "admin" },
  "deliveries.resend": { role: "admin" },
  "team.change": { role: "admin" },
  "account.change": { role: "admin" },
  "account.export": { role: "admin" },
} as const satisfies Record<string, Rule>;

export type Action = keyof typeof ACTIONS;

/** Why an action isn't possible: the key of a text among the common words, and the values for that text. */
export interface Refusal {
  key: keyof Areas["common"];
  status?: InstanceStatus;
}

const RANK: Record<Role, number> = { viewer: 0, member: 1, admin: 2 };

/**
 * Checks whether the user can perform an action in this account, on this number. @returns null if the action is
 * possible.
 */
export function can(
  action: Action,
  account: Pick<MyAccount, "role" | "trial_ends_at" | "status"> | null,
  instance?: Pick<Instance, "status"> | null,
  now: Date = new Date(),
): Refusal | null {
  const { role, states, notAfterTrial }: Rule = ACTIONS[action];
  if (!account || RANK[account.role] < RANK[role])
    return { key: role === "admin" ? "canRole_admin" : "canRole_member" };
  if (account.status === "suspended") return { key: "suspended" };
  if (notAfterTrial && account.trial_ends_at !== null && new Date(account.trial_ends_at) <= now)
    return { key: "canTrial" };
  if (instance && states && !states.includes(instance.status)) return { key: "canState", status: instance.status };
  return null;
}
