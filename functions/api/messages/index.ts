import { MESSAGES_ROUTES } from "../../../core/contracts/route-tables.ts";
import { ownDeps } from "../../own-deps.ts";
import { keysPart } from "../../parts/keys-part.ts";
import { mediaPart } from "../../parts/media-part.ts";
import { tablePart } from "../../parts/table-part.ts";
import { wakeupsPart } from "../../parts/wakeups-part.ts";
import { resource } from "../resource.ts";
import { changeMessage } from "./change-message.ts";
import { deleteMessage } from "./delete-message.ts";
import { forwardMessage } from "./forward-message.ts";
import { getMessage } from "./get-message.ts";
import { listMessages } from "./list-messages.ts";
import { markRead } from "./mark-read.ts";
import { reactToMessage, removeReaction } from "./react-to-message.ts";
import { sendMessage } from "./send-message.ts";

/** The routes for messages, used by the Lambda function and the OpenAPI document. */
export const routes = [
  listMessages,
  sendMessage,
  getMessage,
  changeMessage,
  deleteMessage,
  reactToMessage,
  removeReaction,
  markRead,
  forwardMessage,
];

/** The parts that this Lambda function uses. lib/wiring.ts grants the permissions for them. */
export const parts = [tablePart, keysPart, wakeupsPart, mediaPart];

/** The Lambda handler for these routes. */
export const handler = resource(MESSAGES_ROUTES, routes, ownDeps(parts));
