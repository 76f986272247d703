import { TransactionRefused } from "./table.ts";

/** Whether a transaction goes through; false: one of its conditions refused it. @throws every other error. */
export async function isCommitted(transaction: Promise<void>): Promise<boolean> {
  try {
    await transaction;
    return true;
  } catch (error) {
    if (error instanceof TransactionRefused) return false;
    throw error;
  }
}
