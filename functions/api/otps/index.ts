import { OTPS_ROUTES } from "../../../core/contracts/route-tables.ts";
import { ownDeps } from "../../own-deps.ts";
import { codesPart } from "../../parts/codes-part.ts";
import { keysPart } from "../../parts/keys-part.ts";
import { tablePart } from "../../parts/table-part.ts";
import { wakeupsPart } from "../../parts/wakeups-part.ts";
import { resource } from "../resource.ts";
import { checkOtp } from "./check-otp.ts";
import { createOtp } from "./create-otp.ts";
import { deleteOtp } from "./delete-otp.ts";
import { getOtp } from "./get-otp.ts";
import { resendOtp } from "./resend-otp.ts";

/** The routes for OTPs, used by the Lambda function and the OpenAPI document. */
export const routes = [createOtp, getOtp, deleteOtp, checkOtp, resendOtp];

/** The parts that this Lambda function uses. lib/wiring.ts grants the permissions for them. */
export const parts = [tablePart, keysPart, codesPart, wakeupsPart];

/** The Lambda handler for these routes. */
export const handler = resource(OTPS_ROUTES, routes, ownDeps(parts));
