import { readFileSync } from "node:fs";
import { GUIDES } from "../../build/guides.ts";

/** The guides that help an assistant. The others are for those who install the gateway or write programs. */
const FOR_ASSISTANTS = [
  "first-message",
  "linking",
  "webhooks",
  "polling",
  "idempotency",
  "protection",
  "errors",
  "otp",
  "broadcasts",
  "answers",
  "mcp",
];

/** The guides that the MCP server gives to read, so that its function needs no file: name -> title, about, and text. */
export function mcpGuides() {
  const index = textOf("index");
  return Object.fromEntries(
    FOR_ASSISTANTS.map((name) => {
      const [, title, about] = new RegExp(`^\\| \\[(.+)\\]\\(${name}\\.md\\) \\| (.+) \\|$`, "m").exec(index) ?? [];
      if (title === undefined || about === undefined) throw new Error(`The index of the guides has no row of ${name}.`);
      return [name, { title, about, text: textOf(name).replaceAll(LINK, asResource) }];
    }),
  );
}

const textOf = (name: string) => readFileSync(`${GUIDES}${name}.md`, "utf8");

const LINK = /\[([^\]]+)\]\(([\w-]+)\.md(?:#[\w-]*)?\)/g;

/** A link to a guide that can be read leads there; of another one the words stay. */
const asResource = (_link: string, words: string, name: string) =>
  FOR_ASSISTANTS.includes(name) ? `[${words}](gateway://guides/${name})` : words;
