import { randomIds } from "../core/aws/ids.ts";
import { type FunctionEnv, parseEnv, SettingsEnv } from "../core/env.ts";
import type { LaneDeps } from "../core/lanes/lane.ts";
import { createLog } from "../core/log.ts";
import type { RateLimiter } from "../core/operations/accounts/count-request.ts";
import type { Backlog } from "../core/operations/messages/backlog.ts";
import type { Clock, MediaStore, StoredFiles, Vault } from "../core/ports.ts";
import type { FileSecret } from "../core/records/accounts/file-secret.ts";
import type { Pepper } from "../core/records/accounts/pepper.ts";
import { runtime } from "./runtime.ts";

/** What a route may use, where its function was given it. */
export interface ApiDeps extends LaneDeps {
  vault: Vault;
  /** Takes in small files and makes links to all. */
  media: Pick<MediaStore, "put" | "link">;
  /** Sends on who follows a link. */
  files: StoredFiles;
  /** Under which links are made. */
  fileSecret: FileSecret;
  pepper: Pepper;
  rates: RateLimiter;
  backlog: Backlog;
  env: FunctionEnv;
}

/**
 * One thing a function may use. Each stands in a module of its own, so that a function's bundle holds no client of what
 * it was not given.
 */
export interface Part {
  /** The rights it needs, by the names of lib/wiring.ts; any one of them is enough. */
  needs: readonly string[];
  /** Made once, of what the parts before it made and the environment. @throws when a variable is missing. */
  build(built: ApiDeps): Partial<Omit<ApiDeps, "env">> & { env?: Partial<FunctionEnv> };
}

let replaced: ApiDeps | null = null;
/** Raised when everything is to be built anew. */
let builds = 0;

/** Replaces what every function works with; null: each builds its own again. For tests and for one machine. */
export function useDeps(own: ApiDeps | null): void {
  replaced = own;
  builds++;
}

/**
 * What one function works with: clock, ids, log and settings, and these parts. Whatever it was not given is there too,
 * and throws a sentence that says so when it is used.
 * @returns builds at its first call. @throws when an environment variable is missing.
 */
export function ownDeps(parts: readonly Part[]): () => ApiDeps {
  let own: { deps: ApiDeps; build: number } | null = null;
  return () => {
    if (replaced) return replaced;
    if (own?.build !== builds) own = { deps: assemble(parts), build: builds };
    return own.deps;
  };
}

/** Asks `runtime` each time, so that a clock set after the first call still counts. */
const runtimeClock: Clock = {
  now: () => runtime.clock.now(),
  until: (at, signal) => runtime.clock.until(at, signal),
};

function assemble(parts: readonly Part[]): ApiDeps {
  let built: ApiDeps = {
    clock: runtimeClock,
    ids: randomIds(),
    log: createLog("functions"),
    // A variable of a part is there when the part is; whoever uses it without the part finds the part missing first.
    env: parseEnv(SettingsEnv, process.env) as FunctionEnv,
    table: notGiven("table"),
    wakeups: notGiven("wakeups"),
    vault: notGiven("vault"),
    media: notGiven("media"),
    files: notGiven("files"),
    fileSecret: notGiven("fileSecret"),
    pepper: notGiven("pepper"),
    rates: notGiven("rates"),
    backlog: notGiven("backlog"),
  };
  for (const part of parts) {
    const made = part.build(built);
    built = { ...built, ...made, env: { ...built.env, ...made.env } };
  }
  return built;
}

/** Stands for what a function has no right to. */
function notGiven<T extends object>(name: string): T {
  const refuse = () => {
    throw new Error(
      `This function was not given "${name}". Add its part where the handler is made, and lib/wiring.ts.`,
    );
  };
  return new Proxy({} as T, { get: (_, property) => (typeof property === "symbol" ? undefined : refuse) });
}
