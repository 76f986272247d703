import * as z from "zod";
import { AnswerRequestsBody, GroupRequest, GroupRequestResult } from "../../../core/contracts/groups/requests.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { checkPeople } from "../../../core/domain/groups/check-people.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { answerJoinRequests } from "../../../core/operations/groups/answer-join-requests.ts";
import { listJoinRequests } from "../../../core/operations/groups/list-join-requests.ts";
import { SESSION_REFUSALS } from "../../../core/records/command.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { validationError } from "../validate.ts";
import { GroupParams } from "./group-params.ts";

const ERRORS = ["instance_not_found", "group_not_found", "conflict", ...SESSION_REFUSALS] as const;

/** GET …/groups/{group}/requests: returns the whole list, up to a maximum length. Spec: groups. */
export const listRequests = route("groups.requests", {
  summary: "List the requests to join a group",
  params: GroupParams,
  responses: {
    200: { description: `The open requests, at most ${LIMITS.joinRequestsShownMax}`, schema: z.array(GroupRequest) },
  },
  errors: ERRORS,
  async handle({ caller, deps, params }) {
    const instance = await readInstance(deps, caller, params.id);
    return reply(200, await listJoinRequests(deps, instance, params.group));
  },
});

/** POST …/groups/{group}/requests/approve. Spec: groups. */
export const approveRequests = answering("groups.approve_requests", "approve", "Approve requests to join a group");

/** POST …/groups/{group}/requests/reject. Spec: groups. */
export const rejectRequests = answering("groups.reject_requests", "reject", "Reject requests to join a group");

function answering(
  id: "groups.approve_requests" | "groups.reject_requests",
  answer: "approve" | "reject",
  summary: string,
) {
  return route(id, {
    summary,
    params: GroupParams,
    body: AnswerRequestsBody,
    responses: { 200: { description: "The result of each request", schema: z.array(GroupRequestResult) } },
    errors: ERRORS,
    async handle({ caller, deps, params, body }) {
      const instance = await readInstance(deps, caller, params.id);
      const checked = checkPeople(body.participants, "members");
      if ("error" in checked) throw validationError({ participants: [checked.error] });
      return reply(200, await answerJoinRequests(deps, instance, params.group, { answer, people: checked.people }));
    },
  });
}
