import * as oidc from "openid-client";
import { toldPage } from "./told-page.ts";

/** The reasons a sign-in can be refused. */
export type WhyRefused = "gone" | "no_answer" | "wrong_setup" | "untrusted" | "no_address" | "unconfirmed";

/** Thrown if the provider's response doesn't identify anyone who may sign in. */
export class NotSignedIn extends Error {
  readonly refusal: WhyRefused;
  constructor(refusal: WhyRefused) {
    super(refusal);
    this.refusal = refusal;
  }
}

const ASK_OPERATOR = "If it keeps happening, contact your service operator.";

const PAGES: Record<WhyRefused, { status: number; told: string }> = {
  gone: {
    status: 400,
    told: "This sign-in has already been used, took too long, or was started in another browser. Start again. Nothing was changed.",
  },
  no_answer: {
    status: 503,
    told: `The sign-in service isn't responding. Try again in a moment. ${ASK_OPERATOR}`,
  },
  wrong_setup: {
    status: 503,
    told: "The sign-in service rejected this gateway because its client ID, secret or URL is not set up correctly there. Contact your service operator.",
  },
  untrusted: {
    status: 400,
    told: `The response from the sign-in service couldn't be verified, so you were not signed in. Start again. ${ASK_OPERATOR}`,
  },
  no_address: {
    status: 403,
    told: "The sign-in service didn't share your email address, which we need to match your invitation. Contact your service operator.",
  },
  unconfirmed: {
    status: 403,
    told: "The sign-in service hasn't confirmed your email address (email_verified). Confirm it there, then sign in again.",
  },
};

/** The library's error codes for responses that can't be trusted or were intended for someone else. */
const UNTRUSTED = [
  "OAUTH_JWT_TIMESTAMP_CHECK_FAILED",
  "OAUTH_JWT_CLAIM_COMPARISON_FAILED",
  "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED",
  "OAUTH_KEY_SELECTION_FAILED",
  "OAUTH_UNSUPPORTED_OPERATION",
];
/** Error codes returned when the provider is down or overloaded, or when the address doesn't belong to a provider. */
const NO_ANSWER = [
  "OAUTH_TIMEOUT",
  "OAUTH_ABORT",
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_RESPONSE_IS_NOT_JSON",
  "OAUTH_PARSE_ERROR",
];

/** Determines why a sign-in failed. Error messages are never shown or logged, because they may quote the provider. */
export function refusalOf(error: unknown): WhyRefused {
  if (error instanceof NotSignedIn) return error.refusal;
  if (error instanceof oidc.ResponseBodyError) {
    return ["invalid_client", "unauthorized_client"].includes(error.error) ? "wrong_setup" : "gone";
  }
  if (error instanceof TypeError) return "no_answer"; // of fetch
  const code = codeOf(error);
  if (UNTRUSTED.includes(code)) return "untrusted";
  return NO_ANSWER.includes(code) ? "no_answer" : "gone";
}

/** Returns the parts of an error that are safe to log: the library's own codes, but no text from the provider. */
export function loggable(error: unknown): { reason: string; code: string } {
  return { reason: refusalOf(error), code: codeOf(error) };
}

/** Creates the page that explains why a sign-in was refused. */
export const refusalPage = (refusal: WhyRefused) => toldPage(PAGES[refusal].status, PAGES[refusal].told);

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const code = "code" in error && typeof error.code === "string" ? error.code : error.name;
  return /^[A-Za-z_]{1,60}$/.test(code) ? code : "unknown";
}
