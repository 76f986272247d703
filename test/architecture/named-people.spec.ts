import { describe, expect, it } from "vitest";
import { codeOf, files, isInside } from "./sources.ts";

/** Matches ways to load a person's record by a raw key. */
const BY_KEY = /\bkeys\.person\((?!\w+, ""\))|\bpersonRecords\.(read|among)\(|\breadPerson(With)?\(|\bpersonKey\(/;

/** Places where a phone number can come from a request. `findPerson` finds the person by either form of the number. */
const REQUESTS = ["functions", "session-service/commands"];
const CAPABILITIES =
  "answers broadcasts chats contacts drafts groups instances labels messages otps protection statuses".split(" ");

/** Files in these places that read or write a person by key, and where the key comes from. */
const KEYS_OF_THEIR_OWN: Record<string, string> = {
  "core/operations/answers/commit-turn.ts": "the person of a turn that was read",
  "core/operations/answers/read-turn.ts": "the writer of stored texts",
  "core/operations/broadcasts/find-candidates.ts": "reads many at once, each number in both forms",
  "core/operations/broadcasts/find-recipient.ts": "a stored recipient, found by its form when it was stored",
  "core/operations/broadcasts/start-broadcast-message.ts": "a stored recipient",
  "core/operations/chats/mirror-chat.ts": "the phone said it, by the network's own name",
  "core/operations/contacts/mirror-blocklist.ts": "the network said it",
  "core/operations/contacts/mirror-contact.ts": "the phone said it",
  "core/operations/contacts/note-picture-change.ts": "the network said it",
  "core/operations/contacts/read-contact.ts": "the key goes to findPerson",
  "core/operations/groups/find-hidden-members.ts": "the members as the network names them",
  "core/operations/groups/read-members.ts": "the members as the network names them",
  "core/operations/labels/mirror-chat-label.ts": "the phone said it",
  "core/operations/labels/set-chat-labels.ts": "the key of a chat that findChat found",
  "core/operations/messages/check-reply-to.ts": "the key goes to findPerson when its number has two forms",
  "core/operations/messages/plan-acceptance.ts": "the key goes to findPerson",
  "core/operations/otps/check-link-again.ts": "the writer of a stored text",
  "core/operations/otps/judge-link-text.ts": "compares a phone with a writer, in both forms: docs/decisions/0156",
  "core/operations/protection/take-newcomers.ts": "people of groups, in their known forms since the request was taken",
  "core/operations/statuses/find-audience.ts": "the keys of listed chats",
  "functions/api/messages/send-message.ts": "reads ahead by the form that was given, which findPerson reads first",
  "session-service/commands/contact-picture.ts": "the key of a contact that readContact found",
};

describe("the house rules: people that requests name", () => {
  it("are found in whichever form of their number: no person's key is made of a request's phone", () => {
    const found = files
      .filter(({ path }) =>
        [...REQUESTS, ...CAPABILITIES.map((name) => `core/operations/${name}`)].some((folder) =>
          isInside(path, folder),
        ),
      )
      .filter(({ text }) => BY_KEY.test(codeOf(text)))
      .map(({ path }) => path);
    expect(found.toSorted()).toEqual(Object.keys(KEYS_OF_THEIR_OWN).toSorted());
  });
});
