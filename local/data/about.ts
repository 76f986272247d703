import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { TABLE } from "./take-snapshot.ts";

/** Returns this gateway's version from its package.json. */
export function gatewayVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return String((JSON.parse(text) as { version?: string }).version);
}

/** Returns the version of the data in a folder whose table isn't open, or 0 if there is no table in the folder. */
export function dataVersionOf(folder: string): number {
  const path = join(folder, TABLE);
  if (!existsSync(path)) return 0;
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return Number(database.prepare("PRAGMA user_version").get()?.user_version);
  } finally {
    database.close();
  }
}

/** Creates a function that prints progress on a single terminal line, at most once per percent. */
export function percentLine(word: string, write: (text: string) => void): (share: number) => void {
  let shown = -1;
  return (share) => {
    const percent = Math.floor(share * 100);
    if (percent === shown) return;
    shown = percent;
    write(`\r${word} … ${percent} %${percent === 100 ? "\n" : ""}`);
  };
}
