import { join } from "node:path";
import { ROOT } from "./bundle.ts";

/** Folder of the built panel. */
export const PANEL_FOLDER = join(ROOT, "panel/dist");

/** Builds the panel, as `npm run panel:build` does. @returns the folder. @throws what is wrong with its sources. */
export async function buildPanel(): Promise<string> {
  // Loaded only when there is a panel to build: it takes longer than all else of a synthesis is loaded in.
  const { build } = await import("vite");
  await build({ root: join(ROOT, "panel"), logLevel: "warn" });
  return PANEL_FOLDER;
}
