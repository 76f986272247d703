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
    description: "Starts the workflow when somebody wrote, by polling for new events",
    eventTriggerDescription: "Waiting for a new event",
    activationMessage: "The gateway is asked for new events from now on.",
    defaults: { name: "Messaging Gateway Polling Trigger" },
    polling: true,
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: "messagingGatewayApi", required: true }],
    properties: [
      { ...INSTANCE, required: false, description: "Left empty: all instances that the key can see" },
      EVENTS,
      {
        displayName: "Minutes Between Requests",
        name: "everyMinutes",
        type: "number",
        typeOptions: { minValue: 1 },
        default: 5,
        description:
          "The minimum, however often Poll Times runs: each request counts in your plan, every minute 43,200 a month, every 5 minutes 8,640",
      },
      {
        displayName: "Start With",
        name: "startWith",
        type: "options",
        options: [
          { name: "Events From Now On", value: "new" },
          { name: "All Events That Are Kept", value: "kept", description: "Up to 30 days, oldest first" },
        ],
        default: "new",
        description: "What the first poll after activation passes on; later ones continue from there",
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
