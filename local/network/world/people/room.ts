import type { Group } from "../../store/groups-table.ts";
import type { Turn } from "../../store/turns.ts";

/** A place where one message goes to many: a group, or the statuses. */
export type Room = Pick<Group, "id" | "form">;

/** The one address of all statuses. */
export const STATUS_ROOM: Room = { id: "status@broadcast", form: "lid" };

/** The room with this address; null when there is none. */
export function roomAt(turn: Turn, id: string | undefined): Room | null {
  return id === STATUS_ROOM.id ? STATUS_ROOM : turn.store.groups.find(id ?? "");
}
