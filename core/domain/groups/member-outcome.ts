import type { NotAdded } from "../../contracts/groups/create-group.ts";
import type { MemberReason, MemberResultName } from "../../contracts/groups/members.ts";

/** The kinds of changes to a group's members. */
export type MemberAction = "add" | "remove" | "promote" | "demote";

/** The outcome of a change for one person. */
export interface MemberOutcome {
  result: MemberResultName;
  reason: MemberReason | null;
}

/** The result of each kind of change if it succeeds. */
export const DONE_RESULT = {
  add: "added",
  remove: "removed",
  promote: "promoted",
  demote: "demoted",
} as const satisfies Record<MemberAction, MemberResultName>;

const refused = (reason: MemberReason): MemberOutcome => ({ result: "refused", reason });

/** The reasons behind the network's codes for people it did not add. */
const ADD_REFUSALS: Readonly<Record<number, MemberReason>> = {
  401: "blocked",
  403: "privacy",
  408: "left_recently",
  419: "group_full",
  500: "group_full",
};

/** Translates the network's code for one person into an outcome. Spec: groups. */
export function memberOutcome(deed: MemberAction, code: number): MemberOutcome {
  if (code === 200) return { result: DONE_RESULT[deed], reason: null };
  if (code === 409) return { result: "already", reason: null };
  if (code === 404) return { result: "not_found", reason: deed === "add" ? "not_on_messenger" : "not_a_member" };
  return refused((deed === "add" && ADD_REFUSALS[code]) || "other");
}

/** Translates the network's code for one person into the reason they weren't added to a new group. */
export function notAddedReason(code: number): NotAdded["reason"] {
  if (code === 403) return "privacy";
  return code === 404 ? "not_on_messenger" : "refused";
}
