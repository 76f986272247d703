/** The refusals, each with the network's own code and a sentence for the sandbox API. */
const REFUSALS = {
  bad_request: { code: 400, text: "The request is not understood." },
  /** For requests about invites, the network uses a different code than for other requests. */
  no_invite_right: { code: 401, text: "Only an admin of the group can see or renew its invite." },
  removed: { code: 401, text: "An admin has removed this person, who can't come back by link." },
  not_member: { code: 403, text: "This person is not in the group." },
  not_admin: { code: 403, text: "Only a group admin can do this." },
  not_found: { code: 404, text: "There is no such group or invite." },
  not_acceptable: { code: 406, text: "The text is too long, or the invite is no code." },
  already: { code: 409, text: "This person is in the group already." },
  stale: { code: 409, text: "Somebody else has changed it since." },
  revoked: { code: 410, text: "This invite was revoked, or its time is over." },
  full: { code: 419, text: "The group is full." },
  growth_locked: { code: 423, text: "Nobody can join by link at the moment." },
} as const;

/** The reasons for refusing a request in a group. */
export type GroupRefusal = keyof typeof REFUSALS;

/** Thrown when a request in a group is refused. */
export class GroupError extends Error {
  /** The network's own code. It resembles an HTTP status code. */
  readonly code: number;

  constructor(refusal: GroupRefusal) {
    super(REFUSALS[refusal].text);
    this.code = REFUSALS[refusal].code;
  }
}
