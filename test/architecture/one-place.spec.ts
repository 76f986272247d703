import { describe, expect, it } from "vitest";
import { codeOf, files, isInside } from "./sources.ts";

/** The files below these folders whose code has this. */
const having = (pattern: RegExp, ...folders: string[]) =>
  files
    .filter(({ path, text }) => folders.some((folder) => isInside(path, folder)) && pattern.test(codeOf(text)))
    .map(({ path }) => path)
    .sort();

describe("what is decided in one place", () => {
  it("is how a route takes an Idempotency-Key and answers a replay; the document only names the header", () => {
    expect(having(/Idempotent-Replayed/i, "core", "functions")).toEqual([
      "functions/api/idempotent.ts",
      "functions/api/openapi/description.ts",
      "functions/api/openapi/headers.ts",
    ]);
    expect(having(/\["idempotency-key"\]/i, "core", "functions")).toEqual(["functions/api/idempotent.ts"]);
  });

  it("is whether a person's key is a phone; the others look into an address, or into what a tool was given", () => {
    expect(having(/includes\("@"\)/, "core", "functions", "session-service")).toEqual([
      "core/domain/files/sent-file-url.ts",
      "core/domain/messages/chat-id.ts",
      "core/domain/webhooks/webhook-url.ts",
      "functions/mcp/send-once.ts",
      "session-service/baileys/inbound/group-node.ts",
    ]);
  });

  it("is how long the panel shows what was said of a field", () => {
    expect(having(/validationErrors/, "panel")).toEqual(["panel/src/ui/use-refusals.ts"]);
  });
});
