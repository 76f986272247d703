import { ApiError } from "../../errors.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import type { FoundGroup } from "./require-group.ts";

/**
 * Checks whether a change to a group can succeed, based on what the table shows.
 * @param needs `admin` if only admins may make the change.
 * @throws ApiError `not_connected`; `conflict` if the group is from an earlier link, or if the instance is not in the
 * group or is not one of its admins. Spec: groups.
 */
export function requireChangeable(
  instance: InstanceRecord,
  { record, isStale }: FoundGroup,
  { admin = false }: { admin?: boolean } = {},
): void {
  if (instance.status !== "working") throw new ApiError("not_connected");
  if (isStale) throw new ApiError("conflict", { message: STALE });
  if (record.my_role === undefined) throw new ApiError("conflict", { message: NOT_IN_GROUP });
  if (admin && record.my_role === "member") throw new ApiError("conflict", { message: ADMINS_ONLY });
}

const STALE =
  "The group is known from an earlier link of this number. It can be changed once the number's groups have been loaded again.";
/** The error message for changing a group that the instance is not in. */
export const NOT_IN_GROUP = "The instance is not in this group.";
/** The error message for a change that requires a role the instance doesn't have. */
export const ADMINS_ONLY = "Only a group admin can do this.";
