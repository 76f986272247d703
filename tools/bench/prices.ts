import { HOURS_A_MONTH, PRICES as PER_PRICE, PRICES_KNOWN, type Price } from "../../lib/prices.ts";

export { HOURS_A_MONTH };

/** AWS prices in USD, by name (`lib/prices.ts`). Change them in that file and run `npm run bench -w tools -- cost`. */
export const PRICES = {
  region: PRICES_KNOWN.region,
  // Object.entries loses the names in its type, but they are exactly those in the table.
  ...(Object.fromEntries(Object.entries(PER_PRICE).map(([name, { usd }]: [string, Price]) => [name, usd])) as Record<
    keyof typeof PER_PRICE,
    number
  >),
};

/** Request prices, by action. Requests billed by units, or not billed at all, are listed elsewhere. */
export const REQUEST_PRICES: Record<string, number> = {
  "Lambda api": PRICES.lambdaRequest + PRICES.apiRequest,
  "Lambda work-endpoint-lane": PRICES.lambdaRequest,
  "Lambda work-chat-lane": PRICES.lambdaRequest,
  // Lambda reads the table's stream for the function at no charge (DynamoDB pricing, "DynamoDB Streams").
  "Lambda forward-to-bus": PRICES.lambdaRequest,
  SendMessage: PRICES.queueRequest,
  ReceiveMessage: PRICES.queueRequest,
  DeleteMessage: PRICES.queueRequest,
  DeleteMessageBatch: PRICES.queueRequest,
  ChangeMessageVisibility: PRICES.queueRequest,
  PutEvents: PRICES.busEvent,
  CreateSchedule: PRICES.schedule,
  Decrypt: PRICES.kmsRequest,
  GenerateDataKey: PRICES.kmsRequest,
  PutObject: PRICES.s3Write,
  CreateMultipartUpload: PRICES.s3Write,
  UploadPart: PRICES.s3Write,
  CompleteMultipartUpload: PRICES.s3Write,
  AbortMultipartUpload: 0,
  GetObject: PRICES.s3Read,
  HeadObject: PRICES.s3Read,
  DeleteObject: 0,
};

/** Assumptions that this benchmark can't verify. */
export const ASSUMED = {
  /**
   * How long a warm function runs: the API function for a request, a delivery worker for a receiver that responds in
   * 200 ms, the chat worker for a turn, and the bus function for a batch (one bus call for every ten events).
   */
  runMs: {
    "Lambda api": 25,
    "Lambda work-endpoint-lane": 300,
    // Assumes that every turn calls a model for three seconds, although a menu's turn takes a tenth of that.
    "Lambda work-chat-lane": 3_000,
    "Lambda forward-to-bus": 40,
  } as Record<string, number>,
  functionMemoryGb: 0.5,
  /** The number of hours a day during which a number's messages and webhooks arrive. */
  activeHoursADay: 10,
  /** How often an instance gets a new owner, due to deployments or because tasks join, leave or die. */
  takeoversAMonth: 10,
  /**
   * The size of the log lines that a function writes per call. Lambda's own lines are turned off
   * (lib/constructs/gateway-function.ts).
   */
  logBytesACall: 500,
} as const;

/** A number's daily traffic, for the monthly estimate. */
export const DAY_OF_A_NUMBER = { replies: 100, received: 100, first: 10, images: 5 } as const;

/** A planned production deployment (lib/profiles.ts). */
export const FIXED = { tasksAtLeast: 2, numbersATask: 200, taskVcpu: 1, taskGb: 4, shards: 256 } as const;
