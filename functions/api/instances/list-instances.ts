import * as z from "zod";
import { CreateInstanceBody, Instance } from "../../../core/contracts/instance.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { Links, PageMeta, pageUrl } from "../../../core/contracts/pagination.ts";
import { listInstances as readPage } from "../../../core/operations/instances/list-instances.ts";
import { presentInstances } from "../../../core/operations/instances/present-instance.ts";
import { queryInteger } from "../query-types.ts";
import { replyList } from "../reply.ts";
import { route } from "../route.ts";

const PAGES_MAX = 100_000;

/** GET /v1/instances: lists instances, newest first, 15 per page. Spec: Endpoints › Instances. */
export const listInstances = route("instances.list", {
  summary: "List instances, newest first",
  query: z.object({
    external_ref: CreateInstanceBody.shape.external_ref
      .unwrap()
      .unwrap()
      .optional()
      .meta({ description: "Only instances that have this external reference" }),
    page: queryInteger("page", 1, PAGES_MAX).optional(),
  }),
  responses: {
    200: {
      description: "A page of 15. Follow links.next until it is null",
      schema: z.object({ data: z.array(Instance), links: Links, meta: PageMeta }),
      raw: true,
    },
  },
  async handle({ caller, deps, query, baseUrl }) {
    const { external_ref, page = 1 } = query;
    const { instances, total } = await readPage(deps, caller, { external_ref, page });
    const lastPage = Math.max(1, Math.ceil(total / LIMITS.instancesPage));
    const next = page < lastPage ? pageUrl(`${baseUrl}/v1/instances`, { external_ref, page: page + 1 }) : null;
    const meta = { current_page: page, per_page: LIMITS.instancesPage, last_page: lastPage, total };
    return replyList(await presentInstances(deps, instances), next, meta);
  },
});
