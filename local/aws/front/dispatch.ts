import { monotonicMs } from "../../machine/monotonic-ms.ts";
import { inputCheck } from "../checks/input-check.ts";
import type { RightsJudge } from "../rights/judge.ts";
import { AwsError } from "../service/aws-error.ts";
import type { Faults } from "../service/faults.ts";
import type { AwsCall, Json, Service, TableUse, Watch } from "../service/service.ts";
import { saysDiskIsFull, storageFull } from "../service/storage-full.ts";

/** The service and action that a request maps to. */
export interface FrontRoute {
  service: Service;
  action: string;
  /** The input members extracted from the path and query. */
  input: Json;
  /**
   * The input member that receives the body as base64, if the action's body isn't JSON in the service's own protocol.
   */
  bodyIn?: string;
  /** The caller's role, or null for the operator's. */
  role: string | null;
}

/** The components that count, observe and disturb requests on their way to an action. */
export interface DispatchOptions {
  faults: Faults;
  /** Returns the error for the injected fault "conflict", or null for actions that can't conflict. */
  conflict: (action: string, input: Json) => AwsError | null;
  count: (action: string) => void;
  /** Refuses actions that the caller's role doesn't permit. */
  rights: RightsJudge;
  /** Called for every answered request, or null if usage isn't recorded. */
  watch: Watch | null;
  warn: (message: string) => void;
}

/**
 * Runs a request's action. @throws AwsError the error response, or STOPPED if the caller is no longer waiting for a
 * response.
 */
export type Dispatch = (route: FrontRoute, input: Json, gone: AbortSignal) => Promise<Json>;

/** The error for a request that was in progress when the services stopped. */
export const STOPPED = new AwsError("ServiceUnavailable", "The embedded services are stopping.", { status: 503 });

const THROTTLED = "Slow down (injected fault).";

/**
 * Creates the function that runs all actions. @param isStopping whether the services are being stopped, in which case
 * failures aren't reported.
 */
export function dispatcher(options: DispatchOptions, isStopping: () => boolean): Dispatch {
  const check = inputCheck();
  return async ({ service, action, role }, input, gone) => {
    options.count(action);
    const begunMs = monotonicMs();
    const uses: TableUse[] = [];
    const watched = (call: Pick<AwsCall, "output" | "refused">) =>
      options.watch?.({ action, input, uses, begunMs, endedMs: monotonicMs(), ...call });
    const use = options.watch && ((one: TableUse) => void uses.push(one));
    try {
      check(service.name, action, input); // first: the rights are read from an input of the right form
      options.rights.check(role, action, input);
      await injectFault(options, () => new AwsError(service.throttle, THROTTLED), action, input);
      const run = service.actions[action];
      if (!run) throw new Error(`${action} was routed without an action.`);
      const output = await run(input, { gone, use });
      watched({ output });
      return output;
    } catch (error) {
      watched({ output: null, ...(error instanceof AwsError && { refused: error }) });
      if (error instanceof AwsError) throw error;
      if (saysDiskIsFull(error)) {
        options.warn(`${action} was refused: the machine's disk is full, over its quota or read-only.`);
        throw storageFull();
      }
      if (isStopping()) throw STOPPED; // its store was closed under it
      options.warn(`${action} failed inside the emulator: ${detailOf(error)}`);
      throw new AwsError("InternalServerError", `${action} failed: ${String(error)}`, { status: 500 });
    }
  };
}

/** Delays or refuses a request while a fault is active. @throws AwsError the injected fault. */
export async function injectFault(
  options: Pick<DispatchOptions, "faults" | "conflict">,
  throttled: () => AwsError,
  action: string,
  input: Json,
): Promise<void> {
  const delayMs = options.faults.delayMs?.(action) ?? 0;
  if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
  const fault = options.faults.fail?.(action) ?? null;
  if (fault === "throttle") throw throttled();
  if (fault === "refuse") throw new AwsError("AccessDeniedException", `${action} is refused for a while.`);
  const conflict = fault === "conflict" ? options.conflict(action, input) : null;
  if (conflict) throw conflict;
}

/** Formats an error for a warning, with its stack. */
export const detailOf = (error: unknown) => (error instanceof Error ? error.stack : String(error));
