import { resource } from "../route.ts";
import { getMessage } from "./get-message.ts";
import { listMessages } from "./list-messages.ts";
import { sendMessage } from "./send-message.ts";

/** The routes of messages, for their function and for the OpenAPI document. */
export const routes = [listMessages, sendMessage, getMessage];

/** Their function. */
export const handler = resource(routes);
