import type { AccountId } from "../../../core/contracts/ids.ts";
import { ApiError } from "../../../core/errors.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { InstanceParams } from "../instances/instance-params.ts";
import type { RouteContext } from "../route.ts";

/** The webhook that a request refers to. `owner` is "account" or the ID of one of the account's instances. */
export interface WebhookPlace {
  account_id: AccountId;
  owner: string;
}

type Request = Pick<RouteContext, "caller" | "deps"> & { params: { id?: string } };

/**
 * The two paths for webhook requests, and how the webhook's owner is determined for each. Both paths support the same
 * requests. Spec: Webhook management.
 */
export const PLACES = {
  webhook: {
    whose: "the account's webhook",
    params: undefined,
    errors: [],
    /**
     * @throws ApiError `key_not_allowed` for a single-instance key, which may only access the webhook of its own
     * instance.
     */
    async find({ caller }: Request): Promise<WebhookPlace> {
      if (caller.instance_id !== null) throw new ApiError("key_not_allowed");
      return { account_id: caller.account_id, owner: "account" };
    },
  },
  instance_webhook: {
    whose: "an instance's own webhook",
    params: InstanceParams,
    errors: ["instance_not_found"],
    /** @throws ApiError `key_not_allowed`, `instance_not_found`. */
    async find({ caller, deps, params }: Request): Promise<WebhookPlace> {
      const instance = await readInstance(deps, caller, params.id ?? "");
      return { account_id: caller.account_id, owner: instance.id };
    },
  },
} as const;

/** The names of the two paths for webhook requests. */
export const PLACE_NAMES = ["webhook", "instance_webhook"] as const;
