/** The reasons for a refusal in a group. */
export type GroupRefusal = "not_found" | "not_member" | "not_admin" | "bad_request";

/** Refusals with the network's own code and a sentence for the sandbox. */
const REFUSALS: Readonly<Record<GroupRefusal, { readonly code: number; readonly text: string }>> = {
  not_found: { code: 404, text: "There is no such group or invite." },
  not_member: { code: 403, text: "This person is not in the group." },
  not_admin: { code: 403, text: "Only an admin of the group can do this." },
  bad_request: { code: 400, text: "The request is not understood." },
};

/** A request in a group that is refused. */
export class GroupError extends Error {
  /** The network's own code, similar to HTTP's. */
  readonly code: number;

  constructor(refusal: GroupRefusal) {
    super(REFUSALS[refusal].text);
    this.code = REFUSALS[refusal].code;
  }
}
