import type { IDataObject, INode, JsonObject } from "n8n-workflow";

/**
 * The values of n8n's own package that the nodes use. `npm run test:n8n -w tools` tests the nodes with the real
 * package.
 */
export const NodeConnectionTypes = { Main: "main" } as const;

interface Options {
  message?: string;
  description?: string;
  httpCode?: string;
  itemIndex?: number;
}

class NodeError extends Error {
  readonly node: INode;
  readonly description: string | undefined;
  readonly context: IDataObject;

  constructor(node: INode, message: string, { description, itemIndex }: Options) {
    super(message);
    this.node = node;
    this.description = description;
    this.context = { ...(itemIndex !== undefined && { itemIndex }) };
  }
}

/** An error response from the server. */
export class NodeApiError extends NodeError {
  readonly httpCode: string | null;

  constructor(node: INode, response: JsonObject, options: Options = {}) {
    super(node, options.message ?? String(response.message), options);
    this.httpCode = options.httpCode ?? null;
  }
}

/** Any other error in a node. */
export class NodeOperationError extends NodeError {
  constructor(node: INode, error: Error | string, options: Options = {}) {
    super(node, typeof error === "string" ? error : error.message, options);
  }
}
