import { ApiFailure } from "../api/client.ts";
import type { Areas } from "../words/areas.ts";
import { useWords } from "../words/use-words.ts";

const OWN_WORDS: Partial<Record<ApiFailure["code"], keyof Areas["common"]>> = {
  offline: "offline",
  role_not_allowed: "err_role_not_allowed",
  account_suspended: "err_account_suspended",
  plan_limit: "err_plan_limit",
  not_connected: "err_not_connected",
  rate_limited: "err_rate_limited",
  server_error: "err_server_error",
  unavailable: "err_unavailable",
};

/**
 * Returns a function that turns a request's error into a sentence. Common errors have the panel's own wording; others
 * use the API's message.
 */
export function useFailureWords(): (error: unknown) => string {
  const t = useWords("common");
  return (error) => {
    if (!(error instanceof ApiFailure)) return t("unknownFailure");
    const own = OWN_WORDS[error.code];
    const said = own ? t(own) : error.message || t("unknownFailure");
    return error.retryAfterSec === null ? said : `${said} ${t("retryIn", { seconds: error.retryAfterSec })}`;
  };
}
