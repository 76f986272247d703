import type { Group } from "../../store/groups-table.ts";
import type { Turn } from "../../store/turns.ts";

/** Where one message goes to many: a group, or the statuses of a person. */
export type Room = Pick<Group, "id" | "form">;

/** Statuses: everybody's are at one address. */
export const STATUS_ROOM: Room = { id: "status@broadcast", form: "lid" };

/** The room with this address; null when there is none. */
export function roomAt(turn: Turn, id: string | undefined): Room | null {
  return id === STATUS_ROOM.id ? STATUS_ROOM : turn.store.groups.find(id ?? "");
}
