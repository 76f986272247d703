import type { IDataObject, INodeExecutionData, INodeProperties } from "n8n-workflow";
import type { ApiRequest } from "../../shared/api.ts";
import type { Paging } from "../../shared/paging.ts";
import type { Item } from "./item.ts";

/** The parts of a request that depend on the item. */
export type RequestParts = Pick<ApiRequest, "ids" | "query" | "body">;

/** One operation of the action node: its fields in the editor and the single request it makes. */
export interface Operation {
  /** The operation's name in the editor, e.g. `Send Text`. */
  name: string;
  value: string;
  /** A full sentence that describes the operation in the editor's list of actions. */
  action: string;
  description: string;
  method: ApiRequest["method"];
  /** The request's path, as written in the API's OpenAPI description. */
  path: string;
  properties: readonly INodeProperties[];
  parts(item: Item): RequestParts | Promise<RequestParts>;
  /** Set if the route accepts an Idempotency-Key. */
  keyed?: true;
  /** Set if the response has no content, either always or for some records. */
  empty?: "always" | "sometimes";
  /** Set if the response is a list. Each entry then becomes an item. */
  paging?: Paging;
  /** Creates the node's output item. Needed only if the output isn't simply the response's `data`. */
  output?(item: Item, data: IDataObject): Promise<Pick<INodeExecutionData, "json" | "binary">>;
}

/** A kind of record and its operations. */
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

/**
 * Returns the fields of all resources: the choice of resource, the choice of operation, and the operations' own fields,
 * each shown only where it is needed.
 */
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
  // A field used by several operations is defined only once, below all of them.
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
