import type { SessionPort } from "../../../session-service/session-port.ts";

/** The status functions of a simulated session that doesn't post statuses. */
export const NO_STATUSES: SessionPort["statuses"] = {
  networkForms: () => Promise.reject(new Error("nobody posts a status here")),
  findRecipients: () => Promise.reject(new Error("nobody posts a status here")),
  readyFor: () => Promise.reject(new Error("nobody posts a status here")),
};
