/** The made-up region of everything emulated. */
export const REGION = "us-east-1";
/** The account number of the local AWS services. */
export const ACCOUNT = "000000000000";

/** Returns the last part of an ARN of this service; null if it is another service's, or not an ARN. */
export function nameFromArn(arn: string, service: string): string | null {
  const [head, , of, , , ...rest] = arn.split(":");
  return head === "arn" && of === service && rest.length > 0 ? rest.join(":") : null;
}
