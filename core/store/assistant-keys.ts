import type { AccountId, DraftId } from "../contracts/ids.ts";
import type { Key } from "./table.ts";

/** The keys for assistants' use of POST /mcp: a part of `keys`. */
export const assistantKeys = {
  /** Sends through the MCP server, and those to people who never wrote. */
  mcpTries: (account: AccountId, keyId: string, what: "send" | "first"): Key => ({
    pk: `ACC#${account}#KEY`,
    sk: `${keyId}#MCP#${what}`,
  }),
  /** An assistant's message that waits for someone on the team. */
  draft: (account: AccountId, draft: DraftId): Key => ({ pk: `ACC#${account}#DRAFT`, sk: draft }),
  /** Increases with each draft, so that two of them can't both take the account's last place. */
  drafts: (account: AccountId): Key => ({ pk: `ACC#${account}`, sk: "DRAFTS" }),
};
