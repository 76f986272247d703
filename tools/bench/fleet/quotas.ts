/**
 * AWS's default quotas in us-east-1 that a large fleet can reach, as known at the time of writing; check your own.
 * `raise`: what to do once the quota is reached. For a quota that AWS doesn't raise on request, it names the setting of
 * ours to change.
 */
export const QUOTAS = {
  shards: {
    what: "session tasks that can own a shard (`shardCount` as the profiles have it, ours)",
    limit: 256,
    raise: "a larger `shardCount`, up to 4,096 (docs/deployment.md)",
  },
  fargateVcpu: {
    what: "Fargate vCPU in use",
    limit: 6,
    raise: "ask AWS for more vCPU; granted to thousands",
  },
  tasksPartition: {
    what: "reads a second of the partition `TASKS` (every task reads every task's beat, once a second; less often in a fleet of more than 185)",
    limit: 3_000,
    raise: "ours: split the partition",
  },
  shardsPartition: {
    what: "reads a second of the partition `SHARDS` (every task reads every shard's owner while shards move; else every 30 s)",
    limit: 3_000,
    raise: "ours: split the partition",
  },
  tableWrites: {
    what: "write units a second of the table",
    limit: 40_000,
    raise: "ask AWS for a higher table quota, warm the table for the peak; spread the morning (below)",
  },
  dueIndexPartition: {
    what: "writes a second of the busiest partition of index `due`",
    limit: 1_000,
    raise: "ours: `DUE_PARTITIONS` from 16 to 64",
  },
  accountPartition: {
    what: "write units a second of the busiest account's messages",
    limit: 1_000,
    raise: "25 numbers an account stay far below; a larger plan needs its messages split by instance",
  },
  schedules: {
    what: "schedules due in the same minute (1,000 fire a second; they are aimed a minute early)",
    limit: 60_000,
    raise: "ask AWS for more; until then they fire late by the seconds they queue",
  },
  lambda: {
    what: "delivery workers running at once",
    limit: 1_000,
    raise: "ask AWS for more concurrency, and raise the event source's maximum",
  },
  busEntries: {
    what: "events a second on the bus, where they are switched on",
    limit: 10_000,
    raise: "ask AWS for more",
  },
} as const;

export type QuotaName = keyof typeof QUOTAS;
