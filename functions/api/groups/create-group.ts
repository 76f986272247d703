import { CreatedGroup, CreateGroupBody } from "../../../core/contracts/groups/create-group.ts";
import { mediaKey } from "../../../core/domain/files/media-key.ts";
import { checkPicture } from "../../../core/domain/files/profile-picture.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { createGroup as create, replayGroup } from "../../../core/operations/groups/create-group.ts";
import { SESSION_REFUSALS } from "../../../core/records/command.ts";
import { replyMade } from "../idempotent.ts";
import { InstanceParams } from "../instances/instance-params.ts";
import { route } from "../route.ts";
import { validationError } from "../validate.ts";
import { givenGroupPeople } from "./given-group-people.ts";

/** POST /v1/instances/{id}/groups: returns 201 with the new group. Spec: groups. */
export const createGroup = route("groups.create", {
  summary: "Create a group",
  params: InstanceParams,
  body: CreateGroupBody,
  responses: {
    201: {
      description: "The group. not_added lists the people who could not be added, even if that is everyone",
      schema: CreatedGroup,
    },
    200: {
      description: "A retry with the same Idempotency-Key: the current state of the first group",
      schema: CreatedGroup,
    },
  },
  errors: [
    "instance_not_found",
    "group_not_found",
    "limit_reached",
    "new_chats_paused",
    "messenger_restricted",
    "in_progress",
    ...SESSION_REFUSALS,
  ],

  prepare: async ({ caller, deps, rawParams }) => ({ ready: await readInstance(deps, caller, rawParams.id ?? "") }),

  idempotent: { replay: ({ deps, ready: instance }, key) => replayGroup(deps, instance, key) },

  async handle({ caller, deps, ready: instance, idempotencyKey: idempotency_key, body, now }) {
    const fileKey = mediaKey(caller.account_id, instance.id, deps.ids.next("picture", now));
    const allowPrivate = deps.env.ALLOW_PRIVATE_WEBHOOKS === "1";
    const picture = body.picture ? checkPicture(body.picture, { allowPrivate, fileKey }) : null;
    if (picture && "errors" in picture) throw validationError(picture.errors);
    const { subject, participants, description, settings = {} } = body;
    const { group, replayed } = await create(deps, instance, {
      subject,
      people: givenGroupPeople(instance, participants),
      description: description || null,
      settings: settings as Partial<CreatedGroup["settings"]>, // JSON has no undefined
      picture,
      idempotency_key,
    });
    return replyMade(201, group, replayed);
  },
});
