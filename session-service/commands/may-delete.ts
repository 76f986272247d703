import { needsRole, ownAct, whoMay } from "../../core/domain/messages/who-may.ts";
import { readRole, roleAmong } from "../../core/operations/groups/read-role.ts";
import type { MessageRecord } from "../../core/records/message.ts";
import { placeOf } from "../../core/records/message-chat.ts";
import type { CommandTools } from "./command-tools.ts";
import { readBack } from "./group-answers.ts";

/**
 * Whether the number may delete a message for everyone. It may delete its own messages and, in groups where it is an
 * admin, other people's. If our copy of the group does not contain the number's role, the network is queried.
 * @throws AnswerUnknown if the network does not answer; FenceLost.
 */
export async function mayDelete(tools: CommandTools, message: MessageRecord): Promise<boolean> {
  const { table } = tools.deps;
  const act = ownAct("delete", message, placeOf(message));
  if (!needsRole(act)) return whoMay({ ...act, role: "member" }) === "allowed";
  const group = message.chat_id ?? "";
  const known = whoMay({ ...act, role: await readRole(table, message.instance_id, group, "us") });
  if (known !== "in_doubt") return known === "allowed";
  const { group: answer, role: my_role } = await readBack(tools, group);
  const role = await roleAmong(table, message.instance_id, { members: answer?.members ?? [], my_role }, "us");
  return whoMay({ ...act, role }) === "allowed";
}
