import { type GroupUpdate, recordGroupUpdate } from "../../core/operations/instances/record-group-update.ts";
import { isOwn, type People, peopleOf } from "../baileys/inbound/people.ts";
import type { GroupDeed, GroupMember, ReadGroupChange } from "../baileys/inbound/read-group-change.ts";
import { parseParty } from "../baileys/network-ids.ts";
import type { Reception } from "./reception.ts";

/** Stores a change of a group, seen from the linked number: when it joined or left itself, the change says so. */
export async function storeGroupChange({ deps, owner, store }: Reception, change: ReadGroupChange): Promise<void> {
  const { id, group, what } = change;
  const at = change.at ?? deps.clock.now();
  await recordGroupUpdate(deps, owner, { id, chat_id: group, at, ...seen(what, peopleOf(store)) });
}

function seen(
  what: GroupDeed,
  people: People,
): Pick<GroupUpdate, "change" | "participants" | "subject" | "description"> {
  const nothing = { participants: [], subject: null, description: null };
  if (what.kind === "ended") return { ...nothing, change: "left" };
  if (what.kind !== "members") {
    const { subject, description } = what;
    return { ...nothing, change: what.kind, subject, description };
  }
  const participants = what.members.map(({ id, role }) => ({ id, role }));
  const isUs = what.members.some((member) => isOwnMember(member, people));
  const change = isUs && what.deed === "join" ? "joined" : isUs && what.deed === "leave" ? "left" : what.deed;
  return { ...nothing, change, participants };
}

const isOwnMember = ({ id, otherId }: GroupMember, people: People): boolean =>
  [id, otherId ?? ""].some((one) => isOwn(parseParty(one), people));
