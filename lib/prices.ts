/** When and where the prices below were true, and how far they can be trusted. */
export const PRICES_KNOWN = {
  month: "2026-11",
  region: "us-east-1",
  how: "written from memory, not checked: look each line up on the page it names before you rely on it",
} as const;

/** A price of AWS, on demand, without any free tier. */
export interface Price {
  usd: number;
  /** The one thing that is paid for. */
  per: string;
  /** The page of aws.amazon.com that has it. */
  page: string;
}

/** Every price that the idle bill and the benchmarks count with; ARM where there is a choice. */
export const PRICES = {
  fargateVcpuHour: { usd: 0.03238, per: "hour of a virtual CPU, Linux on ARM", page: "AWS Fargate Pricing" },
  fargateGbHour: { usd: 0.00356, per: "hour of a GB of memory, Linux on ARM", page: "AWS Fargate Pricing" },
  publicAddressHour: { usd: 0.005, per: "hour of a public IPv4 address", page: "Amazon VPC pricing" },
  keyMonth: { usd: 1, per: "month of a key; a rotation adds as much, twice at most", page: "AWS KMS pricing" },
  kmsRequest: { usd: 3e-6, per: "use of a key", page: "AWS KMS pricing" },
  metricMonth: { usd: 0.3, per: "month of a metric of one's own", page: "Amazon CloudWatch pricing" },
  alarmMetricMonth: { usd: 0.1, per: "month of a metric that an alarm looks at", page: "Amazon CloudWatch pricing" },
  compositeAlarmMonth: { usd: 0.5, per: "month of a composite alarm", page: "Amazon CloudWatch pricing" },
  logGb: { usd: 0.5, per: "GB of log taken in, also of a VPC's flow log", page: "Amazon CloudWatch pricing" },
  imageGbMonth: { usd: 0.1, per: "month of a GB of images", page: "Amazon ECR pricing" },
  writeUnit: { usd: 0.625e-6, per: "write unit, on demand", page: "Amazon DynamoDB pricing" },
  readUnit: { usd: 0.125e-6, per: "read unit, on demand", page: "Amazon DynamoDB pricing" },
  tableGbMonth: { usd: 0.25, per: "month of a GB in a table", page: "Amazon DynamoDB pricing" },
  restorePointGbMonth: { usd: 0.2, per: "month of a GB that can be set back", page: "Amazon DynamoDB pricing" },
  queueRequest: {
    usd: 0.4e-6,
    per: "request to a standard queue, also one that finds nothing",
    page: "Amazon SQS pricing",
  },
  apiRequest: { usd: 1e-6, per: "request to an HTTP API", page: "Amazon API Gateway pricing" },
  lambdaRequest: { usd: 0.2e-6, per: "call of a function", page: "AWS Lambda Pricing" },
  lambdaGbSecond: { usd: 13.3334e-6, per: "second of a GB of a function on ARM", page: "AWS Lambda Pricing" },
  busEvent: { usd: 1e-6, per: "event of one's own on a bus", page: "Amazon EventBridge pricing" },
  schedule: { usd: 1e-6, per: "schedule that goes off", page: "Amazon EventBridge pricing" },
  s3Write: { usd: 5e-6, per: "request that writes a file", page: "Amazon S3 pricing" },
  s3Read: { usd: 0.4e-6, per: "request that reads a file", page: "Amazon S3 pricing" },
  s3GbMonth: { usd: 0.023, per: "month of a GB of files", page: "Amazon S3 pricing" },
  secretMonth: { usd: 0.4, per: "month of a secret", page: "AWS Secrets Manager Pricing" },
  firewallMonth: { usd: 5, per: "month of a web ACL", page: "AWS WAF Pricing" },
  firewallRuleMonth: { usd: 1, per: "month of a rule of a web ACL", page: "AWS WAF Pricing" },
} as const satisfies Record<string, Price>;

/** Hours that AWS's own examples give a month. */
export const HOURS_A_MONTH = 730;
