import { createHash } from "node:crypto";
import type { IDataObject, IExecuteFunctions } from "n8n-workflow";

/** n8n's placeholder for an execution with an unknown id. */
const UNKNOWN_EXECUTION = "__UNKNOWN__";

/**
 * The Idempotency-Key for one item's request: the same in each attempt of Retry On Fail, but different in each run of a
 * loop and in each execution, workflow and installation of n8n. Spec: Messages, Idempotency-Key.
 *
 * Execution numbers restart with a new n8n database, so the execution's start time counts too, if n8n provides it. For
 * an AI agent's tool, each n8n attempt is a separate run, so there the request itself replaces the run.
 * @returns null if n8n does not know the execution, because a key without it would also match other executions.
 */
export function idempotencyKey(functions: IExecuteFunctions, itemIndex: number, body: IDataObject): string | null {
  const execution = functions.getExecutionId();
  if (!execution || execution === UNKNOWN_EXECUTION) return null;
  // Older n8n versions have neither of these.
  const isTool = functions.isToolExecution?.() ?? false;
  const begunAt = functions.getExecutionContext?.()?.establishedAt ?? null;
  const parts = [
    functions.getInstanceId(),
    functions.getWorkflow().id ?? null,
    execution,
    begunAt,
    functions.getNode().id,
    isTool ? body : functions.getWorkflowDataProxy(itemIndex).$runIndex,
    itemIndex,
  ];
  return `n8n_${createHash("sha256").update(JSON.stringify(parts)).digest("hex")}`;
}
