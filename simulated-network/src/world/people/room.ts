import type { Group } from "../../store/groups/groups-table.ts";
import type { Transaction } from "../../store/transactions.ts";

/** A chat in which each message goes to many people: a group, or the statuses. */
export type Room = Pick<Group, "id" | "form">;

/** The room for all statuses, which share one address. */
export const STATUS_ROOM: Room = { id: "status@broadcast", form: "lid" };

/** Returns the room with this address, or null if there is none. */
export function roomAt(transaction: Transaction, id: string | undefined): Room | null {
  return id === STATUS_ROOM.id ? STATUS_ROOM : transaction.store.groups.find(id ?? "");
}
