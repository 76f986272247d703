import type { Member } from "../../../../core/contracts/panel/team.ts";

/** Whether this person is the account's only admin, who can neither leave nor take a smaller role. */
export const isLastAdmin = (member: Pick<Member, "id" | "role">, members: readonly Pick<Member, "id" | "role">[]) =>
  member.role === "admin" && !members.some(({ id, role }) => role === "admin" && id !== member.id);
