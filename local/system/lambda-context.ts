import type { Context } from "aws-lambda";

/** How long API Gateway waits for a response. */
const ANSWER_MS = 30_000;

/** Creates a Lambda context with the fields that handlers use. */
export function lambdaContext(requestId: string): Context {
  const deadline = performance.now() + ANSWER_MS;
  return {
    callbackWaitsForEmptyEventLoop: false,
    functionName: "local",
    functionVersion: "$LATEST",
    invokedFunctionArn: "arn:aws:lambda:local:000000000000:function:local",
    memoryLimitInMB: "512",
    awsRequestId: requestId,
    logGroupName: "local",
    logStreamName: "local",
    getRemainingTimeInMillis: () => Math.max(0, deadline - performance.now()),
    done: () => undefined,
    fail: () => undefined,
    succeed: () => undefined,
  };
}
