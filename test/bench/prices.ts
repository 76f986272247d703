/**
 * AWS's public prices in USD, on demand, region us-east-1, ARM where there is a choice, as known when this was written; free
 * tiers are left out. Look them up, change them here and run `npm run bench -- cost`.
 */
export const PRICES = {
  region: "us-east-1",
  /** DynamoDB, on demand. */
  writeUnit: 0.625e-6,
  readUnit: 0.125e-6,
  tableGbMonth: 0.25,
  restorePointGbMonth: 0.2,
  /** SQS standard: each request, also one that receives or deletes. */
  queueRequest: 0.4e-6,
  /** API Gateway, HTTP API. */
  apiRequest: 1e-6,
  lambdaRequest: 0.2e-6,
  lambdaGbSecond: 13.3334e-6,
  busEvent: 1e-6,
  schedule: 1e-6,
  kmsRequest: 3e-6,
  s3Write: 5e-6,
  s3Read: 0.4e-6,
  s3GbMonth: 0.023,
  logGb: 0.5,
  fargateVcpuHour: 0.03238,
  fargateGbHour: 0.00356,
  publicAddressHour: 0.005,
} as const;

/** Prices of requests by the name of the action; what is billed by units or not at all stands elsewhere. */
export const REQUEST_PRICES: Record<string, number> = {
  "Lambda api": PRICES.lambdaRequest + PRICES.apiRequest,
  "Lambda work-endpoint-lane": PRICES.lambdaRequest,
  // Lambda reads the table's stream for its function free of charge (DynamoDB pricing, "DynamoDB Streams").
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

/** What counting here can't show, so it is assumed. */
export const ASSUMED = {
  /**
   * How long a warm function runs: the API's for a request, a delivery worker for a receiver that answers in 200 ms, the
   * bus's for one batch (a call of the bus for each ten events).
   */
  runMs: {
    "Lambda api": 25,
    "Lambda work-endpoint-lane": 300,
    "Lambda forward-to-bus": 40,
  } as Record<string, number>,
  functionMemoryGb: 0.5,
  /** Log lines of one function call; Lambda's own are switched off (lib/constructs/gateway-function.ts). */
  logBytesACall: 500,
} as const;

/** A month of 30 days. */
export const HOURS_A_MONTH = 720;
export const MINUTES_A_MONTH = HOURS_A_MONTH * 60;

/** What one number does in a day, for the estimate of a month. */
export const DAY_OF_A_NUMBER = { replies: 100, received: 100, first: 10, images: 5 } as const;

/** What a production deployment keeps running whatever is sent (lib/config.ts). */
export const FIXED = {
  tasksAtLeast: 2,
  numbersATask: 200,
  taskVcpu: 1,
  taskGb: 4,
  shards: 32,
  /** A long poll lasts 20 s; Lambda keeps five of them on its queue. */
  longPollSec: 20,
  lambdaPollers: 5,
  /** Keys, alarms, metrics of the cluster. */
  flatUsd: 2 + 2 + 5,
} as const;
