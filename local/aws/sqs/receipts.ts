import { AwsError } from "../service/aws-error.ts";
import { text } from "../service/input.ts";
import type { Json } from "../service/service.ts";
import type { Queue } from "./queue.ts";

/**
 * Returns an input's receipt handle. @throws AwsError ReceiptHandleIsInvalid for a handle that this queue never issued.
 */
export function receiptOf(queue: Queue, input: Json): string {
  const receipt = text(input, "ReceiptHandle");
  const [name, ...rest] = Buffer.from(receipt, "base64url").toString("utf8").split(" ");
  if (name !== queue.name || rest.length !== 2) {
    throw new AwsError("ReceiptHandleIsInvalid", `The input receipt handle "${receipt}" is not valid.`);
  }
  return receipt;
}
