import { Profile, UpdateProfileBody } from "../../../core/contracts/number.ts";
import { mediaKey } from "../../../core/domain/files/media-key.ts";
import { checkPicture } from "../../../core/domain/files/profile-picture.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { changeProfile } from "../../../core/operations/instances/change-profile.ts";
import { SESSION_REFUSALS } from "../../../core/records/command.ts";
import { InstanceParams } from "../instances/instance-params.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { validationError } from "../validate.ts";
import { presentProfile } from "./present-profile.ts";

/** PATCH /v1/instances/{id}/profile: changes only the fields present in the request. Spec: Instance profile. */
export const updateProfile = route("profile.update", {
  summary: "Change the linked number's name, about text or picture",
  params: InstanceParams,
  body: UpdateProfileBody,
  responses: { 200: { description: "The updated profile", schema: Profile } },
  errors: ["instance_not_found", ...SESSION_REFUSALS],
  async handle({ caller, deps, params, body, now }) {
    const instance = await readInstance(deps, caller, params.id);
    const fileKey = mediaKey(caller.account_id, instance.id, deps.ids.next("picture", now));
    const allowPrivate = deps.env.ALLOW_PRIVATE_WEBHOOKS === "1";
    const picture = body.picture && checkPicture(body.picture, { allowPrivate, fileKey });
    if (picture && "errors" in picture) throw validationError(picture.errors);
    const { name, about } = body;
    return reply(200, await presentProfile(deps, await changeProfile(deps, instance, { name, about, picture })));
  },
});
