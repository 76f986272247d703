import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../build/bundle.ts";

const PAGE = readFileSync(join(ROOT, "docs/one-machine.md"), "utf8");

/** Returns the block of commands on the page that contains the text. @throws unless exactly one block contains it. */
export function blockWith(text: string): string {
  const blocks = [...PAGE.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block ?? "");
  const found = blocks.filter((block) => block.includes(text));
  if (found.length !== 1) throw new Error(`${found.length} blocks of the page contain: ${text}`);
  return found[0] ?? "";
}

/** Returns a line of a block, including lines joined to it by backslashes. @throws if no line starts with this text. */
export function lineOf(block: string, beginning: string): string {
  const line = block
    .replaceAll("\\\n", "")
    .split("\n")
    .find((one) => one.startsWith(beginning));
  if (line === undefined) throw new Error(`No line of the block begins with: ${beginning}`);
  return line;
}
