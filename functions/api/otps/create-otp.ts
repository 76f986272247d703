import { CreateOtpBody, Otp } from "../../../core/contracts/otps/otp.ts";
import { PLANS } from "../../../core/contracts/plans.ts";
import { checkOtp } from "../../../core/domain/otps/check-otp.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { createOtp as create, findOtpReplay } from "../../../core/operations/otps/create-otp.ts";
import type { FoundOtp } from "../../../core/operations/otps/read-otp.ts";
import type { Caller } from "../../../core/records/accounts/caller.ts";
import type { InstanceRecord } from "../../../core/records/instance.ts";
import type { ApiDeps } from "../../own-deps.ts";
import { IdempotencyHeaders } from "../messages/idempotent-replies.ts";
import { reply } from "../reply.ts";
import { type Prepared, route } from "../route.ts";
import { validationError } from "../validate.ts";
import { showOtp } from "./show-otp.ts";

/** POST /v1/otps: 201 with the OTP, 200 on an idempotent replay, which sends nothing. Spec: OTP. */
export const createOtp = route("otps.create", {
  summary: "Confirm a phone number, by a link or by a code",
  headers: IdempotencyHeaders,
  body: CreateOtpBody,
  responses: {
    201: { description: "Created; without a connection it has already failed, see reason", schema: Otp },
    200: { description: "A retry with the same Idempotency-Key: the first OTP as it is now", schema: Otp },
  },
  errors: ["instance_not_found", "limit_reached", "plan_limit", "unavailable"],

  // The first request wins whatever the retry's body is, so the replay comes before the body is judged.
  async prepare({ caller, deps, rawBody, rawHeaders }): Promise<Prepared<InstanceRecord>> {
    const { instance_id: id } = rawBody;
    if (typeof id !== "string") return null;
    const instance = await readInstance(deps, caller, id);
    const key = IdempotencyHeaders.safeParse(rawHeaders).data?.["idempotency-key"] ?? null;
    const first = await findOtpReplay(deps, instance, key);
    return first ? { reply: await answer(deps, { otp: first, instance }, caller, true) } : { ready: instance };
  },

  async handle({ caller, deps, ready: instance, headers, body }) {
    const otp = checkOtp(body);
    if ("errors" in otp) throw validationError(otp.errors);
    const { messagesPerDay: messages_per_day, codesPerHour: codes_per_hour } = PLANS[caller.plan];
    const idempotency_key = headers["idempotency-key"] ?? null;
    const made = await create(deps, { instance, otp, codes_per_hour, messages_per_day, idempotency_key });
    return answer(deps, { otp: made.otp, instance }, caller, made.replayed);
  },
});

async function answer(deps: ApiDeps, found: FoundOtp, caller: Caller, isReplay: boolean) {
  const shown = await showOtp(deps, found, caller);
  return isReplay ? reply(200, shown, { "Idempotent-Replayed": "true" }) : reply(201, shown);
}
