import { ApiError } from "../../errors.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import type { ProfileRecord } from "../../records/profile.ts";
import { profileRecords } from "../../records/profile.ts";
import { keys } from "../../store/keys.ts";
import { requireResult } from "../commands/run-command.ts";

/** Error codes that mean the network or the session is temporarily unavailable. */
const AWAY = new Set(["not_connected", "messenger_unavailable", "unavailable"]);

/**
 * Fetches the linked number's profile from the network. While the network is unavailable, returns the profile as it was
 * last seen.
 * @throws ApiError `not_connected`, `messenger_unavailable`, `unavailable` if the profile was never seen. Spec: GET
 * /v1/instances/{id}/profile.
 */
export async function readProfile(deps: LaneDeps, instance: InstanceRecord): Promise<ProfileRecord> {
  try {
    return await requireResult<"read_profile">(deps, instance, { kind: "read_profile" });
  } catch (error) {
    if (!(error instanceof ApiError) || !AWAY.has(error.code)) throw error;
    const stored = await deps.table.get(keys.profile(instance.id));
    if (!stored || stored.phone !== instance.phone) throw error;
    return profileRecords.of(stored);
  }
}
