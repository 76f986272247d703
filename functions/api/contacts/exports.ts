import * as z from "zod";
import { CreateExportBody, DataExport } from "../../../core/contracts/exports.ts";
import { pathText } from "../../../core/contracts/ids.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { CursorMeta, Links, pageUrl } from "../../../core/contracts/pagination.ts";
import { PLANS } from "../../../core/contracts/plans.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { listExports, presentExport, readExport } from "../../../core/operations/exporting/read-export.ts";
import { findExportReplay, requestExport } from "../../../core/operations/exporting/request-export.ts";
import { actorOf } from "../../../core/records/accounts/activity.ts";
import { exportView } from "../../../core/records/export-events.ts";
import { replyMade } from "../idempotent.ts";
import { givenCursor, listPlaces } from "../list-place.ts";
import { queryInteger } from "../query-types.ts";
import { reply, replyList } from "../reply.ts";
import { route } from "../route.ts";

const ExportParams = z.object({
  // A malformed id gets the same response as an unknown one.
  id: pathText(LIMITS.idMaxChars, "not_found").meta({
    description: "The export's id",
    example: "exp_01JD3X4Y5Z6A7B8C9D0E1F2G3H",
  }),
});

/** POST /v1/export: returns 202 with the export, which is created in the background. docs/decisions/0235. */
const createExport = route("exports.create", {
  summary: "Export the account's data, or one person's",
  body: CreateExportBody,
  responses: {
    202: {
      description:
        "The export, which starts within a minute. Poll GET /v1/exports/{id} until its status is done or failed",
      schema: DataExport,
    },
    200: {
      description: "A retry with the same Idempotency-Key: the current state of the first export",
      schema: DataExport,
    },
  },
  errors: ["instance_not_found", "not_found", "conflict", "limit_reached", "unavailable"],

  idempotent: {
    retry: "a retry returns the first export",
    async replay({ caller, deps }, key) {
      const first = await findExportReplay(deps, caller.account_id, key);
      return first && presentExport(deps, first);
    },
  },

  async handle({ caller, source, deps, body, idempotencyKey: idempotency_key }) {
    const { instance_id, contact } = body;
    const person =
      typeof instance_id === "string" && typeof contact === "string"
        ? { instance: await readInstance(deps, caller, instance_id), contact }
        : null;
    const { made, replayed } = await requestExport(deps, {
      account_id: caller.account_id,
      person,
      idempotency_key,
      perDay: PLANS[caller.plan].exportsPerDay,
      actor: actorOf(caller, source),
    });
    return replyMade(202, await presentExport(deps, made), replayed);
  },
});

/** GET /v1/exports: lists the exports that are still stored. */
const listKeptExports = route("exports.list", {
  summary: "List exports, newest first",
  query: z.object({
    limit: queryInteger("limit", 1, LIMITS.exportsPageMax).optional(),
    cursor: givenCursor(),
  }),
  responses: {
    200: {
      description: "A page of the list. Follow links.next until it is null",
      schema: z.object({ data: z.array(DataExport), links: Links, meta: CursorMeta }),
      raw: true,
    },
  },
  async handle({ caller, deps, query, baseUrl }) {
    const { limit = LIMITS.exportsPageMax } = query;
    const places = listPlaces(deps, "exports", [caller.account_id]);
    const { offset, after } = await places.open(query);
    const page = await listExports(deps, caller.account_id, { limit, after });
    const data = page.exports.map(exportView);
    const next_cursor = await places.seal(offset + data.length, page.next);
    const next = next_cursor && pageUrl(`${baseUrl}/v1/exports`, { limit: query.limit, cursor: next_cursor });
    return replyList(data, next, { per_page: limit, next_cursor });
  },
});

/** GET /v1/exports/{id}: returns an export's progress and, once it is done, links to its archive. */
const getExport = route("exports.get", {
  summary: "Get an export, with links to its archive once it is done",
  params: ExportParams,
  responses: { 200: { description: "The export. Each response contains new links", schema: DataExport } },
  errors: ["not_found"],
  async handle({ caller, deps, params, now }) {
    return reply(200, await presentExport(deps, await readExport(deps.table, caller.account_id, params.id, now)));
  },
});

/** The routes of exports. */
export const routes = [createExport, listKeptExports, getExport];
