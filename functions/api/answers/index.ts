import { ANSWERS_ROUTES } from "../../../core/contracts/route-tables.ts";
import { ownDeps } from "../../own-deps.ts";
import { keysPart } from "../../parts/keys-part.ts";
import { mediaPart } from "../../parts/media-part.ts";
import { tablePart } from "../../parts/table-part.ts";
import { vaultPart } from "../../parts/vault-part.ts";
import { wakeupsPart } from "../../parts/wakeups-part.ts";
import { resource } from "../resource.ts";
import { changeAgent } from "./change-agent.ts";
import { changeAutoReply } from "./change-auto-reply.ts";
import { getAgent } from "./get-agent.ts";
import { getAutoReply } from "./get-auto-reply.ts";
import { getMenu } from "./get-menu.ts";
import { replaceMenu } from "./replace-menu.ts";
import { routes as savedReplies } from "./saved-replies.ts";
import { tryAnswer } from "./try-answer.ts";

/** The routes for automatic answers and saved replies, used by the Lambda function and the OpenAPI document. */
export const routes = [
  getAgent,
  changeAgent,
  getMenu,
  replaceMenu,
  getAutoReply,
  changeAutoReply,
  tryAnswer,
  ...savedReplies,
];

/** The parts this Lambda function uses. lib/wiring.ts grants the permissions for them. */
export const parts = [tablePart, keysPart, vaultPart, wakeupsPart, mediaPart];

/** The Lambda handler for these routes. */
export const handler = resource(ANSWERS_ROUTES, routes, ownDeps(parts));
