import type { GroupRequestResult } from "../../contracts/groups/requests.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { inKnownForms } from "../../records/named-person.ts";
import { requireResult } from "../commands/run-command.ts";
import { requireChangeable } from "./require-changeable.ts";
import { requireGroup } from "./require-group.ts";

/**
 * Approves or rejects requests to join a group. Each person is handled separately.
 * @param people phone digits, or private ids. @throws ApiError like `listJoinRequests`. Spec: POST
 * …/groups/{group}/requests/approve, …/requests/reject.
 */
export async function answerJoinRequests(
  deps: LaneDeps,
  instance: InstanceRecord,
  given: string,
  { answer, people }: { answer: "approve" | "reject"; people: string[] },
): Promise<GroupRequestResult[]> {
  const found = await requireGroup(deps.table, instance, given);
  requireChangeable(instance, found, { admin: true });
  const named = [...new Set(await inKnownForms(deps.table, instance.id, people))];
  const command = { kind: "answer_join_requests" as const, group: found.group, answer, people: named };
  const { answers } = await requireResult<"answer_join_requests">(deps, instance, command);
  return answers.map(({ id, phone, result, reason }) => ({ id, phone, result, reason }));
}
