import * as z from "zod";
import { givenId } from "../../../core/contracts/ids.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { Message } from "../../../core/contracts/message.ts";
import { CursorMeta, Links, pageUrl } from "../../../core/contracts/pagination.ts";
import { givenPhone, PHONE_RULE } from "../../../core/contracts/phone.ts";
import { text } from "../../../core/contracts/text.ts";
import { isInternationalNumber } from "../../../core/domain/messages/phone-number.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import {
  MESSAGES_PAGE,
  type MessageFilter,
  listMessages as readPage,
} from "../../../core/operations/messages/list-messages.ts";
import { presentMessages } from "../../../core/operations/messages/present-messages.ts";
import { queryInteger } from "../query-types.ts";
import { replyList } from "../reply.ts";
import { route } from "../route.ts";
import { openText, sealText } from "../sealed-text.ts";
import { validationError } from "../validate.ts";

const CURSOR_RULE = "Pass the cursor from links.next unchanged, with the same filters.";

// The filter accepts any number in international format, because messages to a number that can't exist may still be
// stored.
const PHONE_MEANS =
  "Only messages in the chat with this person. For a group, use its chat_id, which includes messages from every author";

/**
 * GET /v1/messages: lists messages, newest first, paginated by cursor. Spec: Endpoints › Messages; Pagination styles.
 */
export const listMessages = route("messages.list", {
  summary: "List messages, newest first",
  query: z.object({
    instance_id: givenId().optional(),
    phone: givenPhone().refine(isInternationalNumber, PHONE_RULE).optional().meta({ description: PHONE_MEANS }),
    direction: z.enum(["in", "out"], "The direction must be in or out.").optional(),
    limit: queryInteger("limit", 1, MESSAGES_PAGE.max).optional(),
    cursor: text(LIMITS.cursorMaxChars, CURSOR_RULE).optional().meta({ description: CURSOR_RULE }),
  }),
  responses: {
    200: {
      description:
        "A page of messages. Follow links.next until it is null; with filters, a page can have fewer entries",
      schema: z.object({ data: z.array(Message), links: Links, meta: CursorMeta }),
      raw: true,
    },
  },
  errors: ["instance_not_found"],
  async handle({ caller, deps, query, now, baseUrl }) {
    const { limit = MESSAGES_PAGE.default, cursor, ...filters } = query;
    const filter: MessageFilter = {
      account_id: caller.account_id,
      instance_id: filters.instance_id ?? caller.instance_id,
      phone: filters.phone ?? null,
      direction: filters.direction ?? null,
    };
    if (filter.instance_id !== null) await readInstance(deps, caller, filter.instance_id);

    // A cursor is bound to this account and these filters, so it can't be used for another account or with other
    // filters.
    const scope = JSON.stringify(["messages", filter]);
    const hmac = (text: string) => deps.pepper.hmac("cursor", text);
    const after = cursor === undefined ? null : await openText(hmac, scope, cursor);
    if (cursor !== undefined && after === null) throw validationError({ cursor: [CURSOR_RULE] });

    const page = await readPage(deps, filter, { limit, after }, now);
    const next = page.next === null ? null : await sealText(hmac, scope, page.next);
    const nextUrl = next && pageUrl(`${baseUrl}/v1/messages`, { ...filters, limit: query.limit, cursor: next });
    return replyList(await presentMessages(deps, page.messages), nextUrl, { per_page: limit, next_cursor: next });
  },
});
