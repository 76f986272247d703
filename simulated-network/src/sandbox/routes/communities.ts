import * as z from "zod";
import { newDescriptionId } from "../../world/groups/change-group.ts";
import { createCommunity, linkGroup, unlinkGroup } from "../../world/groups/communities.ts";
import { presentGroup } from "../answers/present-group.ts";
import { PhoneNumber, personOf } from "../requests/fields.ts";
import { changeGroupOf, groupOf, orConflict } from "../requests/group-change.ts";
import { ok, route } from "../requests/route.ts";

const NewCommunity = z.object({
  subject: z.string().min(1).max(100),
  owner: PhoneNumber,
  participants: z.array(PhoneNumber).default([]),
  description: z.string().max(2048).optional(),
});

/** `group` is the id of the group to link. */
const NewLink = z.object({ group: z.string(), by: PhoneNumber.optional() });

const Unlinking = z.object({ by: PhoneNumber.optional() });

/**
 * Routes for communities. Each community has an announcement group and can contain further groups. DELETE
 * /groups/{chat_id} deletes a community.
 */
export const communityRoutes = [
  route("POST /communities", NewCommunity, ({ deps, body }) =>
    deps.world.transactions.run((transaction) => {
      const { parent, announcements } = orConflict(() =>
        createCommunity(deps.world, transaction, personOf(transaction, body.owner), {
          subject: body.subject,
          people: body.participants.map((phone) => personOf(transaction, phone)),
          form: "lid",
          description: body.description ? { text: body.description, id: newDescriptionId() } : undefined,
        }),
      );
      return ok({ ...presentGroup(transaction, parent), announcement_chat_id: announcements.id }, 201);
    }),
  ),

  route("POST /communities/{chat_id}/groups", NewLink, (request) =>
    changeGroupOf(request, ({ transaction, group, actor }) =>
      linkGroup(request.deps.world, transaction, group, groupOf(transaction, request.body.group), actor),
    ),
  ),

  route("DELETE /communities/{chat_id}/groups/{group}", Unlinking, (request) =>
    changeGroupOf(request, ({ transaction, group, actor }) =>
      unlinkGroup(request.deps.world, transaction, group, groupOf(transaction, request.param("group")), actor),
    ),
  ),
];
