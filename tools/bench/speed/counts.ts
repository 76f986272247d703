import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { AwsCall } from "../../../local/aws/service/service.ts";
import type { TextWay } from "../support/text-ways.ts";

/** The AWS requests caused by a single text. */
export interface Counts {
  sent: TextWay;
  received: TextWay;
  /** The requests made to accept a message from this account for this instance. */
  accepting: Pick<AwsCall, "action" | "input">[];
  account: string;
  instance: string;
}

/** Counts the requests in a separate process, whose embedded services see all of them. */
export async function counted(): Promise<Counts> {
  const child = fork(fileURLToPath(new URL("./count-text.ts", import.meta.url)), {
    execArgv: ["--disable-warning=ExperimentalWarning"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  return new Promise((resolve, reject) => {
    child.once("message", (counts) => resolve(counts as Counts)); // of our own child
    child.once("exit", () => reject(new Error("The counting ended without a count; its own lines above say why.")));
  });
}
