import type { IDataObject, INodeExecutionData, INodeProperties } from "n8n-workflow";
import type { ApiRequest } from "../../shared/api.ts";
import type { Paging } from "../../shared/paging.ts";
import type { Item } from "./item.ts";

/** The parts of a request that depend on the item. */
export type RequestParts = Pick<ApiRequest, "ids" | "query" | "body">;

/** One operation of the action node: its fields in the editor, and its one request. */
export interface Operation {
  /** As the editor shows it, e.g. `Send Text`. */
  name: string;
  value: string;
  /** A whole sentence for the list of actions. */
  action: string;
  description: string;
  method: ApiRequest["method"];
  /** As in the API's description. */
  path: string;
  properties: readonly INodeProperties[];
  parts(item: Item): RequestParts | Promise<RequestParts>;
  /** The route takes an Idempotency-Key. */
  keyed?: true;
  /** The answer has no content: always, or of some records. */
  empty?: "always" | "sometimes";
  /** The answer is a list, of which each entry becomes an item. */
  paging?: Paging;
  /** Another item than the answer's `data`. */
  output?(item: Item, data: IDataObject): Promise<Pick<INodeExecutionData, "json" | "binary">>;
}

/** A kind of record, and the operations on it. */
export interface ResourceOperations {
  name: string;
  value: string;
  operations: readonly Operation[];
}

const RETURN_ALL: INodeProperties = {
  displayName: "Return All",
  name: "returnAll",
  type: "boolean",
  default: false,
  description: "Whether to return all results or only up to a given limit",
};
const LIMIT: INodeProperties = {
  displayName: "Limit",
  name: "limit",
  type: "number",
  typeOptions: { minValue: 1 },
  default: 50,
  description: "Max number of results to return",
};

/** The fields of all resources: which resource, which operation, and each field where it is wanted. */
export function propertiesOf(resources: readonly ResourceOperations[]): INodeProperties[] {
  const choice: INodeProperties = {
    displayName: "Resource",
    name: "resource",
    type: "options",
    noDataExpression: true,
    options: resources.map(({ name, value }) => ({ name, value })),
    default: resources[0]?.value ?? "",
  };
  return [choice, ...resources.flatMap(fieldsOf)];
}

function fieldsOf({ value: resource, operations }: ResourceOperations): INodeProperties[] {
  const choice: INodeProperties = {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: { show: { resource: [resource] } },
    options: operations.map(({ name, value, action, description }) => ({ name, value, action, description })),
    default: operations[0]?.value ?? "",
  };
  // A field that several operations share is defined once, below all of them.
  const users = new Map<INodeProperties, string[]>();
  for (const { value, properties, paging } of operations) {
    for (const field of [...properties, ...(paging && paging !== "whole" ? [RETURN_ALL, LIMIT] : [])]) {
      users.set(field, [...(users.get(field) ?? []), value]);
    }
  }
  const fields = [...users].map(([field, operation]) => ({
    ...field,
    displayOptions: {
      ...field.displayOptions,
      show: {
        resource: [resource],
        operation,
        ...field.displayOptions?.show,
        ...(field === LIMIT && { returnAll: [false] }),
      },
    },
  }));
  return [choice, ...fields];
}
