const NO_CREDENTIALS = /CredentialsProviderError|CredentialsError|Could not load credentials/;
const OLD_CREDENTIALS =
  /Expired|InvalidClientTokenId|UnrecognizedClient|SignatureDoesNotMatch|InvalidSignature|AuthFailure|TokenProviderError/;
const NOT_ALLOWED = /AccessDenied|UnauthorizedOperation|AuthorizationError|NotAuthorized|Forbidden/;
const NO_ANSWER = /Timeout|ENOTFOUND|EAI_AGAIN|ECONN|ENETUNREACH|EHOSTUNREACH|networking|socket/i;

/** Explains in plain language why an AWS request failed. */
export function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? String(error.code) : "";
  const whole = `${error.name} ${code} ${error.message}`;
  if (NO_CREDENTIALS.test(whole))
    return "No AWS credentials were found. Set AWS_PROFILE, or log in with `aws sso login`.";
  if (/Region is missing/.test(whole)) return "No region is set. Set AWS_REGION.";
  if (OLD_CREDENTIALS.test(error.name)) return `AWS did not accept these credentials (${error.name}). Log in again.`;
  if (NOT_ALLOWED.test(error.name)) {
    const action = /perform:? (\S+)/.exec(error.message)?.[1];
    return `These credentials do not allow this request${action ? ` (${action})` : ""}.`;
  }
  if (NO_ANSWER.test(whole)) return `AWS did not respond (${code || error.name}).`;
  return `${error.name}: ${error.message.split("\n")[0]}`;
}

/** Returns an error's message or, if the operator hasn't set a region or credentials, what to do first. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isUnset = /Region is missing/.test(error.message) || NO_CREDENTIALS.test(`${error.name} ${error.message}`);
  return isUnset ? explainFailure(error) : error.message;
}

/** Whether AWS reported that the requested resource doesn't exist. */
export function isMissing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return /NotFound|NoSuch/.test(error.name) || (error.name === "ValidationError" && /not exist/.test(error.message));
}
