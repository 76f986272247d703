/**
 * Handwritten types for the parts of n8n's package that the nodes use, because `npm ci` at the top level installs
 * nothing from n8n. `npm run test:n8n -w tools` checks the same sources against the real types, so mistakes are caught.
 */
declare module "n8n-workflow" {
  import type { IncomingHttpHeaders } from "node:http";

  export type GenericValue = string | object | number | boolean | undefined | null;
  // biome-ignore lint/suspicious/noExplicitAny: n8n's values are of any kind
  export type IDataObject = { [key: string]: GenericValue | IDataObject | GenericValue[] | IDataObject[] | any };
  export type JsonObject = { [key: string]: IDataObject[string] };
  export type IHttpRequestMethods = "DELETE" | "GET" | "HEAD" | "PATCH" | "POST" | "PUT";
  type Icon = `file:${string}` | { light: `file:${string}`; dark: `file:${string}` };

  export interface INode {
    id: string;
    name: string;
    type: string;
    typeVersion: number;
  }

  export interface IBinaryData {
    data: string;
    mimeType: string;
    fileName?: string;
  }

  export interface INodeExecutionData {
    json: IDataObject;
    binary?: { [name: string]: IBinaryData };
    pairedItem?: { item: number };
  }

  export interface IDisplayOptions {
    show?: { [name: string]: (string | boolean | number)[] };
    hide?: { [name: string]: (string | boolean | number)[] };
  }

  export interface INodePropertyOptions {
    name: string;
    value: string | number | boolean;
    action?: string;
    description?: string;
  }

  export interface INodePropertyMode {
    displayName: string;
    name: string;
    type: "string" | "list";
    hint?: string;
    placeholder?: string;
    typeOptions?: { searchListMethod?: string; searchable?: boolean };
    validation?: { type: "regex"; properties: { regex: string; errorMessage: string } }[];
  }

  export interface INodeProperties {
    displayName: string;
    name: string;
    type:
      | "boolean"
      | "collection"
      | "dateTime"
      | "json"
      | "multiOptions"
      | "notice"
      | "number"
      | "options"
      | "resourceLocator"
      | "string";
    default: GenericValue;
    description?: string;
    hint?: string;
    placeholder?: string;
    required?: boolean;
    noDataExpression?: boolean;
    displayOptions?: IDisplayOptions;
    options?: (INodePropertyOptions | INodeProperties)[];
    modes?: INodePropertyMode[];
    typeOptions?: { [name: string]: GenericValue };
  }

  export interface ICredentialType {
    name: string;
    displayName: string;
    icon?: Icon;
    documentationUrl?: string;
    properties: INodeProperties[];
    authenticate?: IAuthenticateGeneric;
    test?: ICredentialTestRequest;
  }
  export interface IAuthenticateGeneric {
    type: "generic";
    properties: { headers?: { [name: string]: string } };
  }
  export interface ICredentialTestRequest {
    request: { baseURL?: string; url: string; method?: IHttpRequestMethods };
  }

  export interface IHttpRequestOptions {
    url: string;
    method?: IHttpRequestMethods;
    headers?: IDataObject;
    body?: IDataObject;
    json?: boolean;
    returnFullResponse?: boolean;
    ignoreHttpStatusErrors?: boolean;
    disableFollowRedirect?: boolean;
    timeout?: number;
  }

  interface RequestHelpers {
    httpRequestWithAuthentication(
      this: IAllExecuteFunctions,
      credentialsType: string,
      requestOptions: IHttpRequestOptions,
      // biome-ignore lint/suspicious/noExplicitAny: an answer is of any kind
    ): Promise<any>;
  }
  interface BinaryHelpers {
    assertBinaryData(itemIndex: number, propertyName: string): IBinaryData;
    getBinaryDataBuffer(itemIndex: number, propertyName: string): Promise<Buffer>;
    prepareBinaryData(binaryData: Buffer, fileName?: string, mimeType?: string): Promise<IBinaryData>;
  }

  interface FunctionsBase {
    logger: { warn(message: string, metadata?: object): void };
    getCredentials<T extends object = IDataObject>(type: string, itemIndex?: number): Promise<T>;
    getExecutionId(): string;
    getExecutionContext: () => { establishedAt: number } | undefined;
    getInstanceId(): string;
    getNode(): INode;
    getTimezone(): string;
    getWorkflow(): { id?: string };
    getWorkflowStaticData(type: string): IDataObject;
  }
  interface ParameterOptions {
    extractValue?: boolean;
  }
  interface HasParameters {
    // biome-ignore lint/suspicious/noExplicitAny: as n8n has it
    getNodeParameter(name: string, fallback?: any, options?: ParameterOptions): GenericValue;
  }

  export interface IExecuteFunctions extends FunctionsBase {
    // biome-ignore lint/suspicious/noExplicitAny: as n8n has it
    getNodeParameter(name: string, itemIndex: number, fallback?: any, options?: ParameterOptions): GenericValue;
    getInputData(): INodeExecutionData[];
    getMode(): string;
    continueOnFail(): boolean;
    isToolExecution(): boolean;
    getWorkflowDataProxy(itemIndex: number): IDataObject;
    helpers: RequestHelpers & BinaryHelpers;
  }
  export interface ILoadOptionsFunctions extends FunctionsBase {
    getCurrentNodeParameter(name: string, options?: ParameterOptions): GenericValue;
    helpers: RequestHelpers;
  }
  export interface IPollFunctions extends FunctionsBase, HasParameters {
    getMode(): string;
    helpers: RequestHelpers;
  }
  export interface IHookFunctions extends FunctionsBase, HasParameters {
    getMode(): string;
    getNodeWebhookUrl: (name: "default") => string | undefined;
    helpers: RequestHelpers;
  }
  interface WebhookResponse {
    status(code: number): WebhookResponse;
    json(body: object): WebhookResponse;
  }
  export interface IWebhookFunctions extends FunctionsBase, HasParameters {
    getHeaderData(): IncomingHttpHeaders;
    getRequestObject(): { rawBody: Buffer; readRawBody(): Promise<void> };
    getResponseObject(): WebhookResponse;
    helpers: RequestHelpers;
  }
  export type IAllExecuteFunctions =
    | IExecuteFunctions
    | ILoadOptionsFunctions
    | IPollFunctions
    | IHookFunctions
    | IWebhookFunctions;

  export interface IWebhookResponseData {
    workflowData?: INodeExecutionData[][];
    // biome-ignore lint/suspicious/noExplicitAny: as n8n has it
    webhookResponse?: any;
    noWebhookResponse?: boolean;
  }

  export interface INodeListSearchResult {
    results: { name: string; value: string; description?: string }[];
    paginationToken?: string;
  }
  type ListSearch = (
    this: ILoadOptionsFunctions,
    filter?: string,
    paginationToken?: string,
  ) => Promise<INodeListSearchResult>;

  export interface INodeTypeDescription {
    displayName: string;
    name: string;
    icon?: Icon;
    group: ("transform" | "trigger")[];
    version: number;
    subtitle?: string;
    description: string;
    eventTriggerDescription?: string;
    activationMessage?: string;
    defaults: { name: string };
    inputs: "main"[];
    outputs: "main"[];
    usableAsTool?: true;
    polling?: true;
    credentials?: { name: string; required?: boolean }[];
    webhooks?: { name: "default"; httpMethod: string; responseMode: string; path: string }[];
    properties: INodeProperties[];
  }
  export interface INodeType {
    description: INodeTypeDescription;
    methods?: {
      listSearch?: { [name: string]: ListSearch };
      loadOptions?: { [name: string]: (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]> };
    };
    execute?(this: IExecuteFunctions): Promise<INodeExecutionData[][]>;
    poll?(this: IPollFunctions): Promise<INodeExecutionData[][] | null>;
    webhook?(this: IWebhookFunctions): Promise<IWebhookResponseData>;
    webhookMethods?: {
      default?: { [method in "checkExists" | "create" | "delete"]: (this: IHookFunctions) => Promise<boolean> };
    };
  }

  export const NodeConnectionTypes: { readonly Main: "main" };

  interface NodeErrorOptions {
    message?: string;
    description?: string;
    itemIndex?: number;
  }
  class NodeError extends Error {
    description: string | null | undefined;
    context: IDataObject;
  }
  export class NodeApiError extends NodeError {
    httpCode: string | null;
    constructor(node: INode, errorResponse: JsonObject, options?: NodeErrorOptions & { httpCode?: string });
  }
  export class NodeOperationError extends NodeError {
    constructor(node: INode, error: Error | string | JsonObject, options?: NodeErrorOptions);
  }
}
