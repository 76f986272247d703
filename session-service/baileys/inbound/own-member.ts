import type { GroupRole } from "../../../core/domain/groups/group.ts";
import { parseParty } from "../shared/network-ids.ts";
import { isOwn, type People } from "./people.ts";

/** A member's ids. `phone` contains only digits. */
interface Member {
  id: string;
  phone: string | null;
}

/** Whether a member is the linked number. Groups list the number by phone, private id, or both. */
export const isOwnMember = ({ id, phone }: Member, people: People): boolean =>
  isOwn(parseParty(id), people) || (phone !== null && phone === people.ownPhone);

/** Returns the linked number's own role among these members, or null if the number isn't among them. */
export const ownRole = (members: readonly (Member & { role: GroupRole })[], people: People): GroupRole | null =>
  members.find((member) => isOwnMember(member, people))?.role ?? null;
