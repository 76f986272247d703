import type { SavedReplyId } from "../../contracts/ids.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
import type { MenuFile } from "./menu.ts";
import type { MenuFileRecord } from "./menu-file.ts";

/** A saved reply as it is stored. */
export interface SavedReplyRecord {
  id: SavedReplyId;
  shortcut: string;
  /** The text, with its placeholders in braces, or null if there is only a file. */
  text: string | null;
  media: MenuFile | null;
  created_at: string;
  updated_at: string;
}

/** An account's shortcuts. They are stored together to keep them unique and limit their number. */
export interface ShortcutsRecord {
  /** The ids of saved replies by shortcut. */
  replies: Record<string, SavedReplyId>;
  /** Incremented by each change to any saved reply, so a change based on outdated data is refused. */
  version: number;
}

/** The saved replies, by account. */
export const savedReplies = recordsAt<SavedReplyRecord, Parameters<typeof keys.savedReply>>(keys.savedReply);

/** The shortcuts, by account. */
export const shortcuts = recordsAt<ShortcutsRecord, Parameters<typeof keys.shortcuts>>(keys.shortcuts);

/** The files stored for saved replies. `unused_at` is when the file stopped being used by any reply. */
export const savedFiles = recordsAt<MenuFileRecord, Parameters<typeof keys.savedFile>>(keys.savedFile);
