import type { Otp } from "../../../core/contracts/otps/otp.ts";
import { presentOtp } from "../../../core/operations/otps/present-otp.ts";
import type { FoundOtp } from "../../../core/operations/otps/read-otp.ts";
import type { Caller } from "../../../core/records/accounts/caller.ts";
import type { ApiDeps } from "../../own-deps.ts";
import { qrPicture } from "../qr-picture.ts";

/** Returns an OTP with the fields that this caller may see. */
export const showOtp = (deps: ApiDeps, found: FoundOtp, caller: Pick<Caller, "kind">): Promise<Otp> =>
  presentOtp(deps, found, caller.kind, qrPicture);
