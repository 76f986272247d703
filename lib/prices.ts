/** The month and region for which the prices below should be correct. */
export const PRICES_KNOWN = { month: "2026-11", region: "us-east-1" } as const;

/** The page where a price was looked up. Pages couldn't be fetched live, so each is a stored copy. */
export interface PriceSource {
  /**
   * The page's URL. Only `aws.amazon.com` is AWS's own site, but its pages load most numbers from elsewhere, so few
   * stored copies contain prices.
   */
  at: string;
  /** The month that the page's prices apply to, or null if the page doesn't specify a month. */
  of: string | null;
  /** The date when the copy was looked up. */
  lookedUp: string;
}

/** An on-demand AWS price, ignoring any free tier. */
export interface Price {
  usd: number;
  /** The billing unit. */
  per: string;
  /** The page on aws.amazon.com that has the price. */
  page: string;
  /** The source that confirms this exact price, or null if the price is from memory. */
  checked: PriceSource | null;
}

const LOOKED_UP = "2026-11-26";
const copyOf = (at: string, of: string | null = null): PriceSource => ({ at, of, lookedUp: LOOKED_UP });

const FARGATE = copyOf("https://www.vantage.sh/blog/fargate-pricing");
const ADDRESSES = copyOf("https://www.doit.com/aws-public-ipv4-price-increase-the-complete-guide/", "2024-02");
const KEYS = copyOf("https://aws.amazon.com/kms/pricing/");
const KEY_USE = copyOf("https://www.factualminds.com/blog/aws-kms-pricing-keys-requests-multi-region/", "2026-06");
const METRICS = copyOf("https://signoz.io/guides/cloudwatch-pricing", "2026-02");
const ALARMS = copyOf("https://c3x.dev/resources/aws/aws_cloudwatch_metric_alarm");
const LOGS = copyOf("https://www.factualminds.com/blog/amazon-cloudwatch-pricing-metrics-logs-alarms-dashboards/");
const TABLE = copyOf("https://airbyte.com/data-engineering-resources/dynamodb-pricing");
const BACKUPS = copyOf("https://www.factualminds.com/blog/aws-backup-pricing-vaults-cross-region-restores/", "2026-06");
const CALLS = copyOf(
  "https://git.mcrn.ar/mariano/lambda_local_runner/src/branch/main/docs/lambdas-md/lambda-13-cost.md",
  "2026-05",
);
const CALL_TIME = copyOf("https://cloudchipr.com/blog/aws-lambda-pricing", "2024");
const EVENTS = copyOf("https://cloudburn.io/blog/amazon-eventbridge-pricing", "2026-03");
const SECRETS = copyOf("https://hivebook.wiki/wiki/aws-secrets-manager-rotated-secrets-dynamic-db-credentials-kms");
const FIREWALL = copyOf("https://c3x.dev/blog/aws-waf-cost-explained/");

/** All prices used by the idle bill and the benchmarks. Where there is a choice, they are the prices for ARM. */
export const PRICES = {
  fargateVcpuHour: {
    usd: 0.03238,
    per: "hour of a virtual CPU, Linux on ARM",
    page: "AWS Fargate Pricing",
    checked: FARGATE,
  },
  fargateGbHour: {
    usd: 0.00356,
    per: "hour of a GB of memory, Linux on ARM",
    page: "AWS Fargate Pricing",
    checked: FARGATE,
  },
  publicAddressHour: {
    usd: 0.005,
    per: "hour of a public IPv4 address",
    page: "Amazon VPC pricing",
    checked: ADDRESSES,
  },
  keyMonth: {
    usd: 1,
    per: "month of a key; a rotation adds as much, twice at most",
    page: "AWS KMS pricing",
    checked: KEYS,
  },
  kmsRequest: { usd: 3e-6, per: "use of a key", page: "AWS KMS pricing", checked: KEY_USE },
  metricMonth: { usd: 0.3, per: "month of a metric of one's own", page: "Amazon CloudWatch pricing", checked: METRICS },
  alarmMetricMonth: {
    usd: 0.1,
    per: "month of a metric that an alarm looks at",
    page: "Amazon CloudWatch pricing",
    checked: ALARMS,
  },
  compositeAlarmMonth: {
    usd: 0.5,
    per: "month of a composite alarm",
    page: "Amazon CloudWatch pricing",
    checked: ALARMS,
  },
  logGb: {
    usd: 0.5,
    per: "GB of log taken in, also of a VPC's flow log",
    page: "Amazon CloudWatch pricing",
    checked: LOGS,
  },
  imageGbMonth: { usd: 0.1, per: "month of a GB of images", page: "Amazon ECR pricing", checked: null },
  writeUnit: { usd: 0.625e-6, per: "write unit, on demand", page: "Amazon DynamoDB pricing", checked: TABLE },
  readUnit: { usd: 0.125e-6, per: "read unit, on demand", page: "Amazon DynamoDB pricing", checked: TABLE },
  tableGbMonth: { usd: 0.25, per: "month of a GB in a table", page: "Amazon DynamoDB pricing", checked: null },
  restorePointGbMonth: {
    usd: 0.2,
    per: "month of a GB that can be set back",
    page: "Amazon DynamoDB pricing",
    checked: null,
  },
  backupGbMonth: {
    usd: 0.1,
    per: "month of a GB of a table's backup, each a whole copy",
    page: "AWS Backup pricing",
    checked: BACKUPS,
  },
  backupCopyGb: {
    usd: 0.02,
    per: "GB of a backup that is copied to another region",
    page: "AWS Backup pricing",
    checked: BACKUPS,
  },
  queueRequest: {
    usd: 0.4e-6,
    per: "request to a standard queue, also one that finds nothing",
    page: "Amazon SQS pricing",
    checked: null,
  },
  apiRequest: { usd: 1e-6, per: "request to an HTTP API", page: "Amazon API Gateway pricing", checked: null },
  lambdaRequest: { usd: 0.2e-6, per: "call of a function", page: "AWS Lambda Pricing", checked: CALLS },
  lambdaGbSecond: {
    usd: 13.3334e-6,
    per: "second of a GB of a function on ARM",
    page: "AWS Lambda Pricing",
    checked: CALL_TIME,
  },
  busEvent: { usd: 1e-6, per: "event of one's own on a bus", page: "Amazon EventBridge pricing", checked: EVENTS },
  schedule: { usd: 1e-6, per: "schedule that goes off", page: "Amazon EventBridge pricing", checked: EVENTS },
  s3Write: { usd: 5e-6, per: "request that writes a file", page: "Amazon S3 pricing", checked: null },
  s3Read: { usd: 0.4e-6, per: "request that reads a file", page: "Amazon S3 pricing", checked: null },
  s3GbMonth: { usd: 0.023, per: "month of a GB of files", page: "Amazon S3 pricing", checked: null },
  secretMonth: { usd: 0.4, per: "month of a secret", page: "AWS Secrets Manager Pricing", checked: SECRETS },
  firewallMonth: { usd: 5, per: "month of a web ACL", page: "AWS WAF Pricing", checked: FIREWALL },
  firewallRuleMonth: { usd: 1, per: "month of a rule of a web ACL", page: "AWS WAF Pricing", checked: FIREWALL },
} as const satisfies Record<string, Price>;

/** The number of hours in a month, as used in AWS's own examples. */
export const HOURS_A_MONTH = 730;

/** Readable names of the items without a confirmed price, whose amounts on a bill are from memory. */
export const UNCHECKED: readonly string[] = Object.values(PRICES)
  .filter(({ checked }) => checked === null)
  .map(({ per }) => per);
