/**
 * AWS's default quotas in us-east-1 that a large fleet can reach, as known at the time of writing. Check your own.
 * `raise` describes what to do once the quota is reached. For a quota that AWS doesn't raise on request, it names our
 * setting to change.
 */
export const QUOTAS = {
  shards: {
    what: "session tasks that can own a shard (`shardCount` in the profiles, our own setting)",
    limit: 256,
    raise: "a larger `shardCount`, up to 4,096 (docs/deployment.md)",
  },
  fargateVcpu: {
    what: "Fargate vCPU in use",
    limit: 6,
    raise: "ask AWS for more vCPU; thousands are granted",
  },
  tasksPartition: {
    what: "reads per second of the partition `TASKS` (every task reads the beats of all tasks once a second; less often with more than 185 tasks)",
    limit: 3_000,
    raise: "our own design: split the partition",
  },
  shardsPartition: {
    what: "reads per second of the partition `SHARDS` (every task reads the owners of all shards while shards move; otherwise every 30 s)",
    limit: 3_000,
    raise: "our own design: split the partition",
  },
  tableWrites: {
    what: "write units per second of the table",
    limit: 40_000,
    raise: "ask AWS for a higher table quota and warm the table for the peak, or spread the morning (below)",
  },
  dueIndexPartition: {
    what: "writes per second of the busiest partition of index `due`",
    limit: 1_000,
    raise: "our own setting: `DUE_PARTITIONS` from 16 to 64",
  },
  accountPartition: {
    what: "write units per second of the busiest account's messages",
    limit: 1_000,
    raise: "25 numbers per account stay far below; a larger plan needs its messages split by instance",
  },
  schedules: {
    what: "schedules due in the same minute (1,000 fire per second; they are set a minute early)",
    limit: 60_000,
    raise: "ask AWS for more; until then, they fire late by the seconds they wait in the queue",
  },
  lambda: {
    what: "delivery workers running at the same time",
    limit: 1_000,
    raise: "ask AWS for more concurrency, and raise the event source's maximum",
  },
  busEntries: {
    what: "events per second on the bus, in stages that send events there",
    limit: 10_000,
    raise: "ask AWS for more",
  },
} as const;

export type QuotaName = keyof typeof QUOTAS;
