import type { SessionPort } from "../../../session-service/session-port.ts";

/** A simulated session in which nobody posts a status. */
export const NO_STATUSES: SessionPort["statuses"] = {
  networkForms: () => Promise.reject(new Error("nobody posts a status here")),
  findRecipients: () => Promise.reject(new Error("nobody posts a status here")),
  readyFor: () => Promise.reject(new Error("nobody posts a status here")),
};
