import type * as z from "zod";
import { Otp } from "../otps/otp.ts";

/** A one-time code in the panel's list. Contains its progress and outcome, never the code itself. */
export const PanelOtp = Otp.omit({ instance_id: true, code: true, link: true, qr: true });
export type PanelOtp = z.infer<typeof PanelOtp>;
