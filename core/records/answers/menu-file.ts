import { DAY_MS } from "../../contracts/durations.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
import type { MenuFile } from "./menu.ts";

/** A file stored for a menu. Its record is written before the file, so that no file is ever forgotten. */
export interface MenuFileRecord {
  id: string;
  /** The file's key in the media store. */
  key: string;
  /** Since when no menu has used it (ISO, UTC); null while a menu uses it. */
  unused_at: string | null;
  /** The choice's media; absent if it was never part of a menu. */
  media?: MenuFile;
}

/** The menus' files. */
export const menuFiles = recordsAt<MenuFileRecord, Parameters<typeof keys.menuFile>>(keys.menuFile);

/** Whether a file may be removed, because messages that were sent with it are kept no longer either. */
export const isOver = ({ unused_at }: MenuFileRecord, now: Date): boolean =>
  unused_at !== null && now.getTime() - Date.parse(unused_at) >= LIMITS.retentionDays * DAY_MS;
