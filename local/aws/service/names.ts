/** The made-up region and account of everything emulated. */
export const REGION = "us-east-1";
/** The account number of the local AWS services. */
export const ACCOUNT = "000000000000";

/** The last part of an ARN of this service; null when it is another service's, or no ARN. */
export function nameFromArn(arn: string, service: string): string | null {
  const [head, , of, , , ...rest] = arn.split(":");
  return head === "arn" && of === service && rest.length > 0 ? rest.join(":") : null;
}
