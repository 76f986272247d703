import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../build/bundle.ts";

const PAGE = readFileSync(join(ROOT, "docs/one-machine.md"), "utf8");

/** Returns the page's block of commands that contains a text. @throws if none or several do. */
export function blockWith(text: string): string {
  const blocks = [...PAGE.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block ?? "");
  const found = blocks.filter((block) => block.includes(text));
  if (found.length !== 1) throw new Error(`${found.length} blocks of the page contain: ${text}`);
  return found[0] ?? "";
}

/** Returns a line of a block, with those that a backslash joins to it. @throws if there is none that begins so. */
export function lineOf(block: string, beginning: string): string {
  const line = block
    .replaceAll("\\\n", "")
    .split("\n")
    .find((one) => one.startsWith(beginning));
  if (line === undefined) throw new Error(`No line of the block begins with: ${beginning}`);
  return line;
}
