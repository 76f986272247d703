import { resource } from "../route.ts";
import { changeMessage } from "./change-message.ts";
import { deleteMessage } from "./delete-message.ts";
import { forwardMessage } from "./forward-message.ts";
import { getMessage } from "./get-message.ts";
import { listMessages } from "./list-messages.ts";
import { markRead } from "./mark-read.ts";
import { reactToMessage, removeReaction } from "./react-to-message.ts";
import { sendMessage } from "./send-message.ts";

/** The routes of messages, for their function and for the OpenAPI document. */
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

/** Their function. */
export const handler = resource(routes);
