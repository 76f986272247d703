import * as z from "zod";
import { CreateSavedReplyBody, SavedReply, UpdateSavedReplyBody } from "../../../core/contracts/answers/saved-reply.ts";
import { pathText } from "../../../core/contracts/ids.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { CursorMeta, Links, pageUrl } from "../../../core/contracts/pagination.ts";
import { ApiError } from "../../../core/errors.ts";
import { createReply, deleteReply, updateReply } from "../../../core/operations/replies/change-replies.ts";
import { listReplies, presentReply } from "../../../core/operations/replies/list-replies.ts";
import type { Caller } from "../../../core/records/accounts/caller.ts";
import type { ApiDeps } from "../../own-deps.ts";
import { givenCursor, listPlaces } from "../list-place.ts";
import { queryInteger } from "../query-types.ts";
import { reply, replyList } from "../reply.ts";
import { route } from "../route.ts";

const ReplyParams = z.object({
  // A malformed id gets the same response as an unknown one.
  id: pathText(LIMITS.idMaxChars, "not_found").meta({
    description: "The saved reply's id",
    example: "rpl_01JD3X4Y5Z6A7B8C9D0E1F2G3H",
  }),
});

const ownerOf = ({ env }: ApiDeps, { account_id }: Caller) => ({
  account_id,
  allowPrivate: env.ALLOW_PRIVATE_WEBHOOKS === "1",
});

/** GET /v1/saved-replies: lists the replies that the team has saved for all its numbers. docs/decisions/0221. */
const listSavedReplies = route("saved_replies.list", {
  summary: "List the team's saved replies, in the order they were created",
  query: z.object({
    limit: queryInteger("limit", 1, LIMITS.savedRepliesPageMax).optional(),
    cursor: givenCursor(),
  }),
  responses: {
    200: {
      description: "A page of the list. Follow links.next until it is null",
      schema: z.object({ data: z.array(SavedReply), links: Links, meta: CursorMeta }),
      raw: true,
    },
  },
  errors: ["key_not_allowed"],
  async handle({ caller, deps, query, baseUrl }) {
    if (caller.instance_id !== null) throw new ApiError("key_not_allowed");
    const { limit = LIMITS.savedRepliesPageMax } = query;
    const places = listPlaces(deps, "saved_replies", [caller.account_id]);
    const { offset, after } = await places.open(query);
    const page = await listReplies(deps.table, caller.account_id, { limit, after });
    const data = await Promise.all(page.replies.map((one) => presentReply(deps, one)));
    const next_cursor = await places.seal(offset + data.length, page.next);
    const next = next_cursor && pageUrl(`${baseUrl}/v1/saved-replies`, { limit: query.limit, cursor: next_cursor });
    return replyList(data, next, { per_page: limit, next_cursor });
  },
});

/** POST /v1/saved-replies: returns 201 with the new reply. */
const createSavedReply = route("saved_replies.create", {
  summary: "Create a saved reply",
  body: CreateSavedReplyBody,
  responses: { 201: { description: "The saved reply", schema: SavedReply } },
  errors: ["conflict", "file_budget_used"],
  async handle({ caller, deps, body }) {
    return reply(201, await presentReply(deps, await createReply(deps, ownerOf(deps, caller), body)));
  },
});

/** PATCH /v1/saved-replies/{id}: changes only the fields present in the request. */
const updateSavedReply = route("saved_replies.update", {
  summary: "Change a saved reply",
  params: ReplyParams,
  body: UpdateSavedReplyBody,
  responses: { 200: { description: "The updated saved reply", schema: SavedReply } },
  errors: ["not_found", "conflict", "file_budget_used"],
  async handle({ caller, deps, params, body }) {
    return reply(200, await presentReply(deps, await updateReply(deps, ownerOf(deps, caller), params.id, body)));
  },
});

/** DELETE /v1/saved-replies/{id}: messages that were already sent with the reply's file keep it. */
const deleteSavedReply = route("saved_replies.delete", {
  summary: "Delete a saved reply",
  params: ReplyParams,
  responses: { 204: { description: "Deleted. Messages that were sent with its file still have the file" } },
  errors: ["not_found"],
  async handle({ caller, deps, params }) {
    await deleteReply(deps, ownerOf(deps, caller), params.id);
    return reply(204);
  },
});

/** The routes of saved replies. */
export const routes = [listSavedReplies, createSavedReply, updateSavedReply, deleteSavedReply];
