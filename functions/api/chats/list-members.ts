import * as z from "zod";
import { TeamMember } from "../../../core/contracts/team-member.ts";
import { listTeam } from "../../../core/operations/users/list-members.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";

/**
 * GET /v1/members: returns all members in a single response, because an account has only a few. Omits email addresses,
 * which are private to the team.
 */
export const listMembers = route("members.list", {
  summary: "List the members of your team, to whom chats can be assigned",
  responses: { 200: { description: "All team members, in the order they joined", schema: z.array(TeamMember) } },
  handle: async ({ deps, caller }) => reply(200, await listTeam(deps.table, caller.account_id)),
});
