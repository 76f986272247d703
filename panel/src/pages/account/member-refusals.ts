import type { Member } from "../../../../core/contracts/panel/team.ts";

/** Whether a member is the account's only admin, who can neither leave nor be assigned a lesser role. */
export const isLastAdmin = (member: Pick<Member, "id" | "role">, members: readonly Pick<Member, "id" | "role">[]) =>
  member.role === "admin" && !members.some(({ id, role }) => role === "admin" && id !== member.id);
