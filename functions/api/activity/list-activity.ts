import * as z from "zod";
import { ACTIVITY_ACTIONS, Activity } from "../../../core/contracts/activity.ts";
import { givenId } from "../../../core/contracts/ids.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { CursorMeta, Links, pageUrl } from "../../../core/contracts/pagination.ts";
import { text } from "../../../core/contracts/text.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { type ActivityFilter, listActivity as readPage } from "../../../core/operations/accounts/list-activity.ts";
import { queryInteger } from "../query-types.ts";
import { replyList } from "../reply.ts";
import { route } from "../route.ts";
import { openText, sealText } from "../sealed-text.ts";
import { validationError } from "../validate.ts";

const CURSOR_RULE = "Pass the cursor from links.next unchanged, with the same filters.";

/**
 * GET /v1/activity: lists who changed what, when, and from which address. A key for a single instance sees only that
 * instance's entries.
 */
export const listActivity = route("activity.list", {
  summary: "List changes in the account, newest first",
  query: z.object({
    action: z.enum(ACTIVITY_ACTIONS, "Use one of the log's actions, e.g. webhook.changed.").optional(),
    instance_id: givenId().optional().meta({ description: "Only changes to this instance" }),
    key_id: givenId().optional().meta({ description: "Only changes made by this API key" }),
    limit: queryInteger("limit", 1, LIMITS.activityPageMax).optional(),
    cursor: text(LIMITS.cursorMaxChars, CURSOR_RULE).optional().meta({ description: CURSOR_RULE }),
  }),
  responses: {
    200: {
      description:
        "A page of changes. Follow links.next until it is null; with filters, a page can have fewer entries. Changes are stored for 30 days",
      schema: z.object({ data: z.array(Activity), links: Links, meta: CursorMeta }),
      raw: true,
    },
  },
  errors: ["instance_not_found"],
  async handle({ caller, deps, query, baseUrl }) {
    const { limit = LIMITS.activityPageDefault, cursor, ...filters } = query;
    if (filters.instance_id !== undefined) await readInstance(deps, caller, filters.instance_id);
    const filter: ActivityFilter = {
      account_id: caller.account_id,
      instance_id: filters.instance_id ?? caller.instance_id,
      key_id: filters.key_id ?? null,
      action: filters.action ?? null,
    };

    const scope = JSON.stringify(["activity", filter]);
    const hmac = (text: string) => deps.pepper.hmac("cursor", text);
    const after = cursor === undefined ? null : await openText(hmac, scope, cursor);
    if (cursor !== undefined && after === null) throw validationError({ cursor: [CURSOR_RULE] });

    const page = await readPage(deps, filter, { limit, after });
    const next = page.next === null ? null : await sealText(hmac, scope, page.next);
    const again = { ...filters, limit: query.limit, cursor: next };
    const nextUrl = next && pageUrl(`${baseUrl}/v1/activity`, again);
    return replyList(page.lines, nextUrl, { per_page: limit, next_cursor: next });
  },
});
