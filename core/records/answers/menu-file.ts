import { DAY_MS } from "../../contracts/durations.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
import type { MenuFile } from "./menu.ts";

/** A file stored for a menu. Its record is written first, so a file can't be left behind unnoticed. */
export interface MenuFileRecord {
  id: string;
  /** The file's key in the media store. */
  key: string;
  /** When the file stopped being used by a menu (ISO, UTC), or null while it is in use. */
  unused_at: string | null;
  /** The choice's media. Absent if the file was never part of a menu. */
  media?: MenuFile;
}

/** The files stored for menus. */
export const menuFiles = recordsAt<MenuFileRecord, Parameters<typeof keys.menuFile>>(keys.menuFile);

/** Whether a file can be removed because the messages it was sent with have expired, too. */
export const isOver = ({ unused_at }: MenuFileRecord, now: Date): boolean =>
  unused_at !== null && now.getTime() - Date.parse(unused_at) >= LIMITS.retentionDays * DAY_MS;
