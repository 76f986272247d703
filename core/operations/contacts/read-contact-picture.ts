import { DAY_MS } from "../../contracts/durations.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { ApiError } from "../../errors.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { requireResult } from "../commands/run-command.ts";
import type { FoundContact } from "./read-contact.ts";

/**
 * Returns the contact with their current picture. The picture is requested from the network if the stored copy is old,
 * if the person has changed their picture, or if it was never requested before. If the network can't be queried right
 * now, the stored picture is returned instead of an error. Spec: GET /v1/instances/{id}/contacts/{contact},
 * `picture_url`.
 */
export async function withPicture(
  deps: LaneDeps,
  instance: InstanceRecord,
  found: FoundContact,
): Promise<FoundContact> {
  const { person, contact } = found;
  const ageMs = deps.clock.now().getTime() - (contact?.picture?.asked_ms ?? 0);
  if (ageMs < LIMITS.contactPictureKeptDays * DAY_MS) return found;
  try {
    const picture = await requireResult<"contact_picture">(deps, instance, { kind: "contact_picture", person });
    return { ...found, contact: { ...contact, picture } };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return found;
  }
}
