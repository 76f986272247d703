import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { eventually } from "../../test/support/eventually.ts";
import type { Gateway } from "../../test/support/gateway.ts";
import { chanceFrom, pick } from "./chance.ts";
import { signal, type Town } from "./town.ts";

/** Everything that can go wrong. */
export const TROUBLES = [
  "kill",
  "stand_still",
  "terminate",
  "drop_connections",
  "lose_acks",
  "slow_table",
  "busy_table",
  "refused_rights",
  "silent_queries",
  "empty_answers",
  "late_answers",
  "wrong_answers",
] as const;
/**
 * Tasks that start and stop, as when the service scales or is deployed. The runner starts another task for each one
 * that exits.
 */
export const MOVES = ["leave", "vanish"] as const;
export type Trouble = (typeof TROUBLES)[number] | (typeof MOVES)[number];

/** How long to suspend a process so that it has lost its lease when it resumes. Other tasks take over after 12 s. */
const STILL_MS = 14_000;
const ACKS_LOST_SEC = 4;
const FAULTS_MS = 4_000;
/** How long the answers in a namespace are wrong. */
const ANSWERS_WRONG_SEC = 10;
/** The namespaces of queries that accompany messages and logins. */
const NAMESPACES = ["usync", "encrypt", "w:g2", "privacy", "w:m", "blocklist", "passive", "w:p"];
/** Delays both shorter and longer than the time that a session waits for a response. */
const LATE_MS = [1_500, 22_000];

/**
 * Causes one kind of trouble. Resolves once it is over, or immediately if it lasts. @returns false if it had to be
 * skipped.
 */
export async function makeTrouble(town: Town, trouble: Trouble, seed: number): Promise<boolean> {
  const { gateway } = town;
  const chance = chanceFrom(seed);
  switch (trouble) {
    case "kill":
    case "terminate":
    case "stand_still": {
      const awake = gateway.sessionPids().filter(isAwake);
      if (awake.length < 2) return false; // one must remain
      const pid = pick(chance, awake);
      if (trouble !== "stand_still") signal(pid, trouble === "kill" ? "SIGKILL" : "SIGTERM");
      else await standStill(pid);
      return true;
    }
    case "leave":
    case "vanish": {
      // Pick a process from the older half, because a runner gives up if all its processes exit early.
      const awake = gateway.sessionPids().filter(isAwake);
      if (awake.length < 2) return false;
      signal(pick(chance, awake.slice(0, Math.ceil(awake.length / 2))), trouble === "vanish" ? "SIGKILL" : "SIGTERM");
      return true;
    }
    case "drop_connections":
      await gateway.sandbox("POST", "/faults", { kind: "drop_connections" });
      return true;
    case "lose_acks":
      await gateway.sandbox("POST", "/faults", { kind: "lose_acks", for_seconds: ACKS_LOST_SEC });
      return true;
    case "slow_table":
      return withTableFaults(town, { delay_ms: [20, 200], seed });
    case "busy_table":
      return withTableFaults(town, { delay_ms: [0, 20], throttled: 0.1, conflicting: 0.05, seed });
    case "refused_rights":
      return withTableFaults(town, { refused: 0.2, seed });
    case "silent_queries":
    case "empty_answers":
    case "late_answers":
    case "wrong_answers":
      await gateway.sandbox("POST", "/faults", {
        ...{ kind: trouble, xmlns: pick(chance, NAMESPACES), for_seconds: ANSWERS_WRONG_SEC },
        ...(trouble === "late_answers" && { milliseconds: pick(chance, LATE_MS) }),
      });
      return true;
  }
}

/** Ends all lasting troubles. */
export async function makePeace(town: Town): Promise<void> {
  for (const pid of town.gateway.sessionPids()) signal(pid, "SIGCONT");
  await setFaults(town, {});
  for (const kind of ["lose_acks", "silent_queries", "empty_answers", "late_answers", "wrong_answers"])
    await town.gateway.sandbox("POST", "/faults", { kind, for_seconds: 0 });
}

async function standStill(pid: number): Promise<void> {
  signal(pid, "SIGSTOP");
  try {
    await pause(STILL_MS);
  } finally {
    signal(pid, "SIGCONT");
  }
}

async function withTableFaults(town: Town, how: object): Promise<true> {
  await setFaults(town, how);
  await pause(FAULTS_MS);
  await setFaults(town, {});
  return true;
}

const setFaults = (town: Town, how: object) => setTableFaults(town.gateway, how);

/** Sets how the embedded table behaves from now on. */
export async function setTableFaults({ awsEnv }: Gateway, how: object): Promise<void> {
  await eventually("the table's faults to change", async () => {
    const answer = await fetch(`${awsEnv.AWS_ENDPOINT_URL}/_table-faults`, {
      method: "PUT",
      body: JSON.stringify(how),
    });
    return answer.status === 204;
  });
}

/** Whether a process is running, i.e. has neither exited nor been suspended. */
function isAwake(pid: number): boolean {
  try {
    const state = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /s, "")[0];
    return state !== "T" && state !== "Z";
  } catch {
    return false;
  }
}
