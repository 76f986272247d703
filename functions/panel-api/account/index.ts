import { routes as activity } from "../../api/activity/index.ts";
import { routes as instances } from "../../api/instances/index.ts";
import { getOtp } from "../../api/otps/get-otp.ts";
import { routes as profile } from "../../api/profile/index.ts";
import { routes as webhook } from "../../api/webhook/index.ts";
import { ownDeps } from "../../own-deps.ts";
import { codesPart } from "../../parts/codes-part.ts";
import { keysPart } from "../../parts/keys-part.ts";
import { mediaPart } from "../../parts/media-part.ts";
import { tablePart } from "../../parts/table-part.ts";
import { vaultPart } from "../../parts/vault-part.ts";
import { wakeupsPart } from "../../parts/wakeups-part.ts";
import { panelResource } from "../panel-resource.ts";
import { getFigures } from "./figures.ts";
import { routes as keys } from "./keys.ts";
import { routes as me } from "./me/index.ts";
import { routes as newChat } from "./new-chat.ts";
import { routes as otps } from "./otps.ts";
import { routes as protection } from "./protection.ts";
import { routes as webhooks } from "./webhooks.ts";

/** The panel's own routes for users, accounts, account settings, and finding the person behind a phone number. */
export const own = [...me, ...keys, ...webhooks, ...protection, ...newChat, ...otps, getFigures];

/**
 * Public API routes for instances and webhooks that the panel also uses, plus the OTP route whose result it displays.
 */
export const mounted = [...instances, ...profile, ...webhook, ...activity, getOtp];

/** The parts that this Lambda function uses. lib/wiring.ts grants the permissions for them. */
export const parts = [tablePart, keysPart, vaultPart, codesPart, wakeupsPart, mediaPart];

/** The Lambda handler for all panel routes that aren't served by another panel function. */
export const handler = panelResource(own, mounted, ownDeps(parts));
