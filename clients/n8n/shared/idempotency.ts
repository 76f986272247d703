import { createHash } from "node:crypto";
import type { IDataObject, IExecuteFunctions } from "n8n-workflow";

/** The placeholder that n8n uses for an execution that has no id yet. */
const UNKNOWN_EXECUTION = "__UNKNOWN__";

/**
 * Returns the Idempotency-Key for one item's request. All Retry On Fail attempts share the key. Every loop run,
 * execution, workflow and n8n installation has a different key. Spec: Messages, Idempotency-Key.
 *
 * Execution numbers restart with a new n8n database, so the key also includes the execution's start time if n8n
 * provides it. For an AI agent's tool, n8n counts each attempt as a separate run, so the key is derived from the
 * request instead of the run.
 * @returns null if n8n doesn't provide an execution id, because a key without that id would also match other
 * executions.
 */
export function idempotencyKey(functions: IExecuteFunctions, itemIndex: number, body: IDataObject): string | null {
  const execution = functions.getExecutionId();
  if (!execution || execution === UNKNOWN_EXECUTION) return null;
  // Older n8n versions don't provide either of these values.
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
