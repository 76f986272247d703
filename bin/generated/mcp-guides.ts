import { readFileSync } from "node:fs";
import { GUIDES } from "../../build/reference/guides.ts";

/**
 * The guides that are useful to an AI assistant. The other guides are for people who install the gateway or write
 * programs.
 */
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

/**
 * Generates the guides that the MCP server offers as resources, by name. They are compiled into the server's function,
 * so the function needs no extra files.
 */
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

/**
 * Rewrites links to guides that the server offers so that they point to its resources. Every other link is replaced
 * with its text.
 */
const asResource = (_link: string, words: string, name: string) =>
  FOR_ASSISTANTS.includes(name) ? `[${words}](gateway://guides/${name})` : words;
