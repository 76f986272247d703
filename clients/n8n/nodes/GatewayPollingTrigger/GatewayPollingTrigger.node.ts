import type { INodeExecutionData, INodeType, INodeTypeDescription, IPollFunctions } from "n8n-workflow";
import { NodeConnectionTypes } from "n8n-workflow";
import { EVENTS } from "../../shared/event-fields.ts";
import { searchInstances } from "../../shared/list-search.ts";
import { INSTANCE } from "../../shared/pickers.ts";
import { isTooSoon, type PollState, readNewEvents, sampleEvents } from "./read-new-events.ts";

/** Starts a workflow for events fetched by polling. Needs no public address and works with any kind of API key. */
export class GatewayPollingTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: "Messaging Gateway Polling Trigger",
    name: "gatewayPollingTrigger",
    icon: { light: "file:../../icons/gateway.svg", dark: "file:../../icons/gateway.dark.svg" },
    group: ["trigger"],
    version: 1,
    subtitle: '={{$parameter["events"].join(", ")}}',
    description: "Starts the workflow when someone has written, by polling for new events",
    eventTriggerDescription: "Waiting for a new event",
    activationMessage: "The node now polls the gateway for new events.",
    defaults: { name: "Messaging Gateway Polling Trigger" },
    polling: true,
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: "messagingGatewayApi", required: true }],
    properties: [
      { ...INSTANCE, required: false, description: "Leave this empty for all instances that the key can access" },
      EVENTS,
      {
        displayName: "Minutes Between Requests",
        name: "everyMinutes",
        type: "number",
        typeOptions: { minValue: 1 },
        default: 5,
        description:
          "The minimum time between requests, regardless of Poll Times. Each request counts towards your plan: one every minute is 43,200 a month, one every 5 minutes is 8,640",
      },
      {
        displayName: "Start With",
        name: "startWith",
        type: "options",
        options: [
          { name: "Events From Now On", value: "new" },
          { name: "All Stored Events", value: "kept", description: "Up to 30 days, oldest first" },
        ],
        default: "new",
        description: "The events that the first poll after activation returns. Later polls continue from there",
      },
    ],
  };

  methods = { listSearch: { searchInstances } };

  async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
    if (this.getMode() === "manual") return [await sampleEvents(this)];
    const state = this.getWorkflowStaticData("node") as PollState;
    if (isTooSoon(this, state)) return null;
    const found = await readNewEvents(this, state);
    return found && [found];
  }
}
