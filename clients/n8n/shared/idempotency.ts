import { createHash } from "node:crypto";
import type { IDataObject, IExecuteFunctions } from "n8n-workflow";

/** n8n's name of an execution whose id it does not know. */
const UNKNOWN_EXECUTION = "__UNKNOWN__";

/**
 * The Idempotency-Key of one item's request: the same in each attempt of Retry On Fail, another in each run of a loop,
 * in each execution, workflow and installation of n8n. Spec: Messages, Idempotency-Key.
 *
 * An execution's number starts again with a new database of n8n, so the start time of the execution counts too, if n8n
 * provides it. As an AI agent's tool each attempt of n8n is a run of its own; there the request itself replaces the
 * run.
 * @returns null when n8n does not know the execution: a key without it would also be another execution's.
 */
export function idempotencyKey(functions: IExecuteFunctions, itemIndex: number, body: IDataObject): string | null {
  const execution = functions.getExecutionId();
  if (!execution || execution === UNKNOWN_EXECUTION) return null;
  // Older versions of n8n have neither of the two.
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
