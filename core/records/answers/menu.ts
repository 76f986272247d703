import type { MenuDocument } from "../../contracts/answers/menu.ts";
import type { MediaContent, StoredFile } from "../../domain/messages/message-content.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/** A file of a choice as it is stored: `media` of the choice. */
export interface MenuFile {
  content: MediaContent;
  /** In our media store; null: it is fetched from its address when it is sent. */
  file: StoredFile | null;
}

/** A menu as it is stored; each choice's `media` is a MenuFile. */
export interface MenuRecord {
  document: MenuDocument;
  /** Raised by each PUT: a level that was opened under another one is closed. */
  version: number;
}

/** The menus of instances. */
export const menuRecords = recordsAt<MenuRecord, Parameters<typeof keys.menu>>(keys.menu);
