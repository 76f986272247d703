import type { Tool } from "../tool.ts";
import { cancelMessageTool } from "./cancel-message.ts";
import { checkNumberTool } from "./check-number.ts";
import { createBroadcastDraftTool } from "./create-broadcast-draft.ts";
import { getBroadcastTool } from "./get-broadcast.ts";
import { getDeliveriesTool } from "./get-deliveries.ts";
import { getInstanceTool } from "./get-instance.ts";
import { getMessageTool } from "./get-message.ts";
import { listChatsTool } from "./list-chats.ts";
import { listContactsTool } from "./list-contacts.ts";
import { listEventsTool } from "./list-events.ts";
import { listInstancesTool } from "./list-instances.ts";
import { listMembersTool } from "./list-members.ts";
import { markReadTool } from "./mark-read.ts";
import { reactTool } from "./react.ts";
import { readChatTool } from "./read-chat.ts";
import { searchMessagesTool } from "./search-messages.ts";
import { sendFileTool } from "./send-file.ts";
import { sendMessageTool } from "./send-message.ts";
import { whyWaitingTool } from "./why-waiting.ts";

/** All tools. A test fails if a tool from functions/mcp/mcp-tools.ts is missing here. */
export const ALL_TOOLS: readonly Tool[] = [
  listInstancesTool,
  getInstanceTool,
  listChatsTool,
  readChatTool,
  searchMessagesTool,
  getMessageTool,
  listContactsTool,
  listMembersTool,
  checkNumberTool,
  sendMessageTool,
  sendFileTool,
  reactTool,
  markReadTool,
  cancelMessageTool,
  createBroadcastDraftTool,
  getBroadcastTool,
  whyWaitingTool,
  listEventsTool,
  getDeliveriesTool,
];
