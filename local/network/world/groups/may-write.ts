import type { Group } from "../../store/groups-table.ts";
import type { Incoming } from "../../wire/stanzas/incoming.ts";
import { isAdmin } from "./permissions.ts";

/** The network's code for a message where its author may not write. */
export const NOT_ALLOWED = 403;

/** Whether this account may write in the group. */
export function mayWrite({ turn, owner }: Incoming, group: Group): boolean {
  if (!turn.store.groups.member(group.id, owner.phone)) return false;
  return !group.announcement || isAdmin(turn, group, owner.phone);
}
