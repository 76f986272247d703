/**
 * Changes of stored types since a release that are more than an optional field, each with the reason why the release
 * and today's code can read each other's records: during a deployment, and after one that is rolled back.
 */
export const NOTED_CHANGES: Readonly<Record<string, string>> = {};
