import { HOUR_MS } from "../../contracts/durations.ts";
import type { CreatedGroup, NotAdded } from "../../contracts/groups/create-group.ts";
import { PREFER_LINK } from "../../contracts/groups/people.ts";
import { LIMITS } from "../../contracts/limits.ts";
import type { FileSource } from "../../domain/files/file-source.ts";
import type { PictureUpload } from "../../domain/files/profile-picture.ts";
import { ApiError } from "../../errors.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { MediaStore } from "../../ports.ts";
import { creationPlace, unansweredPlace } from "../../records/chats/group-creation.ts";
import type { GroupPlan } from "../../records/command.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { inKnownForms } from "../../records/named-person.ts";
import { requireResult } from "../commands/run-command.ts";
import { claimCreation, dropCreation, endWait, readCreation } from "./claim-creation.ts";
import { presentGroup } from "./present-group.ts";
import { requireGroup } from "./require-group.ts";

type Deps = LaneDeps & { media: Pick<MediaStore, "put" | "link"> };

/** A group that a customer wants to create, with people who have already been checked. */
export interface AskedGroup extends Omit<GroupPlan, "key" | "place" | "picture"> {
  picture: { source: FileSource; upload: PictureUpload | null } | null;
  idempotency_key: string | null;
}

/**
 * How long a repeated request can find the group if the first response was lost. This value is a design choice:
 * docs/decisions/0167.
 */
const UNANSWERED_MS = HOUR_MS;
const SERVER_ERROR = 500;
const FILE = { filename: null, maxBytes: LIMITS.fileDataMaxBytes };

/**
 * Creates a group, once per Idempotency-Key. A request that is repeated while the first one is in progress waits for
 * its group. A request that is repeated after a lost response first checks whether the group exists. Identical requests
 * without a key are treated the same way for an hour. Spec: POST /v1/instances/{id}/groups.
 * @throws ApiError `not_connected`, `limit_reached`, `new_chats_paused`, `messenger_restricted`, `in_progress` …
 */
export async function createGroup(
  deps: Deps,
  instance: InstanceRecord,
  { idempotency_key, picture, ...about }: AskedGroup,
): Promise<Outcome> {
  // Check this first, so nothing is started that can't continue.
  if (instance.status !== "working") throw new ApiError("not_connected");
  if (picture?.upload && "key" in picture.source) {
    const { base64, mimetype } = picture.upload;
    await deps.media.put(picture.source.key, Buffer.from(base64, "base64"), { ...FILE, mimetype });
  }
  const plan = { ...about, picture: picture?.source ?? null };
  return idempotency_key === null
    ? makeAnswered(deps, instance, plan)
    : makeKeyed(deps, instance, plan, creationPlace(idempotency_key));
}

type Plan = Omit<GroupPlan, "key" | "place">;
type Outcome = { group: CreatedGroup; replayed: boolean };

/** Creates the group once per Idempotency-Key, for as long as keys are retained. */
async function makeKeyed(deps: Deps, instance: InstanceRecord, plan: Plan, place: string): Promise<Outcome> {
  const begun = await claimCreation(deps, instance.id, place);
  if (begun.group !== undefined) {
    return { group: await present(deps, instance, begun.group, begun.not_added ?? [], true), replayed: true };
  }
  try {
    return { group: await make(deps, instance, { ...plan, key: begun.key, place }), replayed: false };
  } catch (error) {
    // A request that has definitely ended may be retried immediately.
    if (error instanceof ApiError && error.status < SERVER_ERROR) await endWait(deps, instance.id, place);
    throw error;
  }
}

/**
 * Creates a group for a request without an Idempotency-Key. Each request creates a new group, except that a repeat
 * after a lost response finds the first request's group. The request is forgotten once its response has been delivered,
 * whether the response is a group or a refusal.
 */
async function makeAnswered(deps: Deps, instance: InstanceRecord, plan: Plan): Promise<Outcome> {
  const place = unansweredPlace(plan);
  const { key, group, not_added = [] } = await claimCreation(deps, instance.id, place, UNANSWERED_MS);
  try {
    const made =
      group === undefined
        ? await make(deps, instance, { ...plan, key, place })
        : await present(deps, instance, group, not_added, true);
    await dropCreation(deps, instance.id, { place, key });
    return { group: made, replayed: group !== undefined };
  } catch (error) {
    if (error instanceof ApiError && error.status < SERVER_ERROR) await dropCreation(deps, instance.id, { place, key });
    // The session has responded, so it is no longer working on the group. The next request first checks whether the
    // group exists.
    else if (error instanceof ApiError && error.code !== "unavailable") await endWait(deps, instance.id, place);
    throw error;
  }
}

/**
 * Returns the group that an earlier request with the same key created, in its current state. Returns null if no group
 * was created.
 */
export async function replayGroup(
  deps: Deps,
  instance: InstanceRecord,
  idempotencyKey: string,
): Promise<CreatedGroup | null> {
  const found = await readCreation(deps, instance.id, creationPlace(idempotencyKey));
  return found?.group === undefined ? null : present(deps, instance, found.group, found.not_added ?? [], true);
}

async function make(deps: Deps, instance: InstanceRecord, plan: GroupPlan): Promise<CreatedGroup> {
  const people = await inKnownForms(deps.table, instance.id, plan.people);
  const command = { group: null, kind: "create_group", ...plan, people } as const;
  const { group, not_added, has_picture } = await requireResult<"create_group">(deps, instance, command);
  return present(deps, instance, group, not_added, has_picture || plan.picture === null);
}

async function present(
  deps: Deps,
  instance: InstanceRecord,
  group: string,
  not_added: NotAdded[],
  hasPicture: boolean,
): Promise<CreatedGroup> {
  const shown = await presentGroup(deps, instance.id, await requireGroup(deps.table, instance, group));
  return { ...shown, not_added, hint: hasPicture ? PREFER_LINK : `${NO_PICTURE} ${PREFER_LINK}` };
}

const NO_PICTURE = "The group was created without its picture. Set the picture with PATCH.";
