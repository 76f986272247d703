import type { Group } from "../../store/groups/groups-table.ts";
import type { Transaction } from "../../store/transactions.ts";

/** A chat where one message goes to many: a group, or the statuses. */
export type Room = Pick<Group, "id" | "form">;

/** The single address of all statuses. */
export const STATUS_ROOM: Room = { id: "status@broadcast", form: "lid" };

/** The room with this address; null if there is none. */
export function roomAt(transaction: Transaction, id: string | undefined): Room | null {
  return id === STATUS_ROOM.id ? STATUS_ROOM : transaction.store.groups.find(id ?? "");
}
