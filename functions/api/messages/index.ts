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

/** The routes of messages, used by their function and by the OpenAPI document. */
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

/** The parts that the function of these routes uses. lib/wiring.ts grants their rights. */
export const parts = [tablePart, keysPart, wakeupsPart, mediaPart];

/** The Lambda handler for these routes. */
export const handler = resource(routes, ownDeps(parts));
