import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { ROOT } from "../../build/bundle.ts";
import { deployment } from "../../local/system/rights/deployment.ts";
import type { Deployment } from "../../local/system/rights/deployment-of.ts";
import { SESSION_ROLE } from "../../local/system/rights/roles-of.ts";
import { roleTable } from "./role-table.ts";

describe("what a broken part could do", () => {
  let given: Deployment;
  beforeAll(async () => {
    given = await deployment();
  });

  it("is in docs/security.md as the roles of the templates have it", () => {
    expect(readFileSync(join(ROOT, "docs/security.md"), "utf8")).toContain(roleTable(given.roles));
  });

  it("has another row as soon as a role may open another kind of secret, or put files", () => {
    const before = roleTable(given.roles);
    const withMore = (name: string, from: string) =>
      roleTable({ ...given.roles, [name]: [...(given.roles[name] ?? []), ...(given.roles[from] ?? [])] });

    expect(withMore("api-files", SESSION_ROLE)).not.toBe(before);
    expect(withMore("api-chats", "api-messages")).not.toBe(before);
    expect(withMore("notify-admins", "canary")).not.toBe(before);
  });

  it("is refused for a kind of secret that the page does not name", () => {
    const conditions = { StringLike: { "kms:EncryptionContext:account_id": ["new_*"] } };
    const open = { effect: "Allow" as const, actions: ["kms:Decrypt"], resources: ["*"], conditions };

    expect(() => roleTable({ ...given.roles, "api-chats": [open] })).toThrow("no name for new_*");
  });
});
