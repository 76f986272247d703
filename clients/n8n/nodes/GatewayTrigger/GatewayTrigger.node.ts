import type {
  IHookFunctions,
  INodeType,
  INodeTypeDescription,
  IWebhookFunctions,
  IWebhookResponseData,
} from "n8n-workflow";
import { NodeConnectionTypes } from "n8n-workflow";
import { EVENTS } from "../../shared/event-fields.ts";
import { searchInstances } from "../../shared/list-search.ts";
import { INSTANCE } from "../../shared/pickers.ts";
import { isSet, setWebhook, unsetWebhook } from "./set-webhook.ts";
import { takePost } from "./take-post.ts";

/** Starts a workflow as soon as an event happens, by receiving posts from the instance's own webhook. */
export class GatewayTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: "Messaging Gateway Trigger",
    name: "gatewayTrigger",
    icon: { light: "file:../../icons/gateway.svg", dark: "file:../../icons/gateway.dark.svg" },
    group: ["trigger"],
    version: 1,
    subtitle: '={{$parameter["events"].join(", ")}}',
    description: "Starts the workflow as soon as someone writes, using the instance's own webhook",
    eventTriggerDescription: "Waiting for the gateway to post an event",
    activationMessage: "The instance now posts its events to this workflow.",
    defaults: { name: "Messaging Gateway Trigger" },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: "messagingGatewayApi", required: true }],
    webhooks: [{ name: "default", httpMethod: "POST", responseMode: "onReceived", path: "webhook" }],
    properties: [
      {
        displayName:
          "This node needs a full-access key for all numbers (\"Everything\"), and n8n must be at a public https address. While the workflow is active, this instance's events arrive here instead of at the account's webhook. To test, use Messaging Gateway Polling Trigger.",
        name: "webhookNotice",
        type: "notice",
        default: "",
      },
      INSTANCE,
      EVENTS,
    ],
  };

  methods = { listSearch: { searchInstances } };

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        return isSet(this);
      },
      async create(this: IHookFunctions): Promise<boolean> {
        await setWebhook(this);
        return true;
      },
      async delete(this: IHookFunctions): Promise<boolean> {
        await unsetWebhook(this);
        return true;
      },
    },
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    return takePost(this);
  }
}
