import { DAY_MS } from "../../contracts/durations.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
import type { MenuFile } from "./menu.ts";

/** A file that was stored for a menu. Written before the file, so that no file is ever forgotten. */
export interface MenuFileRecord {
  id: string;
  /** Its place in the media store. */
  key: string;
  /** Since when no menu has it (ISO, UTC); null: the menu has it. */
  unused_at: string | null;
  /** Absent: it was never part of a menu. */
  media?: MenuFile;
}

/** The files of menus. */
export const menuFiles = recordsAt<MenuFileRecord, Parameters<typeof keys.menuFile>>(keys.menuFile);

/** Whether a file should be removed: messages that were sent with it are kept as long. */
export const isOver = ({ unused_at }: MenuFileRecord, now: Date): boolean =>
  unused_at !== null && now.getTime() - Date.parse(unused_at) >= LIMITS.retentionDays * DAY_MS;
