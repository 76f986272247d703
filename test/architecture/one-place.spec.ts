import { describe, expect, it } from "vitest";
import { codeOf, files, isInside } from "./sources.ts";

/** Returns the files in these folders whose code matches the pattern. */
const having = (pattern: RegExp, ...folders: string[]) =>
  files
    .filter(({ path, text }) => folders.some((folder) => isInside(path, folder)) && pattern.test(codeOf(text)))
    .map(({ path }) => path)
    .sort();

describe("what is decided in one place", () => {
  it("is how a route takes an Idempotency-Key and answers a replay; the document's introduction only tells of it", () => {
    expect(having(/Idempotent-Replayed/i, "core", "functions")).toEqual([
      "functions/api/idempotent.ts",
      "functions/api/openapi/description.ts",
    ]);
    expect(having(/\["idempotency-key"\]/i, "core", "functions")).toEqual(["functions/api/idempotent.ts"]);
  });

  it("is how a key is stored, and for how long; the document only tells of it", () => {
    expect(having(/idempotencyDays|keys\.webhookIdempotency/, "core/records", "core/operations", "functions")).toEqual([
      "core/records/idempotency.ts",
      "functions/api/idempotent.ts",
      "functions/api/openapi/description.ts",
    ]);
  });

  it("is for how long a replaced secret signs; the panel only tells of it", () => {
    const all = [
      "core/domain",
      "core/records",
      "core/operations",
      "functions",
      "session-service",
      "panel",
      "clients/n8n",
    ];

    expect(having(/webhookSecretOverlapSec|\bvalid_until\s*[<>]/, ...all)).toEqual([
      "core/domain/webhooks/secret-overlap.ts",
      "panel/src/api/webhooks.ts",
    ]);
    expect(having(/\b24 h(ours|oras)/, "core/operations/webhooks", "panel/src/words/en/webhooks.ts")).toEqual([]);
  });

  it("is whether a number may come online: in no account that is suspended", () => {
    const online = having(/\bwanted: "on"(?! \|)/, "core", "functions", "session-service", "bin", "local");

    expect(online).toEqual([
      "core/operations/access/request-instance-change.ts",
      "core/operations/instances/create-instance.ts",
    ]);
    expect(having(/\btransactNotSuspended\(/, "core/operations")).toEqual(online);
  });

  it("is when the night is, and what it holds", () => {
    expect(having(/\bquiet_hours_(start|end)\b/, "core", "functions", "session-service")).toEqual([
      "core/contracts/protection.ts",
      "core/domain/protection/night.ts",
      "core/domain/protection/settings.ts", // every setting's value, whatever it means
      "functions/api/openapi/examples/records.ts",
    ]);
    expect(having(/\bgo_before\)? *[-+<>]|NIGHT_MARGIN/, "core", "session-service")).toEqual([]);
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
    expect(having(/validationErrors/, "panel")).toEqual(["panel/src/ui/use-change.ts"]);
  });

  it("is how the panel sends a change and says what became of it; a chat's sends, changes of many, tries and searches have their own", () => {
    expect(having(/useMutation|inOwnWords\(/, "panel")).toEqual([
      "panel/src/pages/answers/PhoneTry.tsx",
      "panel/src/pages/chats/bulk/use-bulk-acts.ts",
      "panel/src/pages/chats/use-sending.ts",
      "panel/src/ui/own-words.ts",
      "panel/src/ui/use-change.ts",
    ]);
    expect(having(/import \{[^}]*\bForm\b[^}]*\} from .react-aria/, "panel")).toEqual(["panel/src/ui/ChangeForm.tsx"]);
    expect(having(/<form\b/, "panel")).toEqual([
      "panel/src/pages/answers/PhoneTry.tsx",
      "panel/src/pages/chats/Composer.tsx",
      "panel/src/pages/chats/find/FindDialog.tsx",
    ]);
  });

  it("is how a key of the panel's cache is made, and how what it holds is read again", () => {
    const byHand =
      /queryKey\s*[:=]\s*\[|Quer(?:y|ies)(?:Data|Defaults)(?:<[^(]*>)?\(\s*\[|[kK]ey\w*\s*=\s*(?:\([^)]*\)\s*=>\s*)?\["/;

    expect(having(byHand, "panel")).toEqual([]);
    expect(having(/invalidateQueries/, "panel")).toEqual(["panel/src/api/query.ts"]);
  });
});
