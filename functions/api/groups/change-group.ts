import { ChangeGroupBody } from "../../../core/contracts/groups/change-group.ts";
import { Group } from "../../../core/contracts/groups/group.ts";
import { mediaKey } from "../../../core/domain/files/media-key.ts";
import { checkPicture } from "../../../core/domain/files/profile-picture.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { changeGroup as change } from "../../../core/operations/groups/change-group.ts";
import { SESSION_REFUSALS } from "../../../core/records/command.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { validationError } from "../validate.ts";
import { GroupParams } from "./group-params.ts";

/** PATCH /v1/instances/{id}/groups/{group}: changes only the fields present in the request. Spec: groups. */
export const changeGroup = route("groups.change", {
  summary: "Change a group's subject, description, picture or settings",
  params: GroupParams,
  body: ChangeGroupBody,
  responses: { 200: { description: "The updated group", schema: Group } },
  errors: ["instance_not_found", "group_not_found", "conflict", ...SESSION_REFUSALS],
  async handle({ caller, deps, params, body, now }) {
    const instance = await readInstance(deps, caller, params.id);
    const fileKey = mediaKey(caller.account_id, instance.id, deps.ids.next("picture", now));
    const allowPrivate = deps.env.ALLOW_PRIVATE_WEBHOOKS === "1";
    const picture = body.picture && checkPicture(body.picture, { allowPrivate, fileKey });
    if (picture && "errors" in picture) throw validationError(picture.errors);
    const { subject, description, settings } = body;
    const asked = {
      ...(subject !== undefined && { subject }),
      ...(description !== undefined && { description: description === "" ? null : description }),
      ...(settings !== undefined && { settings: settings as Partial<Group["settings"]> }), // JSON has no undefined
      ...(picture !== undefined && { picture }),
    };
    return reply(200, await change(deps, instance, params.group, asked));
  },
});
