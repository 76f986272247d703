import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";

/** Saves the page's list as a file. @returns the file's name and its lines, starting with the header. */
export async function savedTable(page: Page): Promise<{ name: string; lines: string[] }> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save as file" }).click(),
  ]);
  const lines = (await readFile(await file.path(), "utf8")).replace("\ufeff", "").split("\r\n");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  return { name: file.suggestedFilename(), lines };
}
