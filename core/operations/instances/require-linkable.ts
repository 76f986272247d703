import { ApiError } from "../../errors.ts";
import type { InstanceRecord } from "../../records/instance.ts";

/**
 * Checks that a phone may be linked. @throws ApiError `conflict` if a phone is linked or the instance is stopped, or
 * `link_refused`. Spec: Errors, rule 6.
 */
export function requireLinkable(instance: InstanceRecord): void {
  if (instance.link_refused) throw new ApiError("link_refused");
  if (instance.phone !== null) {
    throw new ApiError("conflict", {
      message: "A phone is already linked. Log the instance out first (POST …/logout).",
    });
  }
  if (instance.wanted === "off") {
    throw new ApiError("conflict", { message: "The instance is stopped. Start it (POST …/start), then try again." });
  }
}
