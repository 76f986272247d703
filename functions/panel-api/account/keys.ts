import * as z from "zod";
import { KEY_KINDS } from "../../../core/contracts/account.ts";
import { givenId, pathText } from "../../../core/contracts/ids.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { NewPanelKey, PanelKey } from "../../../core/contracts/panel/developers.ts";
import { text, words } from "../../../core/contracts/text.ts";
import { isMcpLimit, type McpLimit, mcpLimitRule, mcpSettingsOf } from "../../../core/domain/accounts/mcp-settings.ts";
import { ApiError } from "../../../core/errors.ts";
import { createKey as create, KeyRefused } from "../../../core/operations/accounts/create-key.ts";
import { listKeys as list, revokeKey as revoke } from "../../../core/operations/accounts/revoke-key.ts";
import { activityWrite, actorOf } from "../../../core/records/accounts/activity.ts";
import type { ApiKeyRecord } from "../../../core/records/accounts/key.ts";
import { reply } from "../../api/reply.ts";
import { panelRoute } from "../panel-route.ts";

const ADDRESSES_MAX = 100;
const ADDRESS_MAX_CHARS = 64;
const ADDRESS_RULE = "Enter IP addresses or CIDR ranges, such as 203.0.113.7 or 2001:db8::/32.";

const shown = (record: ApiKeyRecord): PanelKey => {
  const { id, name = null, kind, instance_id, allowed_ips, last4 = null, created_at, revoked_at } = record;
  const { last_used_at = null, last_used_from = null } = record;
  const use = { created_at, revoked_at, last_used_at, last_used_from };
  return { id, name, kind, instance_id, allowed_ips, ...mcpSettingsOf(record), last4, ...use };
};

/** Creates the schema for a limit on a key's use of MCP tools. */
const mcpLimit = (name: McpLimit) =>
  z
    .number(mcpLimitRule(name))
    .refine((value) => isMcpLimit(name, value), mcpLimitRule(name))
    .optional();

/** GET /panel-api/keys: lists all keys, including revoked ones, but not their values. */
const listKeys = panelRoute("panel.keys.list", {
  responses: { 200: { description: "The account's keys, oldest first", schema: z.array(PanelKey) } },
  handle: async ({ deps, caller }) => reply(200, (await list(deps.table, caller.account_id)).map(shown)),
});

/** POST /panel-api/keys: creates a key. Its value is only included in this response. Spec: Authentication, 2. */
const createKey = panelRoute("panel.keys.create", {
  body: z.object({
    name: words("name", LIMITS.keyNameMaxChars, { trimmed: true }),
    kind: z.enum(KEY_KINDS, "The kind must be full, send or read."),
    instance_id: givenId().nullish(),
    allowed_ips: z.array(text(ADDRESS_MAX_CHARS, ADDRESS_RULE)).max(ADDRESSES_MAX, ADDRESS_RULE).optional(),
    mcp_confirm: z.boolean("mcp_confirm must be true or false.").optional(),
    mcp_sends_per_hour: mcpLimit("mcp_sends_per_hour"),
    mcp_first_messages_per_day: mcpLimit("mcp_first_messages_per_day"),
  }),
  responses: { 201: { description: "The key", schema: NewPanelKey } },
  async handle({ deps, caller, source, body, now, apiUrl }) {
    const { account_id } = caller;
    const { name, kind, instance_id = null, allowed_ips = [] } = body;
    const by = actorOf(caller, source);
    const asked = { account_id, name, kind, instance_id, allowed_ips, ...mcpSettingsOf(body), by };
    const { id, key } = await create(deps, asked, now).catch((error: unknown) => {
      if (!(error instanceof KeyRefused)) throw error;
      throw new ApiError("validation_failed", { errors: { [error.field]: [error.message] } });
    });
    const made = (await list(deps.table, account_id)).find((one) => one.id === id);
    if (!made) throw new Error("A key that was made is not there.");
    return reply(201, { ...shown(made), key, api_url: apiUrl });
  },
});

/** DELETE /panel-api/keys/{id}: revokes a key. From then on, requests with the key get a 401. */
const revokeKey = panelRoute("panel.keys.revoke", {
  params: z.object({ id: pathText(LIMITS.idMaxChars, "not_found") }),
  responses: { 204: { description: "The key no longer works" } },
  async handle({ deps, caller, source, params, now }) {
    const { account_id } = caller;
    const line = { account_id, owner: "account", action: "key.revoked", actor: actorOf(caller, source) } as const;
    const log = activityWrite(deps.ids, { ...line, subject: params.id, changed: [] }, now);
    if (!(await revoke(deps.table, account_id, params.id, now, [log])))
      throw new ApiError("not_found", { message: "The account has no key with this id." });
    return reply(204);
  },
});

/** The API key routes. */
export const routes = [listKeys, createKey, revokeKey];
