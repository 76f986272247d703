import { randomIds } from "../core/aws/random-ids.ts";
import { type FunctionEnv, parseEnv, SettingsEnv } from "../core/env.ts";
import type { LaneDeps } from "../core/lanes/lane.ts";
import type { RateLimiter } from "../core/operations/accounts/count-request.ts";
import type { Backlog } from "../core/operations/messages/limit-backlog.ts";
import type { Clock, Mail, MediaStore, StoredFiles, UploadAddresses, Vault } from "../core/ports.ts";
import type { FileSecret } from "../core/records/accounts/file-secret.ts";
import type { Pepper } from "../core/records/accounts/pepper.ts";
import type { OtpCodes } from "../core/records/otps/otp-codes.ts";
import { runtime } from "./runtime.ts";

/** Dependencies of routes. A function is given some of them; using another throws. */
export interface ApiDeps extends LaneDeps {
  vault: Vault;
  /** Stores small files, signs addresses for others, creates links to all files, and removes menus' files. */
  media: Pick<MediaStore, "put" | "link" | "remove"> & UploadAddresses;
  /** Reads files by key. */
  fileReads: Pick<MediaStore, "get">;
  /** Redirects people who follow a link to the file. */
  files: StoredFiles;
  /** The secret under which links to files are made. */
  fileSecret: FileSecret;
  pepper: Pepper;
  /** The codes of OTPs. */
  codes: OtpCodes;
  rates: RateLimiter;
  /** null if no mail is set up. */
  mail: Mail | null;
  backlog: Backlog;
  env: FunctionEnv;
}

/**
 * One kind of dependency that a function can have. Each is a separate module, so that a function's bundle contains no
 * client it does not use.
 */
export interface Part {
  /** The permissions it needs, by their names in lib/wiring.ts; any one of them is enough. */
  needs: readonly string[];
  /** Builds it once, from the environment and from what earlier parts built. @throws if a variable is missing. */
  build(built: ApiDeps): Partial<Omit<ApiDeps, "env">> & { env?: Partial<FunctionEnv> };
}

/** The dependencies that replace every function's own; null if there are none. Another object: build again. */
let host: { deps: ApiDeps | null } = { deps: null };

/**
 * Gives every function these dependencies instead of its own; null means each builds its own again. For tests and for
 * one machine.
 */
export function useDeps(own: ApiDeps | null): void {
  host = { deps: own };
}

/**
 * The dependencies of one function: clock, ids, log, settings, and these parts. Using anything else throws a sentence
 * that says it was not given.
 * @returns a getter that builds them at its first call. @throws when an environment variable is missing.
 */
export function ownDeps(parts: readonly Part[]): () => ApiDeps {
  let own: { deps: ApiDeps; under: object } | null = null;
  return () => {
    if (host.deps) return host.deps;
    if (own?.under !== host) own = { deps: assemble(parts), under: host };
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
    log: runtime.log,
    // The variables of a part exist when the part does; code that uses them without the part finds the part missing
    // first.
    env: parseEnv(SettingsEnv, process.env) as FunctionEnv,
    table: notGiven("table"),
    wakeups: notGiven("wakeups"),
    vault: notGiven("vault"),
    media: notGiven("media"),
    fileReads: notGiven("fileReads"),
    files: notGiven("files"),
    fileSecret: notGiven("fileSecret"),
    pepper: notGiven("pepper"),
    codes: notGiven("codes"),
    rates: notGiven("rates"),
    mail: notGiven("mail"),
    backlog: notGiven("backlog"),
  };
  for (const part of parts) {
    const made = part.build(built);
    built = { ...built, ...made, env: { ...built.env, ...made.env } };
  }
  return built;
}

/** A dependency that the function was not given: every use of it throws. */
function notGiven<T extends object>(name: string): T {
  const refuse = () => {
    throw new Error(
      `This function was not given "${name}". Add its part where the handler is made, and lib/wiring.ts.`,
    );
  };
  return new Proxy({} as T, { get: (_, property) => (typeof property === "symbol" ? undefined : refuse) });
}
