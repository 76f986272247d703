import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from "n8n-workflow";
import { NodeConnectionTypes, NodeOperationError } from "n8n-workflow";
import { asNodeError, failedJson } from "../../shared/errors.ts";
import { searchChats, searchGroups, searchInstances } from "../../shared/list-search.ts";
import { getAssignees, getMembers } from "../../shared/load-options.ts";
import { Item } from "./item.ts";
import { propertiesOf } from "./operation.ts";
import { RESOURCES } from "./resources.ts";
import { runOperation } from "./run-operation.ts";

/** The action node. Makes one request per item, or one per page when it fetches a list. */
export class Gateway implements INodeType {
  description: INodeTypeDescription = {
    displayName: "Messaging Gateway",
    name: "gateway",
    icon: { light: "file:../../icons/gateway.svg", dark: "file:../../icons/gateway.dark.svg" },
    group: ["transform"],
    version: 1,
    subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
    description: "Send WhatsApp messages and work with chats, contacts, groups, OTPs and broadcasts",
    defaults: { name: "Messaging Gateway" },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: "messagingGatewayApi", required: true }],
    properties: propertiesOf(RESOURCES),
  };

  methods = {
    listSearch: { searchInstances, searchChats, searchGroups },
    loadOptions: { getAssignees, getMembers },
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const made: INodeExecutionData[] = [];
    const resource = this.getNodeParameter("resource", 0);
    const name = this.getNodeParameter("operation", 0);
    const operation = RESOURCES.find(({ value }) => value === resource)?.operations.find(({ value }) => value === name);
    if (!operation)
      throw new NodeOperationError(this.getNode(), "There is no such operation. Choose one from the list.");
    for (const index of this.getInputData().keys()) {
      try {
        made.push(...(await runOperation(operation, new Item(this, index))));
      } catch (error) {
        const failed = asNodeError(this.getNode(), error, index);
        if (!this.continueOnFail()) throw failed;
        made.push({ json: failedJson(failed), pairedItem: { item: index } });
      }
    }
    return [made];
  }
}
