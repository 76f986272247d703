import type {
  IDataObject,
  IExecuteFunctions,
  IHookFunctions,
  IHttpRequestOptions,
  ILoadOptionsFunctions,
  INodeProperties,
  INodeType,
  IPollFunctions,
  IWebhookFunctions,
} from "n8n-workflow";

/** A response in the form that n8n returns with `returnFullResponse`. */
export interface Response {
  statusCode: number;
  headers: Record<string, string>;
  body: unknown;
}

/** A node in a workflow, and the circumstances under which n8n calls it. */
export interface Circumstances {
  node: INodeType;
  /** Parameters by name, with the same value for every item. Omitted parameters have their defaults, as in n8n. */
  parameters?: IDataObject;
  /** The parameters that differ between items. The node's input has as many items as this list. */
  items?: IDataObject[];
  binary?: Record<string, { data: Buffer; mimeType: string; fileName?: string }>;
  credential: { baseUrl: string; apiKey: string; signingSecret?: string };
  staticData?: IDataObject;
  mode?: string;
  executionId?: string;
  runIndex?: number;
  isTool?: boolean;
  continueOnFail?: boolean;
  webhookUrl?: string;
  post?: { headers: Record<string, unknown>; body: string };
  /** Replaces the network. */
  http?: (options: IHttpRequestOptions) => Promise<Response>;
}

/** The requests that a node sent and its responses, in addition to its function's output. */
export interface Seen {
  requests: IHttpRequestOptions[];
  status: number | null;
  warnings: string[];
}

/** The functions that n8n passes to a node, reduced to those that our nodes use. */
export type Functions = IExecuteFunctions &
  IHookFunctions &
  IWebhookFunctions &
  IPollFunctions &
  ILoadOptionsFunctions & { seen: Seen };

/**
 * Sends a request as n8n does: HTTP errors are returned as responses, redirects aren't followed, and the credential's
 * header is added.
 */
export async function askNetwork(options: IHttpRequestOptions, apiKey: string): Promise<Response> {
  const response = await fetch(options.url, {
    method: options.method ?? "GET",
    redirect: "manual",
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(options.headers as Record<string, string>),
      ...(options.body && { "content-type": "application/json" }),
    },
    ...(options.body && { body: JSON.stringify(options.body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") ?? false;
  return {
    statusCode: response.status,
    headers: Object.fromEntries(response.headers),
    body: isJson && text !== "" ? JSON.parse(text) : text,
  };
}

const isShown = ({ displayOptions: { show = {} } = {} }: INodeProperties, chosen: IDataObject) =>
  Object.entries(show).every(([name, values]) => values.includes(chosen[name]));

/** Returns the names of the fields that the editor shows for these values. */
export function shownFields(node: INodeType, given: IDataObject): string[] {
  const filled = withDefaults(node, given);
  return node.description.properties.filter((field) => isShown(field, filled)).map(({ name }) => name);
}

/** Adds the defaults of the visible fields, as n8n does. A field's visibility may depend on the fields above it. */
export function withDefaults(node: INodeType, given: IDataObject): IDataObject {
  const filled: IDataObject = { ...given };
  for (const field of node.description.properties) {
    if (!(field.name in filled) && isShown(field, filled)) filled[field.name] = field.default;
  }
  return filled;
}

/** Creates n8n's functions for a node in these circumstances. */
export function functionsOf(given: Circumstances): Functions {
  const seen: Seen = { requests: [], status: null, warnings: [] };
  const items = given.items ?? [{}];
  const parameters = items.map((item) => withDefaults(given.node, { ...given.parameters, ...item }));
  const read = (values: IDataObject, name: string, fallback: unknown) => {
    const value: unknown = values[name] ?? fallback;
    return typeof value === "object" && value !== null && "mode" in value ? (value as IDataObject).value : value;
  };
  const hasItems = given.node.execute !== undefined;
  const response = {
    status: (code: number) => {
      seen.status = code;
      return response;
    },
    json: () => response,
  };
  const file = (name: string) => {
    const found = given.binary?.[name];
    if (!found) throw new Error(`The item has no binary field ${name}.`);
    return found;
  };
  const functions = {
    seen,
    logger: { warn: (message: string) => seen.warnings.push(message) },
    getCredentials: async () => given.credential,
    getExecutionId: () => given.executionId,
    getExecutionContext: () => ({ establishedAt: 1_763_000_000_000 }),
    getInstanceId: () => "this-n8n",
    getNode: () => ({ id: "node-1", name: "A node", type: given.node.description.name, typeVersion: 1 }),
    getTimezone: () => "America/Sao_Paulo",
    getWorkflow: () => ({ id: "workflow-1" }),
    getWorkflowStaticData: () => given.staticData ?? {},
    getWorkflowDataProxy: () => ({ $runIndex: given.runIndex ?? 0 }),
    getMode: () => given.mode ?? "trigger",
    getInputData: () => items.map((json) => ({ json })),
    getNodeParameter: (name: string, second: unknown, third: unknown) =>
      hasItems ? read(parameters[second as number] ?? {}, name, third) : read(parameters[0] ?? {}, name, second),
    getCurrentNodeParameter: (name: string) => read(parameters[0] ?? {}, name, undefined),
    continueOnFail: () => given.continueOnFail ?? false,
    isToolExecution: () => given.isTool ?? false,
    getNodeWebhookUrl: () => given.webhookUrl,
    getHeaderData: () => given.post?.headers ?? {},
    getRequestObject: () => ({ rawBody: Buffer.from(given.post?.body ?? "") }),
    getResponseObject: () => response,
    helpers: {
      async httpRequestWithAuthentication(_credential: string, options: IHttpRequestOptions) {
        seen.requests.push(options);
        return given.http ? given.http(options) : askNetwork(options, given.credential.apiKey);
      },
      assertBinaryData: (_index: number, name: string) => file(name),
      getBinaryDataBuffer: async (_index: number, name: string) => file(name).data,
      prepareBinaryData: async (data: Buffer, fileName: string, mimeType: string) => ({
        data: data.toString("base64"),
        fileName,
        mimeType,
      }),
    },
  };
  return functions as unknown as Functions; // what our nodes don't use is not there
}
