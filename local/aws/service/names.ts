/** The region that all emulators pretend to be in. */
export const REGION = "us-east-1";
/** The account number used by the emulated AWS services. */
export const ACCOUNT = "000000000000";

/** Returns the last part of the given service's ARN, or null if the text isn't such an ARN. */
export function nameFromArn(arn: string, service: string): string | null {
  const [head, , of, , , ...rest] = arn.split(":");
  return head === "arn" && of === service && rest.length > 0 ? rest.join(":") : null;
}
