import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { takeSnapshot } from "../data/take-snapshot.ts";
import { WORK_FOLDER } from "../data/work-folders.ts";
import type { Settings } from "./settings.ts";

/**
 * Creates the handler for a backup's snapshot requests. The request specifies an empty folder in the data folder, where
 * only this user can create folders.
 * @returns null if no data is persisted or the table is on another server.
 */
export function snapshotOnWish(
  { dataDir, ephemeral, dynamodb_url }: Settings,
  copyTable: (path: string) => void,
): ((wish: unknown) => void) | null {
  if (ephemeral || dynamodb_url !== undefined) return null;
  const Wish = z.object({ folder: z.string().regex(WORK_FOLDER) });
  return (wish) => {
    const parsed = Wish.safeParse(wish);
    const folder = parsed.success ? join(dataDir, parsed.data.folder) : null;
    if (folder === null || !existsSync(folder) || readdirSync(folder).length > 0) {
      throw new Error("The snapshot's folder must be a new folder inside the data folder.");
    }
    takeSnapshot(dataDir, folder, copyTable);
  };
}
