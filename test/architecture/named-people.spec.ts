import { describe, expect, it } from "vitest";
import { codeOf, files, isInside } from "./sources.ts";

/** The ways to a person's record by a key as it is. */
const BY_KEY = /\bkeys\.person\((?!\w+, ""\))|\bpersonRecords\.(read|among)\(|\breadPerson(With)?\(/;

/** Where a phone may come from a request: what it names is found by `findPerson`, in whichever form it is written. */
const REQUESTS = ["functions", "core/operations/messages", "core/operations/contacts", "core/operations/chats"];
const MORE_REQUESTS = [
  "core/operations/groups",
  "core/operations/statuses",
  "core/operations/otps",
  "core/operations/drafts",
];

/** Files that read or write a person by a key there, and where they have it from. */
const KEYS_OF_THEIR_OWN: Record<string, string> = {
  "core/operations/chats/mirror-chat.ts": "the phone said it, by the network's own name",
  "core/operations/contacts/mirror-blocklist.ts": "the network said it",
  "core/operations/contacts/mirror-contact.ts": "the phone said it",
  "core/operations/contacts/note-picture-change.ts": "the network said it",
  "core/operations/groups/find-hidden-members.ts": "the members as the network names them",
  "core/operations/groups/read-members.ts": "the members as the network names them",
  "core/operations/otps/check-link-again.ts": "the writer of a stored text",
  "core/operations/otps/judge-link-text.ts": "compares a phone with a writer, in both forms: docs/decisions/0156",
  "core/operations/statuses/find-audience.ts": "the keys of listed chats",
  "functions/api/messages/send-message.ts": "reads ahead by the form that was given, which findPerson reads first",
};

describe("the house rules: people that requests name", () => {
  it("are found in whichever form of their number: no person's key is made of a request's phone", () => {
    const found = files
      .filter(({ path }) => [...REQUESTS, ...MORE_REQUESTS].some((folder) => isInside(path, folder)))
      .filter(({ text }) => BY_KEY.test(codeOf(text)))
      .map(({ path }) => path);
    expect(found.toSorted()).toEqual(Object.keys(KEYS_OF_THEIR_OWN).toSorted());
  });
});
