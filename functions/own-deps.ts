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

/** Dependencies of routes. Each function has only some of them; using one that it doesn't have throws an error. */
export interface ApiDeps extends LaneDeps {
  vault: Vault;
  /** Stores small files, signs upload addresses for clients, creates links to files, and deletes menu files. */
  media: Pick<MediaStore, "put" | "link" | "remove"> & UploadAddresses;
  /** Reads files by their key. */
  fileReads: Pick<MediaStore, "get">;
  /** Redirects anyone who opens a file link to the file itself. */
  files: StoredFiles;
  /** The secret for creating file links. */
  fileSecret: FileSecret;
  pepper: Pepper;
  /** Creates and verifies the codes of OTPs. */
  codes: OtpCodes;
  rates: RateLimiter;
  /** Null if email isn't configured. */
  mail: Mail | null;
  backlog: Backlog;
  env: FunctionEnv;
}

/**
 * A group of dependencies that a function can have. Each part is a module of its own, so that a function's bundle
 * contains only the clients it uses.
 */
export interface Part {
  /** The permissions that the part needs, named as in lib/wiring.ts. Having any one of them is enough. */
  needs: readonly string[];
  /**
   * Builds the part once, from the environment and from what earlier parts have built. @throws if a variable is
   * missing.
   */
  build(built: ApiDeps): Partial<Omit<ApiDeps, "env">> & { env?: Partial<FunctionEnv> };
}

/**
 * The dependencies that replace every function's own dependencies, or null if nothing replaces them. Assigning a new
 * object makes every function rebuild its dependencies.
 */
let host: { deps: ApiDeps | null } = { deps: null };

/**
 * Makes every function use these dependencies instead of its own. Null makes every function use its own dependencies
 * again. Used by tests and by the gateway on a single machine.
 */
export function useDeps(own: ApiDeps | null): void {
  host = { deps: own };
}

/**
 * Creates a function's dependencies: the clock, ids, log and settings, and the specified parts. Accessing any other
 * dependency throws an error that explains this.
 * @returns a getter that builds the dependencies on its first call. @throws when an environment variable is missing.
 */
export function ownDeps(parts: readonly Part[]): () => ApiDeps {
  let own: { deps: ApiDeps; under: object } | null = null;
  return () => {
    if (host.deps) return host.deps;
    if (own?.under !== host) own = { deps: assemble(parts), under: host };
    return own.deps;
  };
}

/** Reads `runtime`'s clock on each call, so a clock that is set later still takes effect. */
const runtimeClock: Clock = {
  now: () => runtime.clock.now(),
  until: (at, signal) => runtime.clock.until(at, signal),
};

function assemble(parts: readonly Part[]): ApiDeps {
  let built: ApiDeps = {
    clock: runtimeClock,
    ids: randomIds(),
    log: runtime.log,
    // A part's variables are set whenever the part is present. Without the part, code that needs them fails before it
    // reads them.
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

/** Creates a placeholder for a dependency that the function doesn't have. Any use of it throws. */
function notGiven<T extends object>(name: string): T {
  const refuse = () => {
    throw new Error(
      `This function was not given "${name}". Add its part where the handler is made, and lib/wiring.ts.`,
    );
  };
  return new Proxy({} as T, { get: (_, property) => (typeof property === "symbol" ? undefined : refuse) });
}
