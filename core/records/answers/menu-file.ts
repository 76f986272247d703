import { DAY_MS } from "../../contracts/durations.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
import type { MenuFile } from "./menu.ts";

/** A file stored for a menu. The record is written before the file, so that no file can be left behind unnoticed. */
export interface MenuFileRecord {
  id: string;
  /** The file's key in the media store. */
  key: string;
  /** The time since when no menu has used the file (ISO, UTC); null while a menu uses it. */
  unused_at: string | null;
  /** The media of the choice; absent if the file was never part of a menu. */
  media?: MenuFile;
}

/** The files stored for menus. */
export const menuFiles = recordsAt<MenuFileRecord, Parameters<typeof keys.menuFile>>(keys.menuFile);

/** Whether a file may be removed because the messages that were sent with it are no longer kept either. */
export const isOver = ({ unused_at }: MenuFileRecord, now: Date): boolean =>
  unused_at !== null && now.getTime() - Date.parse(unused_at) >= LIMITS.retentionDays * DAY_MS;
