import { CreateOtpBody, Otp } from "../../../core/contracts/otps/otp.ts";
import { PLANS } from "../../../core/contracts/plans.ts";
import { checkOtp } from "../../../core/domain/otps/check-otp.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { createOtp as create, findOtpReplay } from "../../../core/operations/otps/create-otp.ts";
import type { InstanceRecord } from "../../../core/records/instance.ts";
import { replyMade } from "../idempotent.ts";
import { type Prepared, route } from "../route.ts";
import { validationError } from "../validate.ts";
import { showOtp } from "./show-otp.ts";

/** POST /v1/otps: returns 201 with the OTP. A replay doesn't send it again. Spec: OTP. */
export const createOtp = route("otps.create", {
  summary: "Confirm a phone number with a link or a code",
  body: CreateOtpBody,
  responses: {
    201: {
      description: "The OTP. If the instance is not connected, it has already failed, and reason says why",
      schema: Otp,
    },
    200: { description: "A retry with the same Idempotency-Key: the current state of the first OTP", schema: Otp },
  },
  errors: ["instance_not_found", "otp_not_found", "limit_reached", "plan_limit", "unavailable"],

  async prepare({ caller, deps, rawBody }): Promise<Prepared<InstanceRecord>> {
    const { instance_id: id } = rawBody;
    if (typeof id !== "string") return null;
    return { ready: await readInstance(deps, caller, id) };
  },

  idempotent: {
    async replay({ caller, deps, ready: instance }, key) {
      const otp = await findOtpReplay(deps, instance, key);
      return otp && showOtp(deps, { otp, instance }, caller);
    },
  },

  async handle({ caller, deps, ready: instance, idempotencyKey: idempotency_key, body }) {
    const otp = checkOtp(body);
    if ("errors" in otp) throw validationError(otp.errors);
    const { messagesPerDay: messages_per_day, codesPerHour: codes_per_hour } = PLANS[caller.plan];
    const made = await create(deps, { instance, otp, codes_per_hour, messages_per_day, idempotency_key });
    return replyMade(201, await showOtp(deps, { otp: made.otp, instance }, caller), made.replayed);
  },
});
