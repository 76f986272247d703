import type { AccountId, DraftId } from "../contracts/ids.ts";
import type { Key } from "./table.ts";

/** The keys for assistants' use of POST /mcp; part of `keys`. */
export const assistantKeys = {
  /**
   * The number of messages sent through the MCP server or, for `first`, the number sent to people who had never
   * written.
   */
  mcpTries: (account: AccountId, keyId: string, what: "send" | "first"): Key => ({
    pk: `ACC#${account}#KEY`,
    sk: `${keyId}#MCP#${what}`,
  }),
  /** An assistant's message that is waiting for someone on the team to release it. */
  draft: (account: AccountId, draft: DraftId): Key => ({ pk: `ACC#${account}#DRAFT`, sk: draft }),
  /** A counter incremented with each draft, so two drafts can't both take the account's last free place. */
  drafts: (account: AccountId): Key => ({ pk: `ACC#${account}`, sk: "DRAFTS" }),
};
