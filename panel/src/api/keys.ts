import type { KeyKind } from "../../../core/contracts/account.ts";
import { call } from "./call.ts";
import { allOf } from "./query.ts";

/** The query for the account's API keys, including revoked ones. */
export const keysQuery = () => allOf("panel.keys.list", {});

/** The request body for a new key. */
export interface KeyRequest {
  name: string;
  kind: KeyKind;
  instance_id: string | null;
  allowed_ips: string[];
  /** Settings for the tools that an assistant uses with this key. If omitted, the defaults apply. */
  mcp_confirm?: boolean;
  mcp_sends_per_hour?: number;
  mcp_first_messages_per_day?: number;
}

/** Creates a key. Only this response contains the key itself. */
export const createKey = (body: KeyRequest) => call("panel.keys.create", { body });

/** Revokes a key immediately and permanently. */
export const revokeKey = (id: string) => call("panel.keys.revoke", { at: { id } });
