import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { MODELS, type Provider } from "../../../core/contracts/answers/models.ts";
import { OPENAI_TRANSCRIPTION_MODEL } from "../../../core/domain/providers/openai-request.ts";

const read = (path: string) => readFileSync(new URL(`../../../node_modules/${path}`, import.meta.url), "utf8");

/** Returns the names in a union type declared by a provider's own client. */
function unionOf(source: string, name: string): string[] {
  const [, union = ""] = new RegExp(`^export type ${name} = ([^;]*);`, "m").exec(source) ?? [];
  return [...union.matchAll(/'([^']+)'/g)].map(([, id = ""]) => id);
}

const openai = read("openai/resources/shared.d.ts");
const anthropic = read("@anthropic-ai/sdk/resources/messages/messages.js");

/** The models that each provider's own client lists, and the dates on which they are retired, such as `2026-12-11`. */
const KNOWN: Record<Provider, { ids: string[]; ends: Map<string, string> }> = {
  openai: { ids: unionOf(openai, "ChatModel"), ends: openaiEnds() },
  anthropic: {
    ids: unionOf(read("@anthropic-ai/sdk/resources/messages/messages.d.ts"), "Model"),
    ends: anthropicEnds(),
  },
};

function openaiEnds(): Map<string, string> {
  const text = openai.slice(openai.indexOf("Deprecated values:")).replaceAll(/\n \*\s+/g, " ");
  const groups = text.matchAll(/- ((?:"[^"]+",? ?)+): Announced shutdown date: (\d{4}-\d\d-\d\d)/g);
  return new Map(
    [...groups].flatMap(([, ids = "", end = ""]) =>
      [...ids.matchAll(/"([^"]+)"/g)].map(([, id = ""]): [string, string] => [id, end]),
    ),
  );
}

function anthropicEnds(): Map<string, string> {
  const [, table = ""] = /DEPRECATED_MODELS = \{([^}]*)\}/.exec(anthropic) ?? [];
  const rows = table.matchAll(/'([^']+)': '(\w+) (\d+)(?:st|nd|rd|th), (\d{4})'/g);
  const day = (text: string) => new Date(`${text} UTC`).toISOString().slice(0, 10);
  return new Map([...rows].map(([, id = "", month, date, year]) => [id, day(`${month} ${date} ${year}`)]));
}

describe("the table of models agrees with the providers' own clients, as they are installed", () => {
  it("reads them", () => {
    for (const { ids, ends } of Object.values(KNOWN)) {
      expect(ids.length).toBeGreaterThan(15);
      expect(ends.size).toBeGreaterThan(1);
    }
  });

  it.each(MODELS)("$id of $provider is known there, and ends on $ends", ({ id, provider, ends }) => {
    expect(KNOWN[provider].ids).toContain(id);
    expect(KNOWN[provider].ends.get(id) ?? null).toBe(ends);
  });

  it("so is the model that writes recordings down", () => {
    expect(unionOf(read("openai/resources/audio/audio.d.ts"), "AudioModel")).toContain(OPENAI_TRANSCRIPTION_MODEL);
  });
});
