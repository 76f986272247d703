import type { MenuDocument } from "../../contracts/answers/menu.ts";
import type { MediaContent, StoredFile } from "../../domain/messages/message-content.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/** The stored file behind a choice's `media`. */
export interface MenuFile {
  content: MediaContent;
  /** The file in our media store, or null if it is fetched from its URL when it is sent. */
  file: StoredFile | null;
}

/** A stored menu. The `media` of each choice is a MenuFile. */
export interface MenuRecord {
  document: MenuDocument;
  /** Incremented by each PUT, which closes all levels opened under an earlier version. */
  version: number;
}

/** The instances' menus. */
export const menuRecords = recordsAt<MenuRecord, Parameters<typeof keys.menu>>(keys.menu);
