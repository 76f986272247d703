import type { ResourceOperations } from "./operation.ts";
import { BROADCASTS } from "./resources/broadcast.ts";
import { CHATS } from "./resources/chat.ts";
import { CONTACTS } from "./resources/contact.ts";
import { GROUPS } from "./resources/group.ts";
import { INSTANCES } from "./resources/instance.ts";
import { MESSAGE } from "./resources/message.ts";
import { OTPS } from "./resources/otp.ts";

/** Everything that the action node can do. The first resource is preselected in a new node. */
export const RESOURCES: readonly ResourceOperations[] = [MESSAGE, BROADCASTS, CHATS, CONTACTS, GROUPS, INSTANCES, OTPS];
