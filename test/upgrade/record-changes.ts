const NEW_COMMAND =
  "the answer to a new command, which only today's code asks; a session of the release before answers it as failed";

/**
 * Changes to stored types since a release that go beyond adding an optional field. Each is listed with the reason why
 * the release and today's code can read each other's records, both during a deployment and after a rollback.
 */
export const NOTED_CHANGES: Readonly<Record<string, string>> = {
  "cce80818: core/records/command.ts CommandResults.read_passkey": NEW_COMMAND,
  "cce80818: core/records/command.ts CommandResults.sign_by_passkey": NEW_COMMAND,
  "cce80818: core/records/command.ts CommandResults.test_proxy": NEW_COMMAND,
  "cce80818: core/records/command.ts CommandResults.preview_link": NEW_COMMAND,
};
