import { ConditionFailed, TransactionRefused } from "./table.ts";

/** Whether an error means that a condition refused a write or a transaction. If so, nothing was written. */
export const isRefusal = (error: unknown): error is ConditionFailed | TransactionRefused =>
  error instanceof TransactionRefused || error instanceof ConditionFailed;

/**
 * Returns true if a write or transaction succeeds, and false if one of its conditions fails. @throws any other error.
 */
export async function isCommitted(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
}
